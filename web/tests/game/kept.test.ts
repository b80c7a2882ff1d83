import assert from "node:assert/strict";
import { test } from "node:test";

import { unnamedReader, type KeptGame } from "../../src/game/kept";

const kept = (parts: Partial<KeptGame>): KeptGame =>
  ({ opponent: "friend", names: ["Ann", "Player 2"], tokens: { 2: "secret" }, ...parts }) as KeptGame;

test("whoever holds a seat without a name is known by it", () => {
  assert.equal(unnamedReader(kept({})), 2);
  assert.equal(unnamedReader(kept({ tokens: { 1: "secret" } })), null);
  assert.equal(unnamedReader(kept({ names: ["Player 1", "Computer"], opponent: "computer", tokens: { 1: "secret" } })), 1);
});

test("on one device two people read", () => {
  assert.equal(unnamedReader(kept({ opponent: "one-device", tokens: { 1: "one", 2: "two" } })), null);
});
