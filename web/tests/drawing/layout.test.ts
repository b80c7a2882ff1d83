import assert from "node:assert/strict";
import { test } from "node:test";

import { RADIUS, WIDTH, layout } from "../../src/drawing/layout";
import type { Vertex } from "../../src/drawing/layout";
import type { Drawing } from "../../src/types";

const numbersUpTo = (high: number): number[] => Array.from({ length: high - 1 }, (_, index) => index + 2);

// Which numbers are joined is nothing to the layout: every third pair stands in for a graph with large and small parts.
const inThirds = (one: number, other: number): boolean => (one + other) % 3 === 0;

function drawing(high: number, parts: Partial<Drawing> = {}, isJoined = inThirds): Drawing {
  const numbers = numbersUpTo(high);
  const edges = numbers.flatMap((one) =>
    numbers.filter((other) => one < other && isJoined(one, other)).map((other): [number, number] => [one, other]),
  );
  return { numbers, edges, joins: "share a factor", pairs: [], groups: [], line: [], move: null, ...parts };
}

const distance = (one: Vertex, other: Vertex): number => Math.hypot(one.x - other.x, one.y - other.y);

function assertReadable(of: Drawing): void {
  const { width, height, vertices } = layout(of);
  assert.deepEqual(vertices.map(({ number }) => number).sort((one, other) => one - other), of.numbers);
  for (const [index, one] of vertices.entries()) {
    assert.ok(one.x >= RADIUS && one.x <= width - RADIUS, `${one.number} is cut off at x = ${one.x}`);
    assert.ok(one.y >= RADIUS && one.y <= height - RADIUS, `${one.number} is cut off at y = ${one.y} of ${height}`);
    for (const other of vertices.slice(index + 1)) {
      const isClear = distance(one, other) >= 2 * RADIUS;
      assert.ok(isClear, `${one.number} and ${other.number} overlap with ${of.numbers.length} numbers`);
    }
  }
}

test("no number is cut off or overlaps another, from one number to sixty", () => {
  for (let high = 2; high <= 61; high += 1) {
    assertReadable(drawing(high));
    assertReadable(drawing(high, {}, () => true));
    assertReadable(drawing(high, {}, () => false));
  }
});

test("no number overlaps another when all are partners", () => {
  for (let high = 3; high <= 61; high += 2) {
    const numbers = numbersUpTo(high);
    const half = numbers.length / 2;
    const pairs = numbers.slice(0, half).map((number, index): [number, number] => [number, numbers[half + index] ?? 0]);
    assertReadable(drawing(high, { pairs }, () => true));
  }
});

test("the same drawing has the same layout, however often it is made", () => {
  assert.deepEqual(layout(drawing(40)), layout(drawing(40)));
});

test("partners stand side by side", () => {
  const pairs: [number, number][] = [[2, 17], [3, 11], [5, 20]];
  const { vertices } = layout(drawing(20, { pairs }, () => true));
  const nearest = Math.min(...vertices.slice(1).map((vertex, index) => distance(vertices[index] ?? vertex, vertex)));
  for (const [one, other] of pairs) {
    const ends = [one, other].map((number) => vertices.find((vertex) => vertex.number === number));
    assert.ok(ends[0] && ends[1] && distance(ends[0], ends[1]) < nearest + 1);
  }
});

test("a frame holds its numbers and no others, and frames keep apart", () => {
  const groups = [
    { numbers: [2, 4, 6, 8, 10, 12], worth: "3" },
    { numbers: [3, 9], worth: "1" },
    { numbers: [5], worth: "1" },
    { numbers: [7], worth: "1" },
    { numbers: [11], worth: "0" },
  ];
  const { frames, vertices } = layout(drawing(12, { groups }, (one, other) => one % 2 === other % 2));
  for (const frame of frames) {
    const inside = vertices
      .filter(({ x, y }) => x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height)
      .map(({ number }) => number);
    assert.deepEqual(inside.sort((one, other) => one - other), [...frame.numbers].sort((one, other) => one - other));
    assert.ok(frame.x >= 0 && frame.x + frame.width <= WIDTH);
  }
});

test("lone numbers that are worth the same share a frame", () => {
  const groups = [5, 7, 11].map((number) => ({ numbers: [number], worth: "1" }));
  const { frames } = layout(drawing(11, { groups }));
  assert.deepEqual(frames.map(({ label, numbers }) => [label, numbers]), [["worth 1 each", [5, 7, 11]]]);
});

test("a frame is never wider than the picture, however long it takes to say what it is worth", () => {
  const groups = [{ numbers: [2, 4, 6], worth: "you are 2 moves ahead, and there is one move for whoever comes first" }];
  const { frames } = layout(drawing(6, { groups }, () => true));
  assert.deepEqual(frames.map(({ label, width }) => [label, width <= WIDTH]), [["A", true]]);
});

test("an empty drawing has no height", () => {
  assert.deepEqual(layout(drawing(1)), { width: WIDTH, height: 0, vertices: [], frames: [] });
});
