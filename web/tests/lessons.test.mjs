import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";

import { lessonsIn, lessonsOf } from "../lessons.mjs";
import { plainText } from "../rules-pages.mjs";

const docs = resolve("../docs");
const page = readFileSync(`${docs}/getting-better.md`, "utf8");
const lessons = await lessonsIn(docs);
const exercises = lessons.flatMap((lesson) => lesson.exercises);
const plain = (text) => text.replace(/[*`]/g, "");
const [prose] = page.split("\n## How to go on");

test("every position of the page is in the lessons, and no other", () => {
  const written = [...prose.matchAll(/^\| \d+ \| `([^`]+:[^`]*)` \|/gm)].map(([, notation]) => notation);
  assert.ok(written.length > 20);
  assert.deepEqual(exercises.map(({ notation }) => notation), written);
});

test("every question and every answer of the page is in the lessons, and no other", () => {
  const rows = [...plain(prose).matchAll(/^\| (\d.*) \|$/gm)].map(([, row]) => row.split(" | "));
  const questions = rows.filter((row) => row.length === 4).map(([, , , question]) => question);
  assert.deepEqual(exercises.map(({ question }) => plainText(question)), questions);
  const answers = rows.filter((row) => row.length === 3).map(([, moves, why]) => [moves, why]);
  assert.deepEqual(exercises.map(({ winning, why }) => [winning.join(", ") || "none", plainText(why)]), answers);
});

test("every lesson has its idea and its words from the page", () => {
  const told = plain(page).replaceAll("\n", " ");
  for (const { title, idea, words, exercises: own } of lessons) {
    assert.ok(page.includes(`\n## ${title}\n\n*${plainText(idea)}*\n`));
    assert.ok(words.length > 1);
    for (const { spans } of words) assert.ok(told.includes(plainText(spans)), plainText(spans));
    assert.equal(new Set(own.map(({ notation }) => notation.split(":")[0])).size, 1);
  }
});

const lesson = (positions, answers) => `## A\n\n*Idea.*\n\nWords.\n\n### Positions of A\n\n${positions}\n### Answers for A\n\n${answers}`;
const table = (...rows) => `| | a | b | c |\n|---|---|---|---|\n${rows.map((row) => `| ${row} |\n`).join("")}`;
const short = (...rows) => `| | a | b |\n|---|---|---|\n${rows.map((row) => `| ${row} |\n`).join("")}`;

test("a page that does not hold together stops the build", () => {
  const good = lessonsOf(lesson(table("1 | `a:2-9:` | x | Q?"), short("1 | `7` | W.")));
  assert.deepEqual(good[0].exercises, [{ notation: "a:2-9:", question: ["Q?"], winning: ["7"], why: ["W."] }]);
  assert.throws(() => lessonsOf(lesson(table("1 | `a:2-9:` | x | Q?"), short("2 | `7` | W."))), /order/);
  assert.throws(() => lessonsOf(lesson(table("1 | `a:2-9:` | x | Q?"), short("1 | `7` | W.", "2 | none | W."))), /1 positions and 2/);
  assert.throws(() => lessonsOf(lesson(table("1 | `a:2-9:` | x | Q?"), short("1 | 7 | W."))), /names no move/);
  assert.throws(() => lessonsOf(lesson(table("1 | a | x | Q?"), short("1 | none | W."))), /no notation/);
  assert.throws(() => lessonsOf(lesson("Nothing.\n", "")), /no table/);
});
