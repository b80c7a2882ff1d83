// What a board shows: a position, and all that a page has to say about it.

import type { Move, Player, Position, Seat, Verdict } from "../types";
import { VERDICT_WORDS } from "../words";

export interface Picker {
  player: Player;
  name: string;
}

/** A move: whose it is, which decides its shape and colour, and who made it. They differ after a swap. */
export interface Pick {
  owner: Picker;
  maker: Picker;
}

/** Why a move is brought out: it is spoken of, a hint names it, it beats the last move, or it would have been better. */
export type Mark = "named" | "hinted" | "reply" | "better";

/** The sign and the word of what is marked, in addition to its ring. */
export const MARK_WORDS: Record<Mark, readonly [sign: string, word: string] | null> = {
  named: null,
  hinted: ["✦", "pointed out"],
  reply: ["↩", "answer"],
  better: ["✓", "better"],
};

/** Two numbers to join with a line, and what to write on it. */
export interface Link {
  from: number;
  to: number;
  tie: string;
  isBad: boolean;
}

export interface BoardView {
  position: Position;
  /** Whose a move is, by the seat and the number of the move. */
  picksBy: (seat: Seat, ply: number | null) => Pick;
  /** Stands above the board in place of what the next pick must match. */
  caption?: string | undefined;
  /** Whether the reader is spoken to as the one to move. */
  isForReader?: boolean | undefined;
  /** By String(move). */
  verdicts?: ReadonlyMap<string, Verdict> | undefined;
  /** By String(move). */
  marks?: ReadonlyMap<string, Mark> | undefined;
  /** What a reason writes on numbers, by String(move). */
  signs?: ReadonlyMap<string, string> | undefined;
  /** Lines to draw for as long as this is shown. */
  links?: readonly Link[] | undefined;
  /** A move that is on its way to the server. */
  pending?: { move: Move; player: Player } | null | undefined;
  /** Why nothing can be played just now; said when somebody tries. */
  busy?: string | null | undefined;
  /** Said whatever is tried, since what is allowed concerns somebody else. */
  turn?: string | null | undefined;
  /** The number of the last event: what was tried in vain is past when it changes. */
  occasion?: number | undefined;
  /** The sentence under the board while nothing is looked at. */
  idle?: string | null | undefined;
  /** Whether it is a mistake that one may try again from, before anything else. */
  isMistake?: boolean | undefined;
  /** Who has just won, to be celebrated once. */
  winner?: Player | null | undefined;
}

/** The same mark for some moves. */
export const marked = (mark: Mark, ...moves: readonly (Move | null | undefined)[]): ReadonlyMap<string, Mark> =>
  new Map(moves.flatMap((move) => (move === null || move === undefined ? [] : [[String(move), mark]])));

/** What the name of a button says of its move besides the move itself. */
export function judgedIn({ marks, verdicts, signs }: BoardView, move: Move): string {
  const key = String(move);
  const verdict = verdicts?.get(key);
  const words = [MARK_WORDS[marks?.get(key) ?? "named"]?.[1], verdict && VERDICT_WORDS[verdict], signs?.get(key)];
  return words.filter(Boolean).map((word) => `, ${word}`).join("");
}

/** The class names of what can be picked, for what the view says of the move. */
export function namesOf(view: BoardView, move: Move): string[] {
  const key = String(move);
  const { pending } = view;
  const mark = view.marks?.get(key);
  const verdict = view.verdicts?.get(key);
  return [
    ...(mark ? [mark] : []),
    ...(view.signs?.has(key) ? ["signed"] : []),
    ...(verdict ? [`judged-${verdict}`] : []),
    ...(pending && String(pending.move) === key ? ["pending", `player-${pending.player}`] : []),
  ];
}
