import assert from "node:assert/strict";
import { test } from "node:test";

import { drawn } from "../../src/board/reasons";
import type { Claim } from "../../src/types";

const ends = (claims: Parameters<typeof drawn>[0]): [number, number, boolean][] =>
  (drawn(claims).links ?? []).map(({ from, to, isBad }) => [from, to, isBad]);

test("partners are joined, and walks are paths", () => {
  assert.deepEqual(ends([{ kind: "pairs", pairs: [[3, 9], [6, 8]], alone: 1 }]), [[3, 9, false], [6, 8, false]]);
  assert.deepEqual(ends([{ kind: "walks", own: [2, 4, 8], theirs: [3, 9] }]), [[2, 4, false], [4, 8, false], [3, 9, true]]);
});

test("a tangle of lines is not drawn", () => {
  assert.deepEqual(ends([{ kind: "pairs", pairs: Array<[number, number]>(41).fill([2, 4]), alone: 1 }]), []);
});

test("of the groups before a move and after it the latter are drawn", () => {
  const groups = (one: number[], other: number[]): Claim => ({ kind: "groups", groups: [[one, 1], [other, 1]], left_over: 0 });
  const { signs } = drawn([groups([2, 4], [3, 9, 27]), groups([3, 9], [5, 10])]);
  assert.deepEqual([...(signs ?? [])], [["3", "A"], ["9", "A"], ["5", "B"], ["10", "B"]]);
});

test("a single group is not told apart from anything", () => {
  assert.deepEqual([...(drawn([{ kind: "groups", groups: [[[2, 4], 1], [[7], 1]], left_over: 0 }]).signs ?? [])], []);
});

test("groups have letters, but for numbers that stand alone, and a line tells whose turn it is", () => {
  const { signs } = drawn([{ kind: "groups", groups: [[[7], 1], [[2, 4], 0], [[3, 9], 0]], left_over: 0 }]);
  assert.deepEqual([...(signs ?? [])], [["2", "A"], ["4", "A"], ["3", "B"], ["9", "B"]]);
  assert.deepEqual([...(drawn([{ kind: "line", moves: ["6", "4"], wins: true }]).signs ?? [])], [["6", "1."], ["4", "2."]]);
});
