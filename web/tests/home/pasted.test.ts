import assert from "node:assert/strict";
import { test } from "node:test";

import { pastedAs } from "../../src/home/pasted";

test("a notation may be pasted bare, broken over lines, or as an address", () => {
  const expected = { kind: "notation", notation: "divisor-duel:36+12:36/2" };
  assert.deepEqual(pastedAs("  divisor-duel:36+12:36/2\n"), expected);
  assert.deepEqual(pastedAs("divisor-duel:36+12:\n36/2"), expected);
  assert.deepEqual(pastedAs("http://localhost:8000/analysis/divisor-duel:36+12:36/2"), expected);
  assert.deepEqual(pastedAs("https://games.example/review/divisor-duel%3A36+12%3A36/2"), expected);
});

test("a record begins with a brace, and blank text is nothing", () => {
  assert.equal(pastedAs('{"version": 1}\n{"move": 5}').kind, "record");
  assert.equal(pastedAs(" \n").kind, "nothing");
});
