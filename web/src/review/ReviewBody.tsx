// A review to step through, wherever its game was played.

import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { announce } from "../announce";
import { inAddress } from "../api";
import { Board, type BoardProps } from "../board/Board";
import { Problem } from "../Problem";
import { Link } from "../route";
import { lineOf, notationOf } from "../stepping/line";
import { usePosition } from "../stepping/positions";
import { Stepper, stepByKey, useStepKeys } from "../stepping/Stepper";
import { Unanswered } from "../stepping/Unanswered";
import { useGameStart } from "../stepping/useGameStart";
import type { Review, ReviewedMove } from "../types";
import { SHAPES, moveText } from "../words";
import { ReviewTable } from "./ReviewTable";
import { StepLine } from "./StepLine";
import { isError, keptSentence, leaderText, moveSentence, winnerSentence } from "./words";

const PERFECT = 5;

/** The move that a review opens at: the one that decided, or the last. */
const openingPly = ({ decisive, moves }: Review): number => decisive ?? moves.length;

/** The position that a review opens with. */
export const openingNotation = (review: Review): string => notationOf(lineOf(review.notation), openingPly(review));

export function ReviewBody({ review }: { review: Review }): JSX.Element {
  const last = review.moves.length;
  const [ply, setPly] = useState(openingPly(review));
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set());
  const [isStepped, setStepped] = useState(false);
  const show = (at: number): void => {
    setShown(new Set([...shown, at]));
    const made = review.moves[at - 1];
    if (made) announce(betterText(made));
  };
  const step = (to: number): void => {
    setPly(to);
    setStepped(true);
    announce(sentenceAt(review, to));
  };
  useStepKeys(ply, last, step);
  return (
    <div class={isStepped ? "review is-stepped" : "review"} onKeyDown={(event) => !isOnBoard(event) && stepByKey(event, ply, last, step)}>
      <p class="review-summary">
        <strong>{winnerSentence(review)}</strong> {review.summary}
      </p>
      <ul class="review-kept">
        {([1, 2] as const).map((player) => (
          <li key={player}>
            <span class={`shape player-${player}`} aria-hidden="true">
              {SHAPES[player]}
            </span>{" "}
            {keptSentence(review, player)}
          </li>
        ))}
      </ul>
      <StepLine review={review} ply={ply} onStep={step} />
      <Stepper of="the review" step={ply} last={last} onStep={step} />
      <p class="review-sentence">{sentenceAt(review, ply)}</p>
      <Better review={review} made={review.moves[ply - 1]} isShown={shown.has(ply)} onShow={() => show(ply)} />
      <ReviewBoard review={review} ply={ply} />
      <ReviewTable review={review} ply={ply} shown={shown} onStep={step} onShow={show} />
    </div>
  );
}

function isOnBoard(event: Event): boolean {
  return event.target instanceof Element && event.target.closest(".board") !== null;
}

function sentenceAt(review: Review, ply: number): string {
  const made = review.moves[ply - 1];
  return made ? moveSentence(review, made) : `The start. ${leaderText(review, 0)}.`;
}

interface BetterProps {
  review: Review;
  made: ReviewedMove | undefined;
  isShown: boolean;
  onShow: () => void;
}

/** What was better, only for those who ask; others try again from before the move. */
function Better({ review, made, isShown, onShow }: BetterProps): JSX.Element | null {
  const line = lineOf(review.notation);
  const before = notationOf(line, (made?.ply ?? 1) - 1);
  if (!made || !isError(made)) return null;
  return (
    <div class="review-better">
      <div class="row">
        <TryAgain notation={before} />
        {!isShown && (
          <button type="button" onClick={onShow}>
            Show what was better
          </button>
        )}
      </div>
      {isShown && (
        <p>
          {betterText(made)} <Link to={`/analysis/${inAddress(before)}`}>Analyse it</Link>
        </p>
      )}
    </div>
  );
}

function betterText({ better, reason }: ReviewedMove): string {
  const move = better === null ? "" : `Better: ${moveText(better)}. `;
  return `${move}${reason ?? "No reason was found in time."}`;
}

function TryAgain({ notation }: { notation: string }): JSX.Element {
  const { answer } = usePosition(notation);
  const { start, isStarting, problem } = useGameStart();
  return (
    <>
      <button
        type="button"
        class="primary"
        aria-disabled={isStarting || answer === null}
        onClick={() => answer && start(answer, PERFECT)}
      >
        Try again from here
      </button>
      <Problem>{problem}</Problem>
    </>
  );
}

function ReviewBoard({ review, ply }: { review: Review; ply: number }): JSX.Element {
  const asked = usePosition(notationOf(lineOf(review.notation), ply));
  const made = review.moves[ply - 1];
  if (asked.problem) return <Unanswered asked={asked} />;
  const position = asked.answer ?? asked.latest;
  if (!position) return <p class="quiet">Loading…</p>;
  return (
    <div class="review-board">
      <Board position={position} picksBy={pickersOf(review)} highlights={made ? new Set([String(made.move)]) : undefined} />
      <p>
        {position.requirement} <Link to={`/analysis/${inAddress(position.notation)}`}>Analyse this position</Link>
      </p>
    </div>
  );
}

/** Who made a move. After a swap this is not always whoever sits in its seat. */
function pickersOf(review: Review): BoardProps["picksBy"] {
  return (seat, ply) => {
    const player = review.moves[(ply ?? 0) - 1]?.player ?? seat;
    return { player, name: review.names[player - 1] ?? `Player ${player}` };
  };
}
