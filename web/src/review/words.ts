// A review in sentences.

import type { Review, ReviewedMove } from "../types";
import { LABEL_WORDS, SHAPES, counted, moveText } from "../words";

export const UNDECIDED = "?";

const LABEL_SENTENCES: Record<ReviewedMove["label"], string> = {
  best: "It kept the win.",
  "only move": "No other move kept the win.",
  mistake: "It gave the win away.",
  "missed win": "The opponent had just given the win away, and it gave it back.",
  "lost anyway": "No move could win here.",
  unknown: "Whether it was right was not found out in time.",
};

export function leaderText({ leaders, names }: Review, ply: number): string {
  const leader = leaders[ply] ?? null;
  return leader === null ? "Who is winning is not known" : `${names[leader - 1]} is winning`;
}

export function leaderSign({ leaders }: Review, ply: number): string {
  const leader = leaders[ply] ?? null;
  return leader === null ? UNDECIDED : SHAPES[leader];
}

/** Whether a win was given away: then there is something better to find. */
export const isError = ({ label }: ReviewedMove): boolean => label === "mistake" || label === "missed win";

export function moveSentence(review: Review, { ply, player, move, label }: ReviewedMove): string {
  const decisive = review.decisive === ply ? " This decided the game." : "";
  const played = `Move ${ply}: ${review.names[player - 1]} played ${moveText(move)}.`;
  return `${played} ${LABEL_WORDS[label]}. ${LABEL_SENTENCES[label]}${decisive}`;
}

/** What a button of the step line is called. */
export function stepLabel(review: Review, ply: number): string {
  const made = review.moves[ply - 1];
  if (!made) return `Start. ${leaderText(review, 0)}.`;
  const played = `Move ${ply}, ${review.names[made.player - 1]}, ${moveText(made.move)}.`;
  return `${played} ${LABEL_WORDS[made.label]}. After it, ${leaderText(review, ply)}.`;
}

export function keptSentence({ kept, names }: Review, player: 1 | 2): string {
  const [held, mattered] = kept[player - 1] ?? [0, 0];
  const name = names[player - 1];
  if (mattered === 0) return `${name} had no move that could have lost a win.`;
  return `${name} kept the win in ${held} of ${counted(mattered, "move")} that could have lost it.`;
}

export function winnerSentence({ winner, names }: Review): string {
  return winner === null ? "" : `${names[winner - 1]} won.`;
}
