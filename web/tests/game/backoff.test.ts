import assert from "node:assert/strict";
import { test } from "node:test";

import { delayBefore } from "../../src/game/backoff";

test("attempts to reconnect come after half a second, then ever more seldom, and at least every ten seconds", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 50].map((attempt) => delayBefore(attempt, 1)), [500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
});

test("chance spreads the attempts of many pages over a fifth of the wait", () => {
  assert.equal(delayBefore(0, 0), 400);
  assert.equal(delayBefore(9, 0), 8000);
});
