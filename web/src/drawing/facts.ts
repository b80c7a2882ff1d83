// What a drawing shows, in sentences, for whoever cannot or does not want to see it.

import type { Drawing, Verdict } from "../types";
import { VERDICT_WORDS, counted } from "../words";
import { framedGroups, isInWords, letterOf, neighboursOf } from "./layout";

export function drawingLabel(drawing: Drawing): string {
  const { numbers, pairs, groups } = drawing;
  const facts = [`A picture of the ${counted(numbers.length, "number")} in play, joined where ${joinsIn(drawing)}.`];
  if (pairs.length > 0) facts.push(`Thick lines join ${counted(pairs.length, "pair")} of partners.`);
  if (groups.length > 0) facts.push(`Frames hold ${counted(groups.length, "group")} with what each is worth.`);
  if (drawing.move !== null) facts.push(`The number ${drawing.move} is ringed: the reason names it.`);
  return facts.join(" ");
}

export function joinsIn(drawing: Drawing): string {
  return drawing.joins.startsWith("one ") ? drawing.joins : `two numbers ${drawing.joins}`;
}

/** One line for each number: its verdict, its partner, its neighbours. */
export function numberFacts(drawing: Drawing, verdicts?: ReadonlyMap<string, Verdict>): { number: number; text: string }[] {
  const neighbours = neighboursOf(drawing);
  const partners = new Map(drawing.pairs.flatMap(([one, other]) => [[one, other], [other, one]] as [number, number][]));
  return drawing.numbers.map((number) => {
    const joined = [...(neighbours.get(number) ?? [])].sort((one, other) => one - other);
    const verdict = verdicts?.get(String(number));
    const facts = [joined.length > 0 ? `joined with ${joined.join(", ")}` : "joined with no other"];
    if (partners.has(number)) facts.unshift(`partner of ${partners.get(number)}`);
    if (verdict) facts.unshift(VERDICT_WORDS[verdict]);
    return { number, text: facts.join("; ") };
  });
}

export function groupText({ numbers, worth }: { numbers: number[]; worth: string }): string {
  const alone = numbers.length === 1;
  if (isInWords(worth)) return `${numbers.join(", ")}${alone ? " alone" : ""}: ${worth}`;
  return alone ? `${numbers[0]} alone, worth ${worth}` : `${numbers.join(", ")}: together worth ${worth}`;
}

/** What the letters in the frames stand for, where what a group is worth is told in words. */
export function legend(drawing: Drawing): { letter: string; text: string }[] {
  return framedGroups(drawing).flatMap(({ numbers, worth, isEach }, index) =>
    isInWords(worth) ? [{ letter: letterOf(index), text: isEach ? `${numbers.join(", ")}, each: ${worth}` : worth }] : [],
  );
}

/** The graph alone, with nothing that would give an answer away. */
export function withoutReason(drawing: Drawing): Drawing {
  return { ...drawing, pairs: [], groups: [], line: [], move: null };
}

/** Where there are groups, what lies outside them counts for nothing, and its lines would only run across the frames. */
export function edgesToDraw({ edges, groups }: Drawing): [number, number][] {
  if (groups.length === 0) return edges;
  const grouped = new Set(groups.flatMap(({ numbers }) => numbers));
  return edges.filter((ends) => ends.every((end) => grouped.has(end)));
}

/** What the lines, frames and rings of the picture mean. */
export function captionOf(drawing: Drawing, taken: readonly number[]): string {
  const parts = [`Lines: ${joinsIn(drawing)}.`];
  if (drawing.pairs.length > 0) parts.push("Thick lines: partners.");
  if (drawing.groups.length > 0) parts.push("Frames: groups that have nothing to do with one another.");
  if (drawing.groups.length > 0 && hasOutsiders(drawing)) parts.push("What is outside them counts for nothing.");
  const remaining = taken.filter((number) => drawing.numbers.includes(number));
  if (remaining.length > 0) parts.push(`Filled: ${remaining.join(" and ")}, taken already.`);
  if (drawing.move !== null) parts.push(`Double ring: ${drawing.move}, the move that the reason names.`);
  return parts.join(" ");
}

function hasOutsiders({ numbers, groups }: Drawing): boolean {
  const grouped = new Set(groups.flatMap((group) => group.numbers));
  return numbers.some((number) => !grouped.has(number));
}
