import assert from "node:assert/strict";
import { test } from "node:test";

import { isError, keptSentence, leaderSign, leaderText, moveSentence, stepLabel, winnerSentence } from "../../src/review/words";
import type { Review, ReviewedMove } from "../../src/types";

const made = (ply: number, parts: Partial<ReviewedMove> = {}): ReviewedMove => ({
  ply, player: ply % 2 === 1 ? 1 : 2, move: 10 + ply, verdict: "win", label: "best", better: null, reason: null, ...parts,
});

const review: Review = {
  game: "factor-clash", setup: "2-20", notation: "factor-clash:2-20:11,12,13", winner: 2, accuracy: 0.5,
  moves: [made(1, { label: "mistake", better: 15 }), made(2, { label: "only move" }), made(3, { label: "lost anyway" })],
  leaders: [1, 2, null, 2], decisive: 1, summary: "Decided by move 1.", kept: [[3, 4], [0, 0]], names: ["Ann", "Bob"],
};

test("who is winning has a sign and words", () => {
  assert.deepEqual([0, 1, 2, 3].map((ply) => leaderSign(review, ply)), ["●", "◆", "?", "◆"]);
  assert.equal(leaderText(review, 0), "Ann is winning");
  assert.equal(leaderText(review, 2), "Who is winning is not known");
});

test("a move is told with its player, label and meaning, and the decisive one as such", () => {
  assert.equal(
    moveSentence(review, review.moves[0]!),
    "Move 1: Ann played 11. Mistake. It gave the win away. This decided the game.",
  );
  assert.equal(moveSentence(review, review.moves[1]!), "Move 2: Bob played 12. Only move. No other move kept the win.");
});

test("what was better is in no sentence that is shown unasked", () => {
  for (const move of review.moves) assert.doesNotMatch(moveSentence(review, move) + stepLabel(review, move.ply), /15/);
});

test("a step is called by its move and by who is winning after it", () => {
  assert.equal(stepLabel(review, 0), "Start. Ann is winning.");
  assert.equal(stepLabel(review, 1), "Move 1, Ann, 11. Mistake. After it, Bob is winning.");
});

test("wins that were kept are counted, never in per cent", () => {
  assert.equal(keptSentence(review, 1), "Ann kept the win in 3 of 4 moves that could have lost it.");
  assert.equal(keptSentence(review, 2), "Bob had no move that could have lost a win.");
});

test("only mistakes and missed wins are errors", () => {
  const labels = ["best", "only move", "missed win", "mistake", "lost anyway", "unknown"] as const;
  assert.deepEqual(labels.filter((label) => isError(made(1, { label }))), ["missed win", "mistake"]);
});

test("a game that nobody has won names no winner", () => {
  assert.equal(winnerSentence(review), "Bob won.");
  assert.equal(winnerSentence({ ...review, winner: null }), "");
});
