// Words and signs that several pages share, so that nothing is told by colour alone.

import type { Board, Move, MoveLabel, Player, Sign, Verdict } from "./types";

export const SIGNS: Record<Verdict, string> = { win: "✓", loss: "✕", unknown: "?" };
export const VERDICT_WORDS: Record<Verdict, string> = { win: "wins", loss: "loses", unknown: "unknown" };
export const SHAPES: Record<Player, string> = { 1: "●", 2: "◆" };

export const LABEL_WORDS: Record<MoveLabel, string> = {
  best: "Best",
  "only move": "Only move",
  "missed win": "Missed win",
  mistake: "Mistake",
  "lost anyway": "Lost anyway",
  unknown: "Unknown",
};

/** How a reader who has given no name is called beside those who have. */
export const YOU = "you";

export const other = (player: Player): Player => (player === 1 ? 2 : 1);

/** "1 number", "2 numbers". */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Text without names in it, its long numbers in groups of three figures: 1,000,000. */
export const grouped = (text: string | number): string =>
  String(text).replace(/\d{5,}/g, (figures) => figures.replace(/\B(?=(\d{3})+$)/g, ","));

/** The sign between a number and what is chosen for it; none where numbers are taken. */
export const signOf = (board: Board): Sign => (board.kind === "numbers" ? board.sign : undefined);

/** What the server says of moves, without names in it, as people write it: 48 ÷ 2 or 48 − 2 for 48/2. */
export const readable = (text: string, sign: Sign): string => grouped(sign ? text.replace(/(\d)\/(\d)/g, `$1 ${sign} $2`) : text);

/** How a move is written: 14, or 48 ÷ 2. */
export const moveText = (move: Move, sign: Sign): string => readable(String(move), sign);

export const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** What is read as one: 21-28, 48 ÷ 2, 48 − 2, 9 = 3·3, move 7. Longer ones may have to be broken on a narrow screen. */
const WHOLE = /(\b(?:\d[\d,]{0,8}(?:-| [÷−=] )\d[\d,·+]{0,8}(?![\d·])|move \d{1,3}\b))/;

/** A sentence in parts: every second one, from the second, is not to be broken at the end of a line. */
export const partsOf = (sentence: string): string[] => sentence.split(WHOLE);

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** More prime factors are written with exponents. */
const MOST_WRITTEN_OUT = 4;

/** Prime factors, each as it is written: 2, 2 and 3 for [2, 2, 3], and 2⁵ and 3 for [2, 2, 2, 2, 2, 3]. */
export function primePowers(factors: readonly number[]): [prime: number, text: string][] {
  if (factors.length <= MOST_WRITTEN_OUT) return factors.map((prime) => [prime, String(prime)]);
  const exponents = new Map<number, number>();
  for (const prime of factors) exponents.set(prime, (exponents.get(prime) ?? 0) + 1);
  return [...exponents].map(([prime, exponent]) => [prime, exponent === 1 ? `${prime}` : `${prime}${raised(exponent)}`]);
}

const raised = (exponent: number): string => [...String(exponent)].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
