// What a reason says of numbers, drawn on the board: pairs and walks as lines, groups and the order of moves as signs.

import type { Claim } from "../types";
import type { BoardView, Link } from "./view";

/** More lines than these are a tangle. */
const MOST_LINES = 40;

export function drawn(claims: readonly Claim[]): Pick<BoardView, "links" | "signs"> {
  const links = claims.flatMap(linksOf);
  // Groups before a move and after it would have the same letters; those after it are what a move is made for.
  const signed = claims.map(signsOf).filter((signs) => signs.length > 0);
  return { links: links.length > MOST_LINES ? [] : links, signs: new Map(signed.at(-1)) };
}

function linksOf(claim: Claim): Link[] {
  if (claim.kind === "pairs") return claim.pairs.map(([from, to]) => ({ from, to, tie: "", isBad: false }));
  if (claim.kind === "walks") return [...walk(claim.own, false), ...walk(claim.theirs, true)];
  return [];
}

const walk = (numbers: readonly number[], isBad: boolean): Link[] =>
  numbers.slice(1).map((to, index) => ({ from: numbers[index] as number, to, tie: "", isBad }));

type Signed = [move: string, sign: string];

/** A letter for every group, and the place of every move in a line. */
function signsOf(claim: Claim): Signed[] {
  switch (claim.kind) {
    case "groups":
      return severally(claim.groups.map(([numbers]) => numbers));
    case "ahead":
      return severally(claim.groups.map(([own, theirs]) => [...new Set([...own, ...theirs])]));
    case "change-group":
      return lettered([claim.numbers]);
    case "line":
      return claim.moves.map((move, index): Signed => [move, `${index + 1}.`]);
    default:
      return [];
  }
}

type Groups = readonly (readonly number[])[];

/** Numbers that stand alone need no letter, nor does a group that all others belong to. */
function severally(groups: Groups): Signed[] {
  const several = groups.filter((numbers) => numbers.length > 1);
  return several.length > 1 ? lettered(several) : [];
}

const lettered = (groups: Groups): Signed[] =>
  groups.flatMap((numbers, index) => numbers.map((number): Signed => [String(number), String.fromCharCode(65 + (index % 26))]));
