import assert from "node:assert/strict";
import { test } from "node:test";

import { limitsText, poolSetupOf, poolSetupText, setupText, severalIn } from "../src/setups";
import type { CatalogueGame } from "../src/types";

test("a setup is told in words, whatever its options", () => {
  assert.equal(setupText("2-20"), "2 to 20");
  assert.equal(setupText("2-30,opening=no-lone-primes"), "2 to 30, opening: no lone primes");
  assert.equal(setupText("60"), "60");
  assert.equal(setupText("36+48+60"), "36 + 48 + 60");
  assert.equal(setupText("2-9,some_thing=new,bare"), "2 to 9, some thing: new, bare");
});

test("several numbers are told from one number and from a pool", () => {
  assert.equal(severalIn("36+48+60"), "36, 48 and 60");
  assert.equal(severalIn("60+100000"), "60 and 100,000");
  for (const setup of ["60", "2-30", "36+", "+36", ""]) assert.equal(severalIn(setup), null);
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

test("how large a game may be is told in the server's figures", () => {
  const limits = { largest_number: 2000, largest_to_divide: 10 ** 12, most_first_moves: 500, longest_name: 24, longest_match: 100 };
  const told = (has_pool: boolean): string => limitsText({ has_pool } as CatalogueGame, limits);
  assert.equal(told(true), "In the browser, numbers go up to 2,000, and a game has 1 to 500 possible first moves.");
  assert.match(told(false), /up to 1,000,000,000,000, /);
});
