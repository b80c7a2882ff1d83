import assert from "node:assert/strict";
import { test } from "node:test";

import { placeOf, routeOf } from "../src/routes";

test("every address of the site has its page", () => {
  assert.deepEqual(routeOf("/"), { page: "home" });
  assert.deepEqual(routeOf("/new/factor-clash"), { page: "new", game: "factor-clash", query: "" });
  assert.deepEqual(routeOf("/new/factor-clash?level=5"), { page: "new", game: "factor-clash", query: "level=5" });
  assert.deepEqual(routeOf("/games/k3x"), { page: "game", id: "k3x" });
  assert.deepEqual(routeOf("/games/k3x/review"), { page: "game-review", id: "k3x" });
  assert.deepEqual(routeOf("/learn"), { page: "learn", game: null });
  assert.deepEqual(routeOf("/learn/frenzy"), { page: "learn", game: "frenzy" });
  assert.deepEqual(routeOf("/about/frenzy"), { page: "about", game: "frenzy", setup: null });
  assert.deepEqual(routeOf("/rules/frenzy"), { page: "rules", game: "frenzy", setup: null });
});

test("rules may be those of a setup, whose signs need no escape", () => {
  const rules = { page: "rules", game: "frenzy", setup: "2-30,relation=divides,without=7+11" };
  assert.deepEqual(routeOf("/rules/frenzy?setup=2-30,relation=divides,without=7+11"), rules);
  assert.deepEqual(routeOf("/rules/frenzy?setup=2-30%2Crelation%3Ddivides%2Cwithout%3D7%2B11"), rules);
  assert.deepEqual(routeOf("/rules/frenzy?other=yes"), { page: "rules", game: "frenzy", setup: null });
  assert.deepEqual(routeOf("/analysis/clash:2-20:15?why=5"), { page: "analysis", notation: "clash:2-20:15" });
});

test("a notation keeps its slashes, its signs and its empty line of moves", () => {
  assert.deepEqual(routeOf("/analysis/divisor-duel:36+12:36/2"), { page: "analysis", notation: "divisor-duel:36+12:36/2" });
  assert.deepEqual(routeOf("/review/factor-clash:2-30,opening=no-lone-primes:"), {
    page: "review",
    notation: "factor-clash:2-30,opening=no-lone-primes:",
  });
  assert.deepEqual(routeOf("/analysis/factor-clash%3A2-20%3A15%2C5"), { page: "analysis", notation: "factor-clash:2-20:15,5" });
});

test("a broken escape is passed on and does not break the page", () => {
  assert.deepEqual(routeOf("/analysis/%E0%A4%A"), { page: "analysis", notation: "%E0%A4%A" });
});

test("any other address is missing", () => {
  for (const path of ["/new", "/new/", "/games/", "/games/a/b", "/games/a/review/b", "/analysis/", "/elsewhere/x"]) {
    assert.deepEqual(routeOf(path), { page: "missing" }, path);
  }
});

test("choosing is done in one place, whatever is chosen", () => {
  assert.equal(placeOf(routeOf("/new/factor-clash")), placeOf(routeOf("/new/factor-clash?level=5")));
});

test("another position on the analysis board is the same place, another game is another", () => {
  assert.equal(placeOf(routeOf("/analysis/clash:2-20:")), placeOf(routeOf("/analysis/clash:2-20:15")));
  assert.notEqual(placeOf(routeOf("/games/a")), placeOf(routeOf("/games/b")));
  assert.notEqual(placeOf(routeOf("/rules/a?setup=2-9")), placeOf(routeOf("/rules/a")));
  assert.notEqual(placeOf(routeOf("/games/a")), placeOf(routeOf("/games/a/review")));
});
