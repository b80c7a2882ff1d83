import assert from "node:assert/strict";
import { test } from "node:test";

import { isUndecided, moveCounts, verdictSentence } from "../../src/analysis/verdicts";
import type { Analysis } from "../../src/types";

const analysis: Analysis = {
  game: "factor-clash", setup: "2-20", moves: [15, 5], to_move: 1, legal: [10, 20], over: false, winner: null,
  notation: "factor-clash:2-20:15,5", verdict: "win", winning: [10], losing: [], unknown: [], nimber: null, value: null,
  reason: null, short: null, claims: [], proof: null, proof_is_cut: false, nodes: 1, seconds: 0, drawing: null,
};

test("the verdict is a sentence about the player to move", () => {
  assert.equal(verdictSentence(analysis), "Player 1 is to move and wins with best play.");
  assert.equal(verdictSentence({ ...analysis, to_move: 2, verdict: "loss" }), "Player 2 is to move and loses against best play.");
  assert.match(verdictSentence({ ...analysis, verdict: "unknown" }), /not found out/);
});

test("a game that is over has a winner and nothing to find out", () => {
  const over: Analysis = { ...analysis, over: true, winner: 2, verdict: "loss", winning: [], legal: [] };
  assert.equal(verdictSentence(over), "The game is over. Player 2 has won.");
  assert.equal(moveCounts(over), "");
  assert.equal(isUndecided(over), false);
});

test("the moves are counted by what they do", () => {
  assert.equal(moveCounts(analysis), "1 move wins.");
  assert.equal(moveCounts({ ...analysis, winning: [2, 3], losing: [4] }), "2 moves win, 1 loses.");
  assert.equal(moveCounts({ ...analysis, winning: [], losing: [4, 5], unknown: [6] }), "2 moves lose, 1 is not found out.");
});

test("one unknown move is enough to think longer about", () => {
  assert.equal(isUndecided(analysis), false);
  assert.equal(isUndecided({ ...analysis, unknown: [20] }), true);
  assert.equal(isUndecided({ ...analysis, verdict: "unknown" }), true);
});
