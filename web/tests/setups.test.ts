import assert from "node:assert/strict";
import { test } from "node:test";

import { poolSetupOf, poolSetupText, setupText } from "../src/setups";

test("a setup is told in words, whatever its options", () => {
  assert.equal(setupText("2-20"), "2 to 20");
  assert.equal(setupText("2-30,opening=no-lone-primes"), "2 to 30, opening: no lone primes");
  assert.equal(setupText("60"), "60");
  assert.equal(setupText("36+48+60"), "36 + 48 + 60");
  assert.equal(setupText("2-9,some_thing=new,bare"), "2 to 9, some thing: new, bare");
});

test("a pool is taken apart and put together again, half-written ones too", () => {
  for (const setup of ["2-20", "2-30,opening=no-lone-primes", "-30", "2-", "-"]) {
    const taken = poolSetupOf(setup);
    assert.ok(taken);
    assert.equal(poolSetupText(taken), setup);
  }
  assert.deepEqual(poolSetupOf("2-20"), { low: "2", high: "20", opening: "any" });
});

test("what is no pool is left to the server", () => {
  for (const setup of ["", "60", "36+48", "2-20,pool=odd", "two to ten"]) assert.equal(poolSetupOf(setup), null);
});
