import assert from "node:assert/strict";
import { test } from "node:test";

import { grown, longestFrom, runsOf } from "../../src/analysis/moveTree";

const START = "factor-clash:2-20";

const shown = (...lines: string[][]): [number, string[]][] =>
  runsOf(lines.reduce<ReturnType<typeof grown>>((tree, line) => grown(tree, START, line), grown(null, START, [])))
    .map(({ depth, steps }) => [depth, steps.map(({ move }) => move)]);

test("a tree begins empty", () => {
  assert.deepEqual(shown(), []);
});

test("a line that goes on stays one run", () => {
  assert.deepEqual(shown(["15"], ["15", "5"], ["15", "5", "10"]), [[0, ["15", "5", "10"]]]);
});

test("what was tried instead stands below, further in", () => {
  assert.deepEqual(shown(["15", "5", "10"], ["15", "3", "9"], ["2"]), [
    [0, ["15", "5", "10"]],
    [1, ["3", "9"]],
    [1, ["2"]],
  ]);
});

test("variations of a variation stand further in still", () => {
  assert.deepEqual(shown(["15", "5"], ["15", "3", "9"], ["15", "3", "6"]), [
    [0, ["15", "5"]],
    [1, ["3", "9"]],
    [2, ["6"]],
  ]);
});

test("going back loses nothing and changes nothing", () => {
  const tree = grown(null, START, ["15", "5"]);
  assert.equal(grown(tree, START, ["15"]), tree);
});

test("another start begins another tree", () => {
  const tree = grown(grown(null, START, ["15"]), "factor-duel:2-20", ["7"]);
  assert.deepEqual(runsOf(tree).map(({ steps }) => steps.map(({ move }) => move)), [["7"]]);
  assert.equal(tree.start, "factor-duel:2-20");
});

test("every step knows the moves that lead to it", () => {
  const [, second] = runsOf(grown(grown(null, START, ["15", "5"]), START, ["15", "3", "9"]));
  assert.deepEqual(second?.steps.at(-1), { move: "9", ply: 3, path: ["15", "3", "9"] });
});

test("the way forward is what was tried first", () => {
  const tree = grown(grown(null, START, ["15", "5", "10"]), START, ["15", "3"]);
  assert.deepEqual(longestFrom(tree, ["15"]), ["15", "5", "10"]);
  assert.deepEqual(longestFrom(tree, ["15", "3"]), ["15", "3"]);
  assert.deepEqual(longestFrom(tree, ["4"]), ["4"]);
});
