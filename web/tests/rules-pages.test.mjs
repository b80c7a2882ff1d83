import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";

import { blocksOf, plainText, rulesPages, spansOf } from "../rules-pages.mjs";

const docs = resolve("../docs");
const games = [
  "divisor-duel", "divisor-game", "factor-challenge", "factor-clash", "factor-duel", "factor-frenzy", "juniper-green",
];
const pages = await rulesPages(docs);

const words = (text) => text.match(/[\p{Letter}\p{Number}]+/gu) ?? [];
const sourceOf = (game) => readFileSync(join(docs, `${game}.md`), "utf8");

function textOf(block) {
  switch (block.kind) {
    case "code":
      return block.text;
    case "list":
      return block.items.map(plainText).join(" ");
    case "table":
      return [block.head, ...block.rows].flat().map(plainText).join(" ");
    default:
      return plainText(block.spans);
  }
}

function textOfPage(page) {
  const sections = page.sections.map((section) => [section.title, ...section.blocks.map(textOf)].join(" "));
  return [page.title, ...page.intro.map(textOf), ...sections].join(" ");
}

// What a link points to and the language of a code block are no words of the page.
function wordsOfSource(markdown) {
  return words(markdown.replace(/\]\([^)]*\)/g, "]").replace(/^```\w*$/gm, ""));
}

test("every game with rules among the documentation has its page", () => {
  assert.deepEqual(Object.keys(pages).sort(), games);
});

for (const game of games) {
  test(`no word of ${game} is dropped or added, and their order stays`, () => {
    assert.deepEqual(words(textOfPage(pages[game])), wordsOfSource(sourceOf(game)));
  });

  test(`the pages of ${game} have no mark of the source left in their text`, () => {
    const prose = [...pages[game].intro, ...pages[game].sections.flatMap((section) => section.blocks)]
      .filter((block) => block.kind !== "code");
    for (const block of prose) assert.doesNotMatch(textOf(block), /`|\*|\]\(|\|/);
  });

  test(`the sections that the rules page of ${game} names are there`, () => {
    const ids = pages[game].sections.map((section) => section.id);
    for (const id of ["rules", "example", "what-is-known"]) assert.ok(ids.includes(id), id);
  });
}

test("spans are typed", () => {
  assert.deepEqual(spansOf("a `b` *c* **d** [e `f`](#g)."), [
    "a ", { code: "b" }, " ", { emphasis: ["c"] }, " ", { strong: ["d"] }, " ", { link: "#g", spans: ["e ", { code: "f" }] }, ".",
  ]);
});

test("a list item goes on in an indented line", () => {
  assert.deepEqual(blocksOf("- a\n  b\n- c\n"), [{ kind: "list", items: [["a b"], ["c"]] }]);
});

test("a link to a page that is not served keeps its words", () => {
  const links = JSON.stringify(pages).match(/"link":"[^"]*"/g);
  assert.ok(links.length > 0);
  for (const link of links) assert.match(link, /"link":"(#|https:\/\/|\/rules\/|\/about\/)/);
  assert.match(textOfPage(pages["factor-clash"]), /The notation has the details/);
});

for (const unknown of ["1. numbered", "> quoted", "<b>html</b>", "![picture](a.png)", "    indented", "* starred"]) {
  test(`a construct that is not known stops the build: ${unknown}`, () => {
    assert.throws(() => blocksOf(unknown), /not understood/);
  });
}

test("a crooked table stops the build", () => {
  assert.throws(() => blocksOf("| a | b |\n|---|---|\n| c |\n"), /number of cells/);
});
