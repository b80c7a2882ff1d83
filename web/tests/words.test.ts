import assert from "node:assert/strict";
import { test } from "node:test";

import { counted, factorText, grouped, moveText } from "../src/words";

test("factors are written with exponents", () => {
  assert.equal(factorText([2, 2, 3]), "2²·3");
  assert.equal(factorText([2, 7]), "2·7");
  assert.equal(factorText(Array.from({ length: 10 }, () => 2)), "2¹⁰");
});

test("long numbers are read in groups of three figures", () => {
  assert.equal(grouped(1000), "1000");
  assert.equal(grouped(963761198400), "963,761,198,400");
  assert.equal(grouped("Leaves 50000 = 2·2·2·2·2·3125."), "Leaves 50,000 = 2·2·2·2·2·3125.");
  assert.equal(moveText("1000000/10"), "1,000,000 ÷ 10");
});

test("moves and counts read as people write them", () => {
  assert.equal(moveText(14), "14");
  assert.equal(moveText("48/2"), "48 ÷ 2");
  assert.equal(counted(1, "game"), "1 game");
  assert.equal(counted(0, "game"), "0 games");
});
