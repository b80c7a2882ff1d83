import assert from "node:assert/strict";
import { test } from "node:test";

import { nearest } from "../../src/board/nearest";

const box = (left: number, top: number): { left: number; top: number; width: number } => ({ left, top, width: 80 });
const rows = [box(0, 0), box(90, 0), box(180, 0), box(0, 60), box(90, 60), box(0, 200)];

test("up and down lead to the nearest button of the next row", () => {
  assert.equal(nearest(rows, 1, "ArrowDown"), 4);
  assert.equal(nearest(rows, 2, "ArrowDown"), 4);
  assert.equal(nearest(rows, 4, "ArrowDown"), 5);
  assert.equal(nearest(rows, 5, "ArrowUp"), 3);
});

test("left and right go through all rows, and nothing leads out", () => {
  assert.equal(nearest(rows, 2, "ArrowRight"), 3);
  assert.equal(nearest(rows, 3, "ArrowLeft"), 2);
  assert.equal(nearest(rows, 0, "ArrowLeft"), null);
  assert.equal(nearest(rows, 5, "ArrowDown"), null);
  assert.equal(nearest([], 0, "ArrowDown"), null);
});
