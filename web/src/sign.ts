// What the moves of a board do to a number, as a sign and in words.

import type { Board, Sign } from "./types";

interface Change {
  number: number;
  divisor: number;
  leaves: number;
}

/** The sign between a number and what is chosen for it, read from what moves leave or have left. */
export function signOf(board: Board): Sign {
  // 4 ÷ 2 and 4 − 2 leave the same.
  const isSubtraction = ({ number, divisor, leaves }: Change): boolean =>
    number - divisor === leaves && divisor * leaves !== number;
  return changesOf(board).some(isSubtraction) ? "−" : "÷";
}

function changesOf(board: Board): Change[] {
  if (board.kind === "pool") return [];
  const possible = board.numbers.flatMap(({ number, divisors }) => divisors.map((each) => ({ number, ...each })));
  const made = board.trail.slice(1).map(({ numbers, move }, index) => {
    const before = board.trail[index]?.numbers ?? [];
    const place = before.findIndex((number, at) => number !== numbers[at]);
    return { number: before[place] ?? 0, divisor: Number(String(move).split("/").at(-1)), leaves: numbers[place] ?? 0 };
  });
  return [...possible, ...made];
}

/** What to do with a number, before the divisors to do it with. */
export const commandFor = (sign: Sign, number: string): string => (sign === "÷" ? `Divide ${number} by` : `Subtract from ${number}`);
