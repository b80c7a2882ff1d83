// Where the numbers of a drawing stand. Pure and without chance, so that the same position always looks the same.
//
// Numbers that belong together (a group of the reason, else a connected part of the graph) form a cluster. A cluster stands on
// rings: in natural order, so that a number is quickly found, but partners of a pairing side by side, so that the lines
// between them are short. Clusters are put on shelves like books, the largest first.

import type { Drawing } from "../types";

export const WIDTH = 360;
export const RADIUS = 15;

const SPACING = 34;
const RING_GAP = 40;
const PADDING = 8;
const LABEL_HEIGHT = 20;
const GAP = 10;
const OUTERMOST = WIDTH / 2 - RADIUS - PADDING;

export interface Vertex {
  number: number;
  x: number;
  y: number;
}

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  label: string;
  numbers: number[];
}

export interface Layout {
  width: number;
  height: number;
  vertices: Vertex[];
  frames: Frame[];
}

interface Cluster {
  numbers: number[];
  label: string | null;
}

interface Block {
  cluster: Cluster;
  width: number;
  height: number;
  vertices: Vertex[];
}

export function layout(drawing: Drawing): Layout {
  const neighbours = neighboursOf(drawing);
  const blocks = clustersOf(drawing, neighbours).map((cluster) => blockOf(cluster, drawing, neighbours));
  return shelved(blocks.sort((one, other) => other.height - one.height || other.width - one.width));
}

export function neighboursOf(drawing: Drawing): Map<number, number[]> {
  const neighbours = new Map<number, number[]>(drawing.numbers.map((number) => [number, []]));
  for (const [one, other] of drawing.edges) {
    neighbours.get(one)?.push(other);
    neighbours.get(other)?.push(one);
  }
  return neighbours;
}

function clustersOf(drawing: Drawing, neighbours: Map<number, number[]>): Cluster[] {
  const grouped = new Set(drawing.groups.flatMap((group) => group.numbers));
  const parts = partsOf(drawing.numbers.filter((number) => !grouped.has(number)), neighbours);
  const clusters: Cluster[] = parts.filter((part) => part.length > 1).map((numbers) => ({ numbers, label: null }));
  const alone = parts.filter((part) => part.length === 1).flat();
  if (alone.length > 0) clusters.push({ numbers: alone, label: null });
  return [...clusters, ...framedClusters(drawing)];
}

function framedClusters(drawing: Drawing): Cluster[] {
  return framedGroups(drawing).map(({ numbers, isEach, worth }, index) => {
    if (isInWords(worth)) return { numbers, label: letterOf(index) };
    return { numbers, label: `worth ${worth}${isEach ? " each" : ""}` };
  });
}

export interface FramedGroup {
  numbers: number[];
  worth: string;
  /** Whether it stands for several groups of one number each. */
  isEach: boolean;
}

/** Groups of one number that are worth the same share a frame: ten frames with one number each say less than one. */
export function framedGroups({ groups }: Drawing): FramedGroup[] {
  const framed: FramedGroup[] = groups.filter(({ numbers }) => numbers.length > 1).map((group) => ({ ...group, isEach: false }));
  const single = new Map<string, number[]>();
  for (const { numbers, worth } of groups) {
    if (numbers.length === 1) single.set(worth, [...(single.get(worth) ?? []), ...numbers]);
  }
  for (const [worth, numbers] of single) framed.push({ numbers, worth, isEach: numbers.length > 1 });
  return framed;
}

/** What a group is worth may be a sentence. It does not fit a frame: the frame then has a letter, and the sentence a legend. */
export const isInWords = (worth: string): boolean => worth.includes(" ");

export const letterOf = (index: number): string => String.fromCharCode("A".charCodeAt(0) + index);

function partsOf(numbers: number[], neighbours: Map<number, number[]>): number[][] {
  const left = new Set(numbers);
  const parts: number[][] = [];
  for (const start of numbers) {
    if (!left.delete(start)) continue;
    const part = [start];
    for (const number of part) part.push(...(neighbours.get(number) ?? []).filter((next) => left.delete(next)));
    parts.push(part);
  }
  return parts;
}

function blockOf(cluster: Cluster, drawing: Drawing, neighbours: Map<number, number[]>): Block {
  const members = new Set(cluster.numbers);
  const isJoined = drawing.edges.some(([one, other]) => members.has(one) && members.has(other));
  const vertices = isJoined && members.size > 2 ? onRings(cluster.numbers, drawing, neighbours) : inRows(cluster.numbers);
  const left = Math.min(...vertices.map(({ x }) => x));
  const top = Math.min(...vertices.map(({ y }) => y));
  const margin = RADIUS + PADDING;
  const extent = (coordinates: number[]) => Math.max(...coordinates) - Math.min(...coordinates) + 2 * margin;
  return {
    cluster,
    width: Math.max(extent(vertices.map(({ x }) => x)), (cluster.label?.length ?? 0) * 8 + 2 * PADDING),
    height: extent(vertices.map(({ y }) => y)) + (cluster.label ? LABEL_HEIGHT : 0),
    vertices: vertices.map(({ number, x, y }) => ({ number, x: x - left + margin, y: y - top + margin })),
  };
}

