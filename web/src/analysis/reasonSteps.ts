// A reason taken apart into steps, each with the numbers it speaks of or the moves it plays.

import { groupText } from "../drawing/facts";
import type { Analysis, Player, Sign } from "../types";
import { moveText, other } from "../words";

export interface ReasonStep {
  text: string;
  /** To be brought out in the drawing. */
  numbers: number[];
  /** Played on a preview of the board, from the position at hand; null if the step plays nothing. */
  moves: string[] | null;
}

type Reasoned = Pick<Analysis, "drawing" | "proof" | "verdict" | "to_move">;

export function reasonSteps(analysis: Reasoned, sign: Sign): ReasonStep[] {
  return [...namedMove(analysis, sign), ...pairSteps(analysis), ...groupSteps(analysis), ...lineSteps(analysis, sign)];
}

/** The move that the reason begins with, unless a whole line is played anyway. */
function namedMove(analysis: Reasoned, sign: Sign): ReasonStep[] {
  const move = analysis.drawing?.move ?? analysis.proof?.move ?? null;
  if (move === null || lineOf(analysis).length > 0) return [];
  return [{ text: `You play ${moveText(String(move), sign)}.`, numbers: numbersIn(String(move)), moves: [String(move)] }];
}

function pairSteps({ drawing, verdict }: Reasoned): ReasonStep[] {
  return (drawing?.pairs ?? []).map(([one, two]) => ({
    text:
      verdict === "win"
        ? `If your opponent takes ${one}, you answer ${two}; if they take ${two}, you answer ${one}.`
        : `If you take ${one}, your opponent answers ${two}; if you take ${two}, they answer ${one}.`,
    numbers: [one, two],
    moves: null,
  }));
}

function groupSteps({ drawing }: Reasoned): ReasonStep[] {
  return (drawing?.groups ?? []).map((group) => ({ text: `${groupText(group)}.`, numbers: group.numbers, moves: null }));
}

function lineSteps(analysis: Reasoned, sign: Sign): ReasonStep[] {
  return lineOf(analysis).map((move, index, line) => {
    const player: Player = index % 2 === 0 ? analysis.to_move : other(analysis.to_move);
    return { text: `Player ${player} plays ${moveText(move, sign)}.`, numbers: numbersIn(move), moves: line.slice(0, index + 1) };
  });
}

/** Positions too large to draw have their line in the proof alone. */
function lineOf({ drawing, proof }: Reasoned): string[] {
  if (drawing) return drawing.line;
  return proof?.kind === "line" ? proof.line : [];
}

function numbersIn(move: string): number[] {
  return /^\d+$/.test(move) ? [Number(move)] : [];
}
