import assert from "node:assert/strict";
import { test } from "node:test";

import { judgedIn, marked, namesOf, type BoardView } from "../../src/board/view";
import type { Position } from "../../src/types";

const position: Position = {
  game: "any", setup: "any", moves: [], to_move: 1, legal: [], over: false, winner: null, notation: "any:any:", title: "Any",
  requirement: "", objections: {}, board: { kind: "numbers", sign: "÷", numbers: [], trail: [] },
};
const player = { player: 1 as const, name: "Ann" };

const view: BoardView = {
  position,
  picksBy: () => ({ owner: player, maker: player }),
  marks: new Map([...marked("hinted", 6, "48/2"), ...marked("reply", undefined), ...marked("better", 10, null)]),
  verdicts: new Map([["10", "win"], ["12", "loss"]]),
  pending: { move: 12, player: 2 },
};

test("what is said of a move is looked up by how it is written", () => {
  assert.equal(judgedIn(view, 6), ", pointed out");
  assert.equal(judgedIn(view, "48/2"), ", pointed out");
  assert.equal(judgedIn(view, 10), ", better, wins");
  assert.equal(judgedIn(view, 7), "");
});

test("a mark, a verdict and being on its way show in the look of a move", () => {
  assert.deepEqual(namesOf(view, 6), ["hinted"]);
  assert.deepEqual(namesOf(view, 10), ["better", "judged-win"]);
  assert.deepEqual(namesOf(view, 12), ["judged-loss", "pending", "player-2"]);
});

test("what is only spoken of has no word of its own", () => {
  assert.equal(judgedIn({ ...view, marks: marked("named", 6), verdicts: undefined }, 6), "");
});