function inRows(numbers: number[]): Vertex[] {
  const inOrder = [...numbers].sort((one, other) => one - other);
  const perRow = Math.min(Math.floor((WIDTH - 2 * PADDING) / SPACING), Math.max(2, Math.ceil(Math.sqrt(3 * inOrder.length))));
  return inOrder.map((number, index) => ({
    number,
    x: (index % perRow) * SPACING,
    y: Math.floor(index / perRow) * SPACING,
  }));
}

function onRings(numbers: number[], drawing: Drawing, neighbours: Map<number, number[]>): Vertex[] {
  const radii = ringRadii(numbers.length);
  const rings = fillRings(unitsOf(numbers, drawing), radii, neighbours);
  return rings.flatMap((units, index) => {
    const inOrder = units.sort((one, other) => Math.min(...one) - Math.min(...other)).flat();
    return onRing(inOrder, radii[index] ?? 0);
  });
}

function onRing(numbers: number[], radius: number): Vertex[] {
  return numbers.map((number, index) => {
    const angle = (2 * Math.PI * index) / numbers.length - Math.PI / 2;
    return { number, x: rounded(radius * Math.cos(angle)), y: rounded(radius * Math.sin(angle)) };
  });
}

// One ring while it fits the width, then as many inside it as are needed.
function ringRadii(count: number): number[] {
  const single = SPACING / (2 * Math.sin(Math.PI / count));
  if (single <= OUTERMOST) return [Math.max(single, SPACING)];
  const radii: number[] = [];
  let room = 0;
  for (let radius = OUTERMOST; room < count && radius > SPACING; radius -= RING_GAP) {
    radii.push(radius);
    room += capacity(radius);
  }
  return radii;
}

function capacity(radius: number): number {
  return Math.floor(Math.PI / Math.asin(SPACING / (2 * radius)));
}

// Partners stay together; what has most neighbours goes inside, from where it reaches them all. Each ring gets its share.
function fillRings(units: number[][], radii: number[], neighbours: Map<number, number[]>): number[][][] {
  const degree = (unit: number[]) => Math.max(...unit.map((number) => neighbours.get(number)?.length ?? 0));
  const fewestFirst = [...units].sort((one, other) => degree(one) - degree(other) || Math.min(...one) - Math.min(...other));
  const share = units.flat().length / radii.reduce((sum, radius) => sum + radius, 0);
  let next = 0;
  return radii.map((radius, ring) => {
    const room = ring === radii.length - 1 ? Infinity : Math.min(capacity(radius), Math.ceil(share * radius));
    const from = next;
    for (let placed = 0; next < fewestFirst.length; next += 1) {
      placed += fewestFirst[next]?.length ?? 0;
      if (placed > room) break;
    }
    return fewestFirst.slice(from, next);
  });
}

function unitsOf(numbers: number[], drawing: Drawing): number[][] {
  const members = new Set(numbers);
  const pairs = drawing.pairs.filter(([one, other]) => members.has(one) && members.has(other));
  const paired = new Set(pairs.flat());
  return [...pairs.map((pair) => [...pair]), ...numbers.filter((number) => !paired.has(number)).map((number) => [number])];
}

function shelved(blocks: Block[]): Layout {
  const vertices: Vertex[] = [];
  const frames: Frame[] = [];
  let top = 0;
  for (const shelf of shelvesOf(blocks)) {
    let left = (WIDTH - widthOf(shelf)) / 2;
    for (const { cluster, width, height, vertices: members } of shelf) {
      for (const { number, x, y } of members) vertices.push({ number, x: rounded(left + x), y: rounded(top + y) });
      const place = { x: rounded(left), y: rounded(top), width: rounded(width), height: rounded(height) };
      if (cluster.label) frames.push({ ...place, label: cluster.label, numbers: cluster.numbers });
      left += width + GAP;
    }
    top += Math.max(...shelf.map(({ height }) => height)) + GAP;
  }
  return { width: WIDTH, height: rounded(Math.max(0, top - GAP)), vertices, frames };
}

function shelvesOf(blocks: Block[]): Block[][] {
  const shelves: Block[][] = [];
  for (const block of blocks) {
    const last = shelves.at(-1);
    if (last && widthOf([...last, block]) <= WIDTH) last.push(block);
    else shelves.push([block]);
  }
  return shelves;
}

function widthOf(shelf: Block[]): number {
  return shelf.reduce((sum, { width }) => sum + width, (shelf.length - 1) * GAP);
}

function rounded(length: number): number {
  return Math.round(length * 10) / 10;
}
