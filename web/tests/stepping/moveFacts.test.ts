import assert from "node:assert/strict";
import { test } from "node:test";

import { moveFacts } from "../../src/stepping/moveFacts";
import type { Board, Cell, Position } from "../../src/types";

const positionWith = (board: Board): Position => ({
  game: "any", setup: "any", moves: [], to_move: 1, legal: [], over: false, winner: null, notation: "any:any:",
  title: "Any", requirement: "", objections: {}, board,
});

const target = { words: "Match", their_words: "Match", numbers: [] };

test("a number of a pool is looked up by its move", () => {
  const cell: Cell = {
    number: 5, factors: [5], status: "free", move: 5, taken_by: null, ply: null,
    text: "why", removes: [5], replies: 1, preview: "what", bond: null, shared: [],
  };
  const position = positionWith({ kind: "pool", low: 5, high: 5, target, cells: [cell] });
  assert.deepEqual(moveFacts(position, "5"), { text: "why", preview: "what" });
  assert.deepEqual(moveFacts(position, 6), { text: null, preview: null });
});

test("a division is looked up among all numbers", () => {
  const divisors = [{ divisor: 2, move: "36/2", leaves: 18, text: "why", replies: 1, preview: "what" }];
  const numbers = [
    { number: 12, factors: [2, 2, 3], command: "Divide 12 by", divisors: [] },
    { number: 36, factors: [2, 2, 3, 3], command: "Divide 36 by", divisors },
  ];
  assert.deepEqual(moveFacts(positionWith({ kind: "numbers", sign: "÷", numbers, trail: [] }), "36/2"), { text: "why", preview: "what" });
});
