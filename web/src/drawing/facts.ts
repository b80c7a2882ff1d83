// What a drawing shows, in sentences, for whoever cannot or does not want to see it.

import type { Drawing, Verdict } from "../types";
import { VERDICT_WORDS, counted } from "../words";
import { framedGroups, isInWords, letterOf, neighboursOf } from "./layout";

export function drawingLabel(drawing: Drawing): string {
  const facts = [`A picture of the ${counted(drawing.numbers.length, "number")} in play, joined where ${joinsIn(drawing)}.`];
  if (drawing.pairs.length > 0) facts.push(`Thick lines join ${counted(drawing.pairs.length, "pair")} of partners.`);
  if (drawing.groups.length > 0) facts.push(`${counted(drawing.groups.length, "group")} stand in frames with what they are worth.`);
  if (drawing.move !== null) facts.push(`The number ${drawing.move} is ringed: the reason names it.`);
  return facts.join(" ");
}

export function joinsIn(drawing: Drawing): string {
  return drawing.joins.startsWith("share") ? `two numbers ${drawing.joins}` : drawing.joins;
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
