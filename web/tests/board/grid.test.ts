import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyPlaces, gridFor, linkLine, rowsOf, stepFrom } from "../../src/board/grid";

const from = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index);

const columnsOf = (low: number, high: number, width: number, height: number): number => gridFor(low, high, { width, height }).columns;

test("2 to 30 has six columns on a desktop, five on a phone, and tiles of more than 110 pixels beside a panel", () => {
  assert.equal(columnsOf(2, 30, 860, 690), 6);
  assert.equal(columnsOf(2, 30, 320, 420), 5);
  assert.ok(gridFor(2, 30, { width: 860, height: 690 }).tile > 110);
  assert.ok(gridFor(2, 20, { width: 860, height: 690 }).tile > 110);
});

test("2 to 50 and above have ten columns on a desktop, of 80 pixels and more", () => {
  for (const high of [50, 60, 100]) assert.equal(columnsOf(2, high, 860, 690), 10);
  assert.ok(gridFor(2, 50, { width: 860, height: 690 }).tile >= 80);
});

test("tiles are at least 44 pixels wide", () => {
  for (const high of [2, 20, 50, 500, 2000]) {
    for (let width = 100; width < 1900; width += 7) {
      const { columns, gap } = gridFor(2, high, { width, height: 500 });
      assert.ok((width - (columns - 1) * gap) / columns >= 44, `2 to ${high} in ${width} pixels`);
    }
  }
});

test("a board is tall when not all rows of it can be in sight", () => {
  assert.equal(gridFor(2, 100, { width: 860, height: 690 }).isTall, false);
  assert.equal(gridFor(2, 400, { width: 860, height: 690 }).isTall, true);
  assert.equal(gridFor(2, 400, { width: 860, height: null }).isTall, false);
});

test("a phone on its side has more columns than one that stands", () => {
  assert.ok(columnsOf(2, 50, 460, 230) > columnsOf(2, 50, 330, 420));
});

test("fives, sixes and tens stand in one column, and sevens are not forced into it", () => {
  assert.equal(emptyPlaces(2, 10), 1);
  assert.equal(emptyPlaces(2, 5), 1);
  assert.equal(emptyPlaces(2, 6), 1);
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

test("a line between two tiles is labelled where it crosses a gap", () => {
  const tile = (column: number, row: number) => ({ offsetLeft: column * 70, offsetTop: row * 70, offsetWidth: 60, offsetHeight: 60 });
  const { path, x, y } = linkLine(tile(0, 0), tile(4, 0), 10);
  assert.equal(path, "M54 30L286 30");
  assert.deepEqual([x, y], [135, 30]);
  assert.equal(linkLine(tile(1, 3), tile(1, 2), 10).y, 205);
});
