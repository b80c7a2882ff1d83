import assert from "node:assert/strict";
import { test } from "node:test";

import { NOTHING, recorded, starsOf, suggestedLevel, TUTOR, type Played, type Progress } from "../src/progress";

const CLASH = "factor-clash";
let count = 0;

const after = (before: Progress, ...games: Partial<Played>[]): Progress =>
  games.reduce((kept, played) => recorded(kept, { id: `k${count++}/1`, game: CLASH, level: 3, isWon: true, hints: 0, ...played }), before);

test("the first win against a level earns its star, and no later one does", () => {
  const first = after(NOTHING, { id: "a/1" });
  assert.deepEqual(starsOf(first, CLASH), [3]);
  assert.equal(first.starredIn, "a/1");
  const second = after(first, { id: "b/1" });
  assert.deepEqual(starsOf(second, CLASH), [3]);
  assert.equal(second.starredIn, "a/1");
  assert.deepEqual(starsOf(after(second, { level: 1 }), CLASH), [3, 1]);
  assert.deepEqual(starsOf(second, "factor-duel"), []);
});

test("a loss, a win with a hint and a win against the tutor earn none", () => {
  assert.deepEqual(starsOf(after(NOTHING, { isWon: false }, { hints: 1 }, { level: TUTOR }), CLASH), []);
});

test("a game counts once, however often it is seen", () => {
  const twice = after(NOTHING, { id: "a/1", isWon: false }, { id: "a/1" });
  assert.deepEqual(starsOf(twice, CLASH), []);
  assert.deepEqual(twice.counted, ["a/1"]);
});

test("three wins in a row suggest the next level, and three losses the one before", () => {
  const won = { isWon: true };
  const lost = { isWon: false };
  const suggested = (...games: Partial<Played>[]): number | null => suggestedLevel(after(NOTHING, ...games), CLASH, 5);
  assert.equal(suggested(won, won), null);
  assert.equal(suggested(won, won, won), 4);
  assert.equal(suggested(lost, lost, lost), 2);
  assert.equal(suggested(won, won, lost, won), null);
  assert.equal(suggested(won, won, { level: 4 }), null);
  assert.equal(suggested(won, won, { game: "factor-duel" }, won), 4);
});

test("above the highest level and below the tutor there is nothing", () => {
  const row = (level: number, isWon: boolean): Progress => after(NOTHING, ...Array<Partial<Played>>(3).fill({ level, isWon }));
  assert.equal(suggestedLevel(row(5, true), CLASH, 5), null);
  assert.equal(suggestedLevel(row(1, false), CLASH, 5), TUTOR);
  assert.equal(suggestedLevel(row(TUTOR, true), CLASH, 5), 1);
  assert.equal(suggestedLevel(row(TUTOR, false), CLASH, 5), null);
});
