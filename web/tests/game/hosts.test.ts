import assert from "node:assert/strict";
import { test } from "node:test";

import { isOnlyHere } from "../../src/game/hosts";

test("only the addresses of the device itself cannot be opened elsewhere", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) assert.equal(isOnlyHere(host), true, host);
  for (const host of ["192.168.1.5", "play.example.org", "127.example.org", "localhost.example.org", "[fe80::1]"]) {
    assert.equal(isOnlyHere(host), false, host);
  }
});
