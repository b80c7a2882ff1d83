import assert from "node:assert/strict";
import { test } from "node:test";

import { counted, factorText, grouped, moveText, partsOf, readable, signOf } from "../src/words";

test("factors are written with exponents", () => {
  assert.equal(factorText([2, 2, 3]), "2²·3");
  assert.equal(factorText([2, 7]), "2·7");
  assert.equal(factorText(Array.from({ length: 10 }, () => 2)), "2¹⁰");
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
  assert.equal(signOf({ kind: "pool", low: 2, high: 20, cells: [] }), undefined);
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
