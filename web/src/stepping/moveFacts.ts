import type { Move, Position } from "../types";

export interface MoveFacts {
  /** Why it is allowed. */
  text: string | null;
  /** What it does. */
  preview: string | null;
}

/** What the server says about a move, looked up on the board of the position that it is made in. */
export function moveFacts({ board }: Position, move: Move): MoveFacts {
  const isTheMove = (each: { move: Move }): boolean => String(each.move) === String(move);
  const found =
    board.kind === "pool" ? board.cells.find(isTheMove) : board.numbers.flatMap(({ divisors }) => divisors).find(isTheMove);
  return { text: found?.text ?? null, preview: found?.preview ?? null };
}
