import assert from "node:assert/strict";
import { test } from "node:test";

import { KEY_HELP, meaningOf, SHORTCUTS, TypedNumber } from "../src/keys";

const key = (name: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey", boolean>> = {}): Parameters<typeof meaningOf>[0] => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

test("letters are shortcuts, in capitals too", () => {
  assert.deepEqual(meaningOf(key("u")), { kind: "shortcut", shortcut: "undo" });
  assert.deepEqual(meaningOf(key("H")), { kind: "shortcut", shortcut: "hint" });
  assert.deepEqual(meaningOf(key("?")), { kind: "shortcut", shortcut: "help" });
});

test("every key is in the list of keys", () => {
  const listed = KEY_HELP.map(([keys]) => keys);
  assert.deepEqual(Object.keys(SHORTCUTS).filter((each) => !listed.includes(each)), []);
});

test("the browser keeps its own keys", () => {
  assert.equal(meaningOf(key("r", { ctrlKey: true })), null);
  assert.equal(meaningOf(key("a", { metaKey: true })), null);
  assert.equal(meaningOf(key("1", { altKey: true })), null);
  assert.equal(meaningOf(key("Tab")), null);
});

test("digits typed one after another make one number, until a pause", () => {
  const typed = new TypedNumber();
  assert.equal(typed.add("1", 1000), "1");
  assert.equal(typed.add("4", 1400), "14");
  assert.equal(typed.at(1500), "14");
  assert.equal(typed.at(4000), "");
  assert.equal(typed.add("7", 4000), "7");
});

test("Esc forgets what was typed", () => {
  const typed = new TypedNumber();
  typed.add("1", 1000);
  typed.clear();
  assert.equal(typed.add("4", 1100), "4");
});
