import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, choicesIn } from "../../src/home/choices";
import type { CatalogueGame, Level } from "../../src/types";

const game = { name: "sums", recommended_setup: "36+48" } as CatalogueGame;
const levels = [1, 2, 3, 4, 5].map((number) => ({ number, name: `level-${number}` })) as Level[];
const usual = {
  setup: "36+48", opponent: "computer", level: 3, starter: "you", target: "", swap: false, without: [],
} as const;

test("an address that chooses nothing is the usual game", () => {
  assert.deepEqual(choicesIn("", game, levels, 3), usual);
  assert.equal(addressOf(usual, game), "/new/sums");
});

test("what an address chooses is what its choices are written as", () => {
  for (const query of [
    "setup=60%2B48,one=no",
    "level=5",
    "opponent=friend&seat=2&match=3&swap=on",
    "opponent=one-device&seat=coin",
    "setup=2-20&level=1&seat=2&hints=off&analysis=off",
    "setup=",
  ]) {
    assert.equal(addressOf(choicesIn(query, game, levels, 3), game), `/new/sums?${query}`);
  }
  const choices = choicesIn("setup=60+48&level=level-4&hints=off", game, levels, 3);
  assert.deepEqual(choices, { ...usual, setup: "60+48", level: 4, without: ["hints"] });
});

test("what an address says wrongly is as usual", () => {
  assert.deepEqual(choicesIn("level=9&seat=3&opponent=nobody&match=-1&swap=maybe&hints=perhaps", game, levels, 3), usual);
});

test("the level of last time is offered again, and written down", () => {
  assert.equal(addressOf(choicesIn("", game, levels, 5), game), "/new/sums?level=5");
  assert.equal(addressOf(choicesIn("level=tutor", game, levels, 5), game), "/new/sums?level=tutor");
});

test("a level is part of the address only where a computer plays", () => {
  assert.equal(addressOf({ ...usual, opponent: "friend", level: 5 }, game), "/new/sums?opponent=friend");
});
