import assert from "node:assert/strict";
import { test } from "node:test";

import { reasonSteps } from "../../src/analysis/reasonSteps";
import type { Analysis, Drawing } from "../../src/types";

const plain: Drawing = { numbers: [2, 4, 6], edges: [], joins: "share a factor", pairs: [], groups: [], line: [], move: null };

function steps(parts: Partial<Pick<Analysis, "drawing" | "proof" | "verdict" | "to_move">>) {
  return reasonSteps({ drawing: null, proof: null, verdict: "win", to_move: 1, ...parts }, "÷");
}

test("a won pairing begins with the named move and goes through the pairs", () => {
  const found = steps({ drawing: { ...plain, move: "10", pairs: [[2, 20], [3, 9]] } });
  assert.deepEqual(found, [
    { text: "You play 10.", numbers: [10], moves: ["10"] },
    { text: "If your opponent takes 2, you answer 20; if they take 20, you answer 2.", numbers: [2, 20], moves: null },
    { text: "If your opponent takes 3, you answer 9; if they take 9, you answer 3.", numbers: [3, 9], moves: null },
  ]);
});

test("in a lost pairing it is the opponent who answers", () => {
  const found = steps({ verdict: "loss", drawing: { ...plain, pairs: [[2, 20]] } });
  assert.deepEqual(found.map(({ text }) => text), ["If you take 2, your opponent answers 20; if you take 20, they answer 2."]);
});

test("groups are gone through one by one with what they are worth", () => {
  const groups = [{ numbers: [5, 10], worth: "1" }, { numbers: [11], worth: "1" }];
  assert.deepEqual(steps({ drawing: { ...plain, groups } }).map(({ text, numbers }) => [text, numbers]), [
    ["5, 10: together worth 1.", [5, 10]],
    ["11 alone, worth 1.", [11]],
  ]);
});

test("a line is played move by move, each player in turn", () => {
  const found = steps({ to_move: 2, drawing: { ...plain, move: "20", line: ["20", "2", "6"] } });
  assert.deepEqual(found.map(({ text, moves }) => [text, moves]), [
    ["Player 2 plays 20.", ["20"]],
    ["Player 1 plays 2.", ["20", "2"]],
    ["Player 2 plays 6.", ["20", "2", "6"]],
  ]);
});

test("without a drawing the line and the move of the proof are stepped through", () => {
  const line = steps({ proof: { kind: "line", wins: true, line: ["20", "2"], replies: null, move: "20" } });
  assert.deepEqual(line.map(({ moves }) => moves), [["20"], ["20", "2"]]);
  const division = steps({ proof: { kind: "heaps", wins: true, factors: [], factors_after: [], move: "36/2" } });
  assert.deepEqual(division, [{ text: "You play 36 ÷ 2.", numbers: [], moves: ["36/2"] }]);
});

test("a position without a reason has no steps", () => {
  assert.deepEqual(steps({}), []);
  assert.deepEqual(steps({ drawing: plain, proof: { kind: "line", wins: false, line: [], replies: null, move: null } }), []);
});
