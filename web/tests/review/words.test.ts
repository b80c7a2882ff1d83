import assert from "node:assert/strict";
import { test } from "node:test";

import { openingStep, stepsOf, type ReviewStep } from "../../src/review/steps";
import {
  addressedTo, isError, isTold, keptSentence, labelOf, leaderSign, leaderText, stepLabel, stepSentence, summaryText, winnerSentence,
} from "../../src/review/words";
import type { Decision, Review, ReviewedMove } from "../../src/types";

const made = (ply: number, parts: Partial<ReviewedMove> = {}): ReviewedMove => ({
  ply, player: ply % 2 === 1 ? 1 : 2, move: 10 + ply, verdict: "win", label: "best", refutation: null, better: null, reason: null, short: null, claims: [], ...parts,
});

const review: Review = {
  game: "factor-clash", setup: "2-20", notation: "factor-clash:2-20:11,12,13", winner: 2, accuracy: 0.5,
  moves: [made(1, { label: "mistake", better: 15 }), made(2, { label: "only move" }), made(3, { label: "lost anyway" })],
  leaders: [1, 2, null, 2], decisive: 1, decision: { kind: "last chance", player: 1 }, kept: [[3, 4], [0, 0]], names: ["Ann", "Bob"],
  levels: [null, null], programs: [null, null], swap: null,
};

const step = (of: Review, index: number): ReviewStep => stepsOf(of)[index]!;

test("who is winning has a sign and words", () => {
  assert.deepEqual(stepsOf(review).map(({ leader }) => leaderSign(leader)), ["●", "◆", "?", "◆"]);
  assert.equal(leaderText(review, 1), "Ann is winning");
  assert.equal(leaderText(review, null), "Who is winning is not known");
});

test("a move is told with its player, label and meaning, and the decisive one as such", () => {
  assert.equal(
    stepSentence(review, step(review, 1)),
    "Move 1: Ann played 11. Mistake. It gave the win away. This decided the game.",
  );
  assert.equal(stepSentence(review, step(review, 2)), "Move 2: Bob played 12. Only move. No other move kept the win.");
});

test("what was better is in no sentence that is shown unasked", () => {
  for (const each of stepsOf(review)) assert.doesNotMatch(stepSentence(review, each) + stepLabel(review, each), /15/);
});

test("a step is called by its move and by who is winning after it", () => {
  assert.equal(stepLabel(review, step(review, 0)), "Start. Ann is winning.");
  assert.equal(stepLabel(review, step(review, 1)), "Move 1, Ann, 11. Mistake. After it, Bob is winning.");
});

test("it opens at the move that decided, or at the end", () => {
  assert.equal(openingStep(review), 1);
  assert.equal(openingStep({ ...review, decisive: null }), 3);
  // Whoever has won looks at the end, and not at what the other did wrong.
  assert.equal(openingStep({ ...review, winner: 1, reader: 1 }), 3);
  assert.equal(openingStep({ ...review, winner: 1, reader: 2 }), 1);
});

test("how the game was decided is told to its reader", () => {
  const told = (kind: Decision["kind"], more: Partial<Review> = {}): [string, string] => {
    const of: Review = { ...review, decision: { kind, player: 1 }, ...more };
    return [summaryText(of), summaryText(addressedTo(1, { ...of, names: ["Player 1", "Bob"] }))];
  };
  assert.deepEqual(told("last chance"), [
    "Decided by move 1: 11 gave the win away, and was Ann’s last chance.",
    "Decided by move 1: 11 gave the win away, and was your last chance.",
  ]);
  assert.deepEqual(told("given up"), ["Ann gave up a won game.", "You gave up a won game."]);
  assert.deepEqual(told("always winning"), ["Ann was winning from start to end.", "You were winning from start to end."]);
  assert.deepEqual(told("unknown"), [
    "Whether Ann ever had a chance was not found out in time.",
    "Whether you ever had a chance was not found out in time.",
  ]);
  assert.deepEqual(told("losing seat", { swap: { player: 2, is_taken: false } }), [
    "Decided after the first move: Ann kept the losing seat.",
    "Decided after the first move: you kept the losing seat.",
  ]);
  const [taken] = told("winning seat", { swap: { player: 1, is_taken: true } });
  assert.equal(taken, "Decided after the first move: Ann took the winning seat.");
  assert.equal(summaryText({ ...review, decision: null }), "The game is not over yet.");
});

