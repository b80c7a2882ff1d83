import assert from "node:assert/strict";
import { test } from "node:test";

import { counted, grouped, moveText, partsOf, primePowers, readable, signOf } from "../src/words";

test("a few factors are written out, and more of them with exponents", () => {
  const written = (factors: number[]): string => primePowers(factors).map(([, text]) => text).join("·");
  assert.equal(written([2, 2, 3]), "2·2·3");
  assert.equal(written([2, 2, 2, 2, 3]), "2⁴·3");
  assert.equal(written(Array.from({ length: 10 }, () => 2)), "2¹⁰");
  assert.deepEqual(primePowers([2, 2, 3]).map(([prime]) => prime), [2, 2, 3]);
});

test("long numbers are read in groups of three figures", () => {
  assert.equal(grouped(1000), "1000");
  assert.equal(grouped(963761198400), "963,761,198,400");
  assert.equal(grouped("Leaves 50000 = 2·2·2·2·2·3125."), "Leaves 50,000 = 2·2·2·2·2·3125.");
  assert.equal(moveText("1000000/10", "÷"), "1,000,000 ÷ 10");
});

test("what the server says of a change is written as the page writes it", () => {
  assert.equal(readable("Play 48/16. 1000000/10 wins.", "÷"), "Play 48 ÷ 16. 1,000,000 ÷ 10 wins.");
  assert.equal(readable("Play 48/16.", "−"), "Play 48 − 16.");
  assert.equal(readable("N becomes N / d.", "÷"), "N becomes N / d.");
  assert.equal(readable("Play 10000/16.", undefined), "Play 10,000/16.");
});

test("the sign is the one that the board has", () => {
  assert.equal(signOf({ kind: "numbers", sign: "−", numbers: [], trail: [] }), "−");
  assert.equal(signOf({ kind: "pool", low: 2, high: 20, target: { words: "Match", their_words: "Match", numbers: [] }, cells: [] }), undefined);
});

test("pairs, short calculations and the number of a move are kept together", () => {
  assert.deepEqual(partsOf("Partners: 21-28, 2-4. Play 48 ÷ 16 at move 3."), [
    "Partners: ", "21-28,", " ", "2-4", ". Play ", "48 ÷ 16", " at ", "move 3", ".",
  ]);
  assert.deepEqual(partsOf("9 = 3·3 is short."), ["", "9 = 3·3", " is short."]);
  assert.deepEqual(partsOf("Play 48 − 16."), ["Play ", "48 − 16", "."]);
  const long = "Leaves 1,048,576 = 2·2·2·2·2·2·2·2·2·2·2·2·2·2·2·2·2·2·2·2.";
  assert.deepEqual(partsOf(long), [long]);
});

test("moves and counts read as people write them", () => {
  assert.equal(moveText(14, "÷"), "14");
  assert.equal(moveText("48/2", "÷"), "48 ÷ 2");
  assert.equal(counted(1, "game"), "1 game");
  assert.equal(counted(0, "game"), "0 games");
});
