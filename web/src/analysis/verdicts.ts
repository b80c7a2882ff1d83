import type { Analysis } from "../types";
import { counted } from "../words";

export function verdictSentence({ verdict, to_move, over, winner }: Analysis): string {
  if (over) return `The game is over. Player ${winner} has won.`;
  switch (verdict) {
    case "win":
      return `Player ${to_move} is to move and wins with best play.`;
    case "loss":
      return `Player ${to_move} is to move and loses against best play.`;
    case "unknown":
      return `Player ${to_move} is to move. Who wins was not found out in this time.`;
  }
}

/** How the moves divide, such as "2 moves win, 11 lose." */
export function moveCounts({ winning, losing, unknown }: Analysis): string {
  const parts = [
    [winning.length, "wins", "win"],
    [losing.length, "loses", "lose"],
    [unknown.length, "is not found out", "are not found out"],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, one, many], index) => {
    const subject = index === 0 ? counted(count, "move") : String(count);
    return `${subject} ${count === 1 ? one : many}`;
  });
  return told.length > 0 ? `${told.join(", ")}.` : "";
}

export const isUndecided = ({ over, verdict, unknown }: Analysis): boolean =>
  !over && (verdict === "unknown" || unknown.length > 0);
