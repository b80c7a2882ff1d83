import assert from "node:assert/strict";
import { test } from "node:test";

import { playableText } from "../../src/board/playable";
import type { Board } from "../../src/types";

const pool = (...free: number[]): Board =>
  ({ kind: "pool", cells: [2, 3, 4, 5, 6, 8, 9].map((number) => ({ number, status: free.includes(number) ? "free" : "barred" })) }) as Board;

test("playable numbers are listed, and many in a row shortened", () => {
  assert.equal(playableText({ board: pool(2) }), "You can play 2.");
  assert.equal(playableText({ board: pool(2, 3, 6) }), "You can play 2, 3 or 6.");
  assert.equal(playableText({ board: pool(3, 4, 5, 6, 9) }), "You can play 3 to 6 or 9.");
  assert.equal(playableText({ board: pool() }), "There is nothing to play.");
});

test("of numbers that change it is said by what, in the words of the game", () => {
  const numbers = [{ command: "Divide 10 by", divisors: [{ divisor: 2 }, { divisor: 5 }] }, { command: "Divide 3 by", divisors: [] }];
  assert.equal(playableText({ board: { kind: "numbers", numbers } as unknown as Board }), "Divide 10 by 2 or 5.");
});
