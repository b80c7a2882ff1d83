import assert from "node:assert/strict";
import { test } from "node:test";

import { counted, factorText, moveText } from "../src/words";

test("factors are written with exponents", () => {
  assert.equal(factorText([2, 2, 3]), "2²·3");
  assert.equal(factorText([2, 7]), "2·7");
  assert.equal(factorText(Array.from({ length: 10 }, () => 2)), "2¹⁰");
});

test("moves and counts read as people write them", () => {
  assert.equal(moveText(14), "14");
  assert.equal(moveText("48/2"), "48 ÷ 2");
  assert.equal(counted(1, "game"), "1 game");
  assert.equal(counted(0, "game"), "0 games");
});
