import assert from "node:assert/strict";
import { test } from "node:test";

import { playedIn } from "../../src/game/played";
import { TUTOR } from "../../src/progress";
import type { Game } from "../../src/types";

const game = (opponent: Partial<Game["players"][number]>, more: Partial<Game> = {}): Game =>
  ({
    id: "k3", game: "factor-clash", games: 2, opponent: "computer", hints: [1, 0], result: { winner: 1, by: "rules" },
    players: [{ name: "Ann" }, { name: "Computer", program: "club", level: 3, ...opponent }], ...more,
  }) as Game;

test("a game against a level counts for its reader, and one against the tutor too", () => {
  assert.deepEqual(playedIn(game({}), [1]), { id: "k3/2", game: "factor-clash", level: 3, isWon: true, hints: 1 });
  assert.equal(playedIn(game({ program: "tutor", level: null }), [1])?.level, TUTOR);
});

test("no other game counts", () => {
  assert.equal(playedIn(game({}, { result: null }), [1]), null);
  assert.equal(playedIn(game({}), []), null);
  assert.equal(playedIn(game({ program: "greedy", level: null }), [1]), null);
  assert.equal(playedIn(game({ program: null, level: null }, { opponent: "friend" }), [1]), null);
});
