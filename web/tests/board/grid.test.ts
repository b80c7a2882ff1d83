import assert from "node:assert/strict";
import { test } from "node:test";

import { columnsFor, emptyPlaces, rowsOf, stepFrom } from "../../src/board/grid";

const CELL = 44;
const GAP = 4;

const from = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index);

test("a small pool has five columns on a phone and ten on a desktop", () => {
  assert.equal(columnsFor(19, 336), 5);
  assert.equal(columnsFor(19, 500), 7);
  assert.equal(columnsFor(19, 760), 10);
});

test("2 to 50 has seven columns on a phone of 360 pixels and ten where tens fit", () => {
  assert.equal(columnsFor(49, 336), 7);
  assert.equal(columnsFor(49, 576), 10);
});

test("cells are at least 44 pixels wide and never wider than the board", () => {
  for (const count of [1, 19, 49, 499, 1999]) {
    for (let width = 200; width < 1400; width += 7) {
      const columns = columnsFor(count, width);
      assert.ok((width - (columns - 1) * GAP) / columns >= CELL, `${count} numbers in ${width} pixels`);
    }
  }
});

test("fives and tens stand in one column, and sevens are not forced into it", () => {
  assert.equal(emptyPlaces(2, 10), 1);
  assert.equal(emptyPlaces(2, 5), 1);
  assert.equal(emptyPlaces(13, 10), 2);
  assert.equal(emptyPlaces(2, 7), 0);
});

test("rows hold every number once and in order", () => {
  const rows = rowsOf(from(1, 19), 10);
  assert.deepEqual(rows.map((row) => row.length), [9, 10]);
  assert.deepEqual(rows.flat(), from(0, 18));
});

test("a number that was left out leaves its place, and a row without numbers goes", () => {
  assert.deepEqual(rowsOf([0, 1, 3, 6, 15], 5), [[0, 1, 2], [3], [4]]);
});

test("arrows, Home and End lead through the pool and stop at its edges", () => {
  const places = from(1, 19);
  assert.equal(stepFrom(0, "ArrowRight", places, 5), 1);
  assert.equal(stepFrom(0, "ArrowDown", places, 5), 5);
  assert.equal(stepFrom(7, "ArrowUp", places, 5), 2);
  assert.equal(stepFrom(7, "Home", places, 5), 0);
  assert.equal(stepFrom(7, "End", places, 5), 18);
  assert.equal(stepFrom(0, "ArrowLeft", places, 5), null);
  assert.equal(stepFrom(18, "ArrowDown", places, 5), null);
  assert.equal(stepFrom(3, "Tab", places, 5), null);
});

test("arrows pass over numbers that were left out", () => {
  const places = [0, 1, 2, 3, 4, 5, 8, 9, 10, 11];
  assert.equal(stepFrom(1, "ArrowDown", places, 5), 9);
  assert.equal(stepFrom(9, "ArrowUp", places, 5), 1);
  assert.equal(stepFrom(5, "ArrowRight", places, 5), 6);
  assert.equal(stepFrom(2, "ArrowDown", places, 5), null);
});
