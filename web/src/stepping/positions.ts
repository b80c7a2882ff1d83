// Positions that have been asked for: stepping to and fro asks for each only once.

import * as api from "../api";
import type { Position } from "../types";
import { useAnswer, type Asked } from "./useAnswer";

const MOST_KEPT = 300;
const kept = new Map<string, Position>();

export async function positionOf(notation: string, signal?: AbortSignal): Promise<Position> {
  const known = kept.get(notation);
  if (known) return known;
  const position = await api.position(notation, undefined, signal);
  const oldest = kept.keys().next();
  if (kept.size >= MOST_KEPT && !oldest.done) kept.delete(oldest.value);
  // A notation may have been typed with a short name; from now on its own is used.
  kept.set(position.notation, position);
  return position;
}

export function usePosition(notation: string): Asked<Position> {
  const asked = useAnswer(notation, (signal) => positionOf(notation, signal));
  const known = kept.get(notation);
  // What is known is shown at once, without a moment of the position before.
  return known ? { answer: known, latest: known, problem: null, isAsking: false, askAgain: null } : asked;
}
