// A notation taken apart into where a game starts and what has been played, and put together again.

import type { Move, Position } from "../types";

export interface PlayedLine {
  /** GAME:SETUP. */
  start: string;
  moves: string[];
}

/** Text that has no three parts is left to the server, which says what is wrong with it. */
export function lineOf(notation: string): PlayedLine {
  const [game = "", setup = "", ...rest] = notation.trim().split(":");
  const moves = rest.join(":");
  return { start: `${game}:${setup}`, moves: moves === "" ? [] : moves.split(",") };
}

export function lineOfPosition(position: Pick<Position, "game" | "setup" | "moves">): PlayedLine {
  return { start: `${position.game}:${position.setup}`, moves: position.moves.map(String) };
}

export function notationOf({ start, moves }: PlayedLine, count = moves.length): string {
  return `${start}:${moves.slice(0, count).join(",")}`;
}

export function continued({ start, moves }: PlayedLine, ...more: Move[]): PlayedLine {
  return { start, moves: [...moves, ...more.map(String)] };
}
