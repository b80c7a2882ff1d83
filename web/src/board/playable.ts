import type { Position } from "../types";
import { grouped } from "../words";

const NOTHING = "There is nothing to play.";

/** What can be played, in a sentence. */
export function playableText({ board }: Pick<Position, "board">): string {
  if (board.kind === "pool") {
    const free = board.cells.filter(({ status }) => status === "free").map(({ number }) => number);
    return free.length === 0 ? NOTHING : `You can play ${listed(free)}.`;
  }
  const changeable = board.numbers.filter(({ divisors }) => divisors.length > 0);
  const told = changeable.map(({ command, divisors }) => `${command} ${listed(divisors.map(({ divisor }) => divisor))}.`);
  return told.length === 0 ? NOTHING : grouped(told.join(" "));
}

/** Ascending numbers, with many in a row as "4 to 9". */
function listed(numbers: readonly number[]): string {
  const rows: number[][] = [];
  for (const number of numbers) {
    const row = rows.at(-1);
    if (row?.at(-1) === number - 1) row.push(number);
    else rows.push([number]);
  }
  const parts = rows.flatMap((row) => (row.length > 2 ? [`${row[0]} to ${row.at(-1)}`] : row.map(String)));
  return parts.join(", ").replace(/, ([^,]+)$/, " or $1");
}
