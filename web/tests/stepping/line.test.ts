import assert from "node:assert/strict";
import { test } from "node:test";

import { continued, lineOf, lineOfPosition, notationOf } from "../../src/stepping/line";

const notations = [
  "factor-clash:2-20:",
  "factor-clash:2-20:15,5,10",
  "divisor-duel:36+12:36/2",
  "factor-duel:2-21,opening=even:4",
];

for (const notation of notations) {
  test(`taken apart and put together, ${notation} is the same`, () => {
    assert.equal(notationOf(lineOf(notation)), notation);
  });
}

test("a line can be cut and continued", () => {
  const line = lineOf("factor-clash:2-20:15,5,10");
  assert.equal(notationOf(line, 0), "factor-clash:2-20:");
  assert.equal(notationOf(line, 2), "factor-clash:2-20:15,5");
  assert.equal(notationOf(continued(line, 12, "9")), "factor-clash:2-20:15,5,10,12,9");
});

test("a position has its line", () => {
  const position = { game: "divisor-duel", setup: "36+12", moves: ["36/2"] };
  assert.deepEqual(lineOfPosition(position), { start: "divisor-duel:36+12", moves: ["36/2"] });
});

test("text that is no notation is kept for the server to judge", () => {
  assert.equal(notationOf(lineOf("rubbish")), "rubbish::");
});
