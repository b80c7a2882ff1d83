import assert from "node:assert/strict";
import { test } from "node:test";

import { keptReader, type KeptGame } from "../../src/game/kept";

const kept = (parts: Partial<KeptGame>): KeptGame =>
  ({ opponent: "friend", names: ["Ann", "Player 2"], tokens: { 2: "secret" }, ...parts }) as KeptGame;

test("whoever holds a seat is the reader, with a name or without", () => {
  assert.equal(keptReader(kept({})), 2);
  assert.equal(keptReader(kept({ tokens: { 1: "secret" } })), 1);
  assert.equal(keptReader(kept({ tokens: {} })), null);
});

test("on one device two people read", () => {
  assert.equal(keptReader(kept({ opponent: "one-device", tokens: { 1: "one", 2: "two" } })), null);
});
