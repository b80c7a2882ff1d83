// A review in sentences.

import type { Player, Review, ReviewedMove } from "../types";
import { LABEL_WORDS, SHAPES, YOU, capital, counted, moveText } from "../words";
import type { ReviewStep } from "./steps";

export const UNDECIDED = "?";

const LABEL_SENTENCES: Record<ReviewedMove["label"], string> = {
  best: "It kept the win.",
  "only move": "No other move kept the win.",
  mistake: "It gave the win away.",
  "missed win": "The opponent had just given the win away, and it gave it back.",
  "lost anyway": "No move could win here.",
  unknown: "Whether it was right was not found out in time.",
};

/** The review as it is told to a player, who is "you" without a name of their own, as on the page of the game. */
export function addressedTo(reader: Player, review: Review): Review {
  const { names: [first, second] } = review;
  if (review.names[reader - 1] !== `Player ${reader}`) return { ...review, reader };
  return { ...review, reader, names: reader === 1 ? [YOU, second] : [first, YOU] };
}

/** Whether a player is called "you". */
const isYou = ({ names, reader }: Review, player: Player | null | undefined): boolean =>
  player === reader && player !== undefined && player !== null && names[player - 1] === YOU;

/** Whether what beats a move and what was better are for the reader: they are told to whoever made the move. */
export const isTold = ({ reader }: Review, { player }: ReviewedMove): boolean => reader === undefined || reader === player;

/** A sentence that begins with what a player is called; a name stays as it is written. */
const begun = (review: Review, player: Player | null | undefined, sentence: string): string =>
  isYou(review, player) ? capital(sentence) : sentence;

/** How the game was decided. */
export function summaryText(review: Review): string {
  const { decision, decisive, moves, names, sign, swap } = review;
  if (decision === null) return "The game is not over yet.";
  const { kind, player } = decision;
  const name = names[player - 1];
  const [were, whose] = isYou(review, player) ? ["were", "your"] : ["was", `${name}’s`];
  const move = moveText(moves[(decisive ?? 0) - 1]?.move ?? "", sign);
  const seat = `Decided after the first move: ${name} ${swap?.is_taken ? "took" : "kept"} the ${kind}.`;
  const sentences: Record<typeof kind, string> = {
    "given up": `${name} gave up a won game.`,
    "last chance": `Decided by move ${decisive}: ${move} gave the win away, and was ${whose} last chance.`,
    "losing seat": seat,
    "winning seat": seat,
    "always winning": `${name} ${were} winning from start to end.`,
    unknown: `Whether ${name} ever had a chance was not found out in time.`,
  };
  return begun(review, player, sentences[kind]);
}

export function leaderText(review: Review, leader: Player | null): string {
  if (leader === null) return "Who is winning is not known";
  return `${review.names[leader - 1]} ${isYou(review, leader) ? "are" : "is"} winning`;
}

export const leaderSign = (leader: Player | null): string => (leader === null ? UNDECIDED : SHAPES[leader]);

/** Whether a win was given away: then there is something better to find. */
export const isError = ({ label }: ReviewedMove): boolean => label === "mistake" || label === "missed win";

/** What a step was, in a word or two. A first move that may be taken over cannot be judged by itself. */
export function labelOf(review: Review, step: ReviewStep): string {
  if (step.kind === "swap") return LABEL_WORDS[swapLabel(review, step)];
  if (step.made === null) return "";
  return isUpForSwap(review, step) ? "Before the swap" : LABEL_WORDS[step.made.label];
}

const isUpForSwap = ({ swap }: Review, { kind, ply }: ReviewStep): boolean => swap !== null && kind === "move" && ply === 1;

/** Whether the choice of the seat was right, as if it were a move. */
function swapLabel({ swap }: Review, { leader }: ReviewStep): "best" | "mistake" | "unknown" {
  return leader === null ? "unknown" : leader === swap?.player ? "best" : "mistake";
}

/** "Ben swapped seats", or that this was declined. */
export function swapText({ swap, names }: Review): string {
  return `${names[(swap?.player ?? 2) - 1]} ${swap?.is_taken ? "swapped seats" : "did not swap"}`;
}

const SWAP_SENTENCES = {
  best: "That was the winning seat.",
  mistake: "That was the losing seat.",
  unknown: "Which seat wins was not found out in time.",
};

/** What happened at a step, and what it was worth. */
export function stepSentence(review: Review, step: ReviewStep): string {
  if (step.kind === "swap") {
    const label = swapLabel(review, step);
    return `After move 1, ${swapText(review)}. ${LABEL_WORDS[label]}. ${SWAP_SENTENCES[label]}`;
  }
  if (step.made === null) return `The start. ${begun(review, step.leader, leaderText(review, step.leader))}.`;
  const { ply, player, move, label } = step.made;
  const played = `Move ${ply}: ${review.names[player - 1]} played ${moveText(move, review.sign)}.`;
  if (isUpForSwap(review, step)) {
    const chooser = review.swap?.player ?? 2;
    const choice = `${review.names[chooser - 1]} could choose the seat, so no first move could win by itself.`;
    return `${played} Before the swap. ${begun(review, chooser, choice)}`;
  }
  const decisive = review.decisive === ply ? " This decided the game." : "";
  return `${played} ${LABEL_WORDS[label]}. ${LABEL_SENTENCES[label]}${decisive}`;
}

/** What a button of the step line is called. */
export function stepLabel(review: Review, step: ReviewStep): string {
  const leads = leaderText(review, step.leader);
  if (step.kind === "swap") return `${begun(review, review.swap?.player, swapText(review))}. ${labelOf(review, step)}. After it, ${leads}.`;
  if (step.made === null) return `Start. ${begun(review, step.leader, leads)}.`;
  const played = `Move ${step.ply}, ${review.names[step.made.player - 1]}, ${moveText(step.made.move, review.sign)}.`;
  return `${played} ${labelOf(review, step)}. After it, ${leads}.`;
}

export function keptSentence(review: Review, player: Player): string {
  const [held, mattered] = review.kept[player - 1] ?? [0, 0];
  const name = review.names[player - 1];
  if (mattered === 0) return begun(review, player, `${name} had no move that could have lost a win.`);
  return begun(review, player, `${name} kept the win in ${held} of ${counted(mattered, "move")} that could have lost it.`);
}

export function winnerSentence(review: Review): string {
  const { winner, names } = review;
  return winner === null ? "" : begun(review, winner, `${names[winner - 1]} won.`);
}
