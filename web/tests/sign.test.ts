import assert from "node:assert/strict";
import { test } from "node:test";

import { commandFor, signOf } from "../src/sign";
import type { ChangingNumber, Divisor, NumbersBoard } from "../src/types";

const changing = (number: number, leaves: Record<number, number>): ChangingNumber => ({
  number,
  factors: [],
  divisors: Object.entries(leaves).map(([divisor, left]) => ({ divisor: Number(divisor), leaves: left }) as Divisor),
});

const board = (...numbers: ChangingNumber[]): NumbersBoard => ({ kind: "numbers", numbers, trail: [] });

test("the sign is read from what the moves leave", () => {
  assert.equal(signOf(board(changing(6, { 2: 3, 3: 2 }))), "÷");
  assert.equal(signOf(board(changing(6, { 1: 5, 2: 4, 3: 3 }))), "−");
  assert.equal(signOf(board(changing(2, { 1: 1 }))), "−");
  assert.equal(signOf(board(changing(4, { 2: 2 }))), "÷");
});

test("at the end of a game it is read from the moves that were made", () => {
  const trail = (numbers: number[][], moves: (number | string)[]): NumbersBoard["trail"] =>
    numbers.map((each, ply) => ({ ply, numbers: each, move: ply === 0 ? null : (moves[ply - 1] as number | string), seat: null }));
  const over = board(changing(1, {}), changing(1, {}));
  assert.equal(signOf({ ...over, trail: trail([[2, 3], [2, 2], [2, 1], [1, 1]], ["3/1", "2/1", "2/1"]) }), "−");
  assert.equal(signOf({ ...over, trail: trail([[60], [10], [5]], [6, 2]) }), "÷");
  assert.equal(signOf({ kind: "pool", low: 2, high: 20, cells: [] }), "÷");
});

test("what to do with a number is told in words", () => {
  assert.equal(commandFor("÷", "60"), "Divide 60 by");
  assert.equal(commandFor("−", "60"), "Subtract from 60");
});