test("a player without a name is spoken to", () => {
  const told = addressedTo(1, { ...review, names: ["Player 1", "Computer"] });
  assert.deepEqual(told.names, ["you", "Computer"]);
  assert.equal(leaderText(told, 1), "you are winning");
  assert.equal(keptSentence(told, 1), "You kept the win in 3 of 4 moves that could have lost it.");
  assert.equal(stepSentence(told, step(told, 0)), "The start. You are winning.");
  assert.match(stepSentence(told, step(told, 1)), /^Move 1: you played 11\./);
  assert.equal(stepLabel(told, step(told, 0)), "Start. You are winning.");
  assert.equal(winnerSentence({ ...told, winner: 1 }), "You won.");
});

test("a player with a name is called by it, and told only what is about their own moves", () => {
  const told = addressedTo(1, review);
  assert.deepEqual([told.reader, told.names], [1, ["Ann", "Bob"]]);
  assert.equal(leaderText(told, 1), "Ann is winning");
  assert.equal(winnerSentence({ ...told, winner: 1 }), "Ann won.");
  assert.deepEqual(told.moves.map((each) => isTold(told, each)), [true, false, true]);
  assert.ok(review.moves.every((each) => isTold(review, each)));
});

test("whatever another player is called, nobody else is spoken to", () => {
  const against = (name: string, kind: Decision["kind"]): Review =>
    addressedTo(1, { ...review, names: ["Player 1", name], decision: { kind, player: 2 } });
  const longer = "Decided by move 1: 11 gave the win away, and was Player 12’s last chance.";
  assert.equal(summaryText(against("Player 12", "last chance")), longer);
  assert.equal(summaryText(against("ann", "given up")), "ann gave up a won game.");
  const told = against("you", "always winning");
  assert.equal(summaryText(told), "you was winning from start to end.");
  assert.equal(leaderText(told, 2), "you is winning");
  assert.equal(winnerSentence({ ...told, winner: 2 }), "you won.");
});

test("the summary writes a division as the rest of the review does, but for names", () => {
  const divided: Review = { ...review, sign: "÷", names: ["36/2", "Bob"], moves: [made(1, { move: "36/2" })] };
  assert.equal(summaryText(divided), "Decided by move 1: 36 ÷ 2 gave the win away, and was 36/2’s last chance.");
});

const swapped: Review = {
  ...review,
  moves: [made(1, { label: "lost anyway", verdict: "loss" }), made(2, { player: 1 }), made(3, { player: 2, label: "mistake" })],
  leaders: [2, 1, 1, 1], decisive: 3, swap: { player: 2, is_taken: true },
};

test("a swap is a step of its own after the first move, until which whoever could choose was winning", () => {
  const steps = stepsOf(swapped);
  assert.deepEqual(steps.map(({ kind, ply, leader }) => [kind, ply, leader]), [
    ["start", 0, 2], ["move", 1, 2], ["swap", 1, 1], ["move", 2, 1], ["move", 3, 1],
  ]);
  assert.equal(openingStep(swapped), 4);
  assert.equal(openingStep({ ...swapped, decisive: null }), 2);
});

test("a swap is told with what it was worth, and the move before it is not called lost", () => {
  assert.equal(stepSentence(swapped, step(swapped, 2)), "After move 1, Bob swapped seats. Mistake. That was the losing seat.");
  assert.equal(stepLabel(swapped, step(swapped, 2)), "Bob swapped seats. Mistake. After it, Ann is winning.");
  assert.equal(labelOf(swapped, step(swapped, 1)), "Before the swap");
  assert.equal(
    stepSentence(swapped, step(swapped, 1)),
    "Move 1: Ann played 11. Before the swap. Bob could choose the seat, so no first move could win by itself.",
  );
  const declined: Review = { ...swapped, leaders: [2, 2, 1, 1], swap: { player: 2, is_taken: false } };
  assert.equal(stepSentence(declined, step(declined, 2)), "After move 1, Bob did not swap. Best. That was the winning seat.");
});

test("a game that ended before the choice has no such step", () => {
  const open: Review = { ...swapped, moves: swapped.moves.slice(0, 1), leaders: [2, 1], swap: { player: 2, is_taken: null } };
  assert.deepEqual(stepsOf(open).map(({ kind }) => kind), ["start", "move"]);
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
