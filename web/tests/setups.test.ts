import assert from "node:assert/strict";
import { test } from "node:test";

import { catalogue } from "../src/catalogue";
import { limitsText, poolSetupOf, poolSetupText, rulesAddress, setupText, severalIn } from "../src/setups";
import type { Catalogue, CatalogueGame } from "../src/types";

test("a setup is told in words, whatever its options", () => {
  assert.equal(setupText("2-20"), "2 to 20");
  assert.equal(setupText("2-30,opening=no-lone-primes"), "2 to 30, first number: no lone primes");
  assert.equal(setupText("60"), "60");
  assert.equal(setupText("36+48+60"), "36 + 48 + 60");
  assert.equal(setupText("2-9,some_thing=new,bare"), "2 to 9, some thing: new, bare");
  assert.equal(setupText("2-30,relation=far-apart,without=7"), "2 to 30, relation: far apart, without 7");
});

test("a relation is told in the words of the catalogue", () => {
  const words = { divides: "one divides the other", "far-apart": "they are far apart" };
  assert.equal(setupText("2-30,relation=divides,without=7+11", words), "2 to 30, linked if one divides the other, without 7 and 11");
  assert.equal(setupText("2-30,relation=far-apart", words), "2 to 30, linked if they are far apart");
});

test("the rules of a game are those of its setup", () => {
  assert.equal(rulesAddress("sums", "60+48,one=no"), "/rules/sums?setup=60%2B48,one=no");
  catalogue.value = { games: [{ name: "sums", default_setup: "60" }] } as Catalogue;
  assert.equal(rulesAddress("sums", "60"), "/rules/sums");
  assert.equal(rulesAddress("sums", "61"), "/rules/sums?setup=61");
  assert.equal(rulesAddress("sums", "6&0"), "/rules/sums?setup=6%260");
});

test("several numbers are told from one number and from a pool", () => {
  assert.equal(severalIn("36+48+60"), "36, 48 and 60");
  assert.equal(severalIn("60+100000"), "60 and 100,000");
  assert.equal(severalIn("60+48,one=no"), "60 and 48");
  for (const setup of ["60", "2-30", "36+", "+36", ""]) assert.equal(severalIn(setup), null);
});

const game = { openings: ["even", "any", "no-lone-primes"], relations: ["divides", "common-factor"] };

test("a pool is taken apart and put together again, half-written ones too", () => {
  for (const setup of [
    "2-20", "2-30,opening=no-lone-primes", "-30", "2-", "-", "2-30,opening=any,relation=far-apart,without=7+11",
    "2-20,pool=odd", "2-20,without=7,pool=odd,bare", "2-20,", "2-20,without=", "2-20,without",
  ]) {
    const taken = poolSetupOf(setup, game);
    assert.ok(taken);
    assert.equal(poolSetupText(taken, game), setup);
  }
  const plain = { low: "2", high: "20", opening: "even", relation: "divides", without: "", others: [] };
  assert.deepEqual(poolSetupOf("2-20", game), plain);
  assert.deepEqual(poolSetupOf("2-20,pool=odd,relation=common-factor,without=7+11", game), {
    ...plain, relation: "common-factor", without: "7, 11", others: ["pool=odd"],
  });
});

test("what the game does anyway is left out of a setup, and numbers may be typed in many ways", () => {
  const pool = poolSetupOf("2-20,opening=even,relation=divides", game);
  assert.ok(pool);
  assert.equal(poolSetupText(pool, game), "2-20");
  for (const without of ["7, 11", "7 11", "7+11", " 7,11, "]) assert.equal(poolSetupText({ ...pool, without }, game), "2-20,without=7+11");
  assert.equal(poolSetupText({ ...pool, without: "seven" }, game), "2-20,without=seven");
});

test("a pool without openings and relations is put together without them", () => {
  const none = { openings: [], relations: [] };
  const pool = poolSetupOf("2-20,odd=yes", none);
  assert.ok(pool);
  assert.equal(poolSetupText(pool, none), "2-20,odd=yes");
});

test("what is no pool is left to the server", () => {
  for (const setup of ["", "60", "36+48", "two to ten"]) assert.equal(poolSetupOf(setup, game), null);
});

test("how large a game may be is told in the server's figures", () => {
  const limits = {
    largest_number: 2000, largest_to_divide: 10 ** 12, most_first_moves: 500, most_moves: 3000, longest_name: 24, longest_match: 100,
  };
  const told = (highest: number): string => limitsText({ highest } as CatalogueGame, limits);
  assert.equal(told(2000), "In the browser, numbers go up to 2,000, and a game has 1 to 500 possible first moves and at most 3,000 moves.");
  assert.match(told(10 ** 12), /up to 1,000,000,000,000, /);
});
