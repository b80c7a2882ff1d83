// A review step by step: its moves and, between the first and the second, what became of the right to swap.

import type { Player, Review, ReviewedMove } from "../types";

export interface ReviewStep {
  kind: "start" | "move" | "swap";
  /** How many moves had been made. */
  ply: number;
  made: ReviewedMove | null;
  /** Who was winning after it; null if that is not known. */
  leader: Player | null;
}

export function stepsOf({ moves, leaders, swap }: Review): ReviewStep[] {
  const steps: ReviewStep[] = [{ kind: "start", ply: 0, made: null, leader: leaders[0] ?? null }];
  for (const made of moves) {
    const leader = leaders[made.ply] ?? null;
    // Whoever has the choice of seats can have the winning one.
    const isOpen = swap !== null && made.ply === 1;
    steps.push({ kind: "move", ply: made.ply, made, leader: isOpen ? (leaders[0] ?? null) : leader });
    if (isOpen && swap.is_taken !== null) steps.push({ kind: "swap", ply: 1, made: null, leader });
  }
  return steps;
}

/** The step that a review opens at: the move or the swap that decided, or the last, as it is for the winner. */
export function openingStep(review: Review): number {
  const steps = stepsOf(review);
  if (review.winner !== null && review.winner === review.reader) return steps.length - 1;
  const decisive = steps.findIndex(({ kind, made }) =>
    review.decisive === null ? kind === "swap" && review.winner !== null : made?.ply === review.decisive,
  );
  return decisive < 0 ? steps.length - 1 : decisive;
}
