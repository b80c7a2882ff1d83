import assert from "node:assert/strict";
import { test } from "node:test";

import { captionOf, drawingLabel, edgesToDraw, groupText, legend, numberFacts, withoutReason } from "../../src/drawing/facts";
import type { Drawing, Verdict } from "../../src/types";

const drawing: Drawing = {
  numbers: [2, 4, 6, 11],
  edges: [[4, 6], [2, 4], [2, 6]],
  joins: "share a factor",
  pairs: [[2, 6]],
  groups: [],
  line: [],
  move: "4",
};

test("the label tells what is joined, paired and named", () => {
  assert.equal(
    drawingLabel(drawing),
    "A picture of the 4 numbers in play, joined where two numbers share a factor. Thick lines join 1 pair of partners. " +
      "The number 4 is ringed: the reason names it.",
  );
  assert.match(drawingLabel({ ...drawing, joins: "one divides the other" }), /joined where one divides the other\./);
  assert.match(drawingLabel({ ...drawing, joins: "add up to a square" }), /joined where two numbers add up to a square\./);
});

test("every number has its verdict, partner and neighbours in words", () => {
  const verdicts = new Map<string, Verdict>([["2", "loss"], ["4", "win"], ["11", "unknown"]]);
  assert.deepEqual(numberFacts(drawing, verdicts), [
    { number: 2, text: "loses; partner of 6; joined with 4, 6" },
    { number: 4, text: "wins; joined with 2, 6" },
    { number: 6, text: "partner of 2; joined with 2, 4" },
    { number: 11, text: "unknown; joined with no other" },
  ]);
});

test("a group says what it is worth", () => {
  assert.equal(groupText({ numbers: [5, 10], worth: "1" }), "5, 10: together worth 1");
  assert.equal(groupText({ numbers: [11], worth: "*" }), "11 alone, worth *");
  assert.equal(groupText({ numbers: [2, 4], worth: "you are 2 moves ahead" }), "2, 4: you are 2 moves ahead");
});

test("what a group is worth in words goes into a legend with letters", () => {
  const groups = [
    { numbers: [11], worth: "one move for whoever comes first" },
    { numbers: [2, 4], worth: "you are 2 moves ahead" },
    { numbers: [13], worth: "one move for whoever comes first" },
  ];
  assert.deepEqual(legend({ ...drawing, groups }), [
    { letter: "A", text: "you are 2 moves ahead" },
    { letter: "B", text: "11, 13, each: one move for whoever comes first" },
  ]);
  assert.deepEqual(legend({ ...drawing, groups: [{ numbers: [2, 4], worth: "1" }] }), []);
});

test("the graph alone tells nothing of the answer", () => {
  const groups = [{ numbers: [2, 4], worth: "1" }];
  const bare = withoutReason({ ...drawing, groups, line: ["4"] });
  assert.deepEqual(bare, { ...drawing, pairs: [], groups: [], line: [], move: null });
});

test("lines to what is outside every group are left out, and the caption says why", () => {
  const grouped = { ...drawing, groups: [{ numbers: [4, 6], worth: "1" }] };
  assert.deepEqual(edgesToDraw(drawing), drawing.edges);
  assert.deepEqual(edgesToDraw(grouped), [[4, 6]]);
  assert.match(captionOf(grouped, []), /What is outside them counts for nothing\./);
});

test("the caption names what was taken and is still drawn", () => {
  assert.equal(
    captionOf(drawing, [2, 15]),
    "Lines: two numbers share a factor. Thick lines: partners. Filled: 2, taken already. " +
      "Double ring: 4, the move that the reason names.",
  );
});
