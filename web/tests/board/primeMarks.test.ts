import assert from "node:assert/strict";
import { test } from "node:test";

import { markOf } from "../../src/board/primeMarks";

test("no two primes up to 150 have the same mark", () => {
  const primes = Array.from({ length: 149 }, (_, index) => index + 2).filter((number) => {
    for (let divisor = 2; divisor < number; divisor++) if (number % divisor === 0) return false;
    return true;
  });
  const looks = primes.map((prime) => `${markOf(prime).path} ${markOf(prime).style}`);
  assert.equal(new Set(looks).size, primes.length);
});

test("a prime beyond every pool has a mark at once", () => {
  assert.ok(markOf(999_999_999_989).path.length > 0);
});
