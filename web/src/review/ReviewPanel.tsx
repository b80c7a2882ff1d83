import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";

import { announce } from "../announce";
import * as api from "../api";
import type { BoardView } from "../board/view";
import { keptGames, keptReader } from "../game/kept";
import { positionOf } from "../stepping/positions";
import { Unanswered } from "../stepping/Unanswered";
import { useAnswer } from "../stepping/useAnswer";
import type { Review } from "../types";
import { signOf } from "../words";
import { openingNotation, ReviewBody } from "./ReviewBody";
import { addressedTo, summaryText } from "./words";

/** The review of a game as it is told here; `gameNumber` as for the server. */
export async function reviewHere(gameId: string, gameNumber: number | undefined, signal: AbortSignal): Promise<Review> {
  const review = await api.gameReview(gameId, gameNumber, null, signal);
  const kept = keptGames.peek()[gameId];
  const reader = kept ? keptReader(kept) : null;
  return reader === null ? review : addressedTo(reader, review);
}

interface ReviewPanelProps {
  gameId: string;
  /** Counts the games of the table from 1; the last finished one if it is left out. */
  gameNumber?: number | undefined;
  onShow: (view: BoardView) => void;
  /** What else there is to do. */
  children?: ComponentChildren;
}

/** The review of a finished game, beside its board. */
export function ReviewPanel({ gameId, gameNumber, onShow, children }: ReviewPanelProps): JSX.Element {
  const ask = (signal: AbortSignal): Promise<Review> => reviewHere(gameId, gameNumber, signal);
  return (
    <section class="review-panel" aria-label="Review">
      <AskedReview reviewKey={`${gameId} ${gameNumber ?? "last"}`} ask={ask} onShow={onShow}>
        {children}
      </AskedReview>
    </section>
  );
}

interface AskedReviewProps {
  reviewKey: string;
  ask: (signal: AbortSignal) => Promise<Review>;
  onAnswer?: (review: Review) => void;
  onShow: (view: BoardView) => void;
  children?: ComponentChildren;
}

export function AskedReview({ reviewKey, ask, onAnswer, onShow, children }: AskedReviewProps): JSX.Element {
  const asked = useAnswer(reviewKey, async (signal) => {
    const review = await ask(signal);
    // The first board comes with the review, so that nothing jumps; if it cannot, its place says so.
    const opening = await positionOf(openingNotation(review), signal).catch(() => null);
    return opening ? { ...review, sign: signOf(opening.board) } : review;
  });
  const { answer } = asked;
  useEffect(() => {
    if (!answer) return;
    announce(summaryText(answer));
    onAnswer?.(answer);
  }, [answer]);
  if (asked.problem) return <Unanswered asked={asked} />;
  if (!answer) {
    return (
      <p class="thinking">
        <progress aria-label="The review is being made" /> Every move is being judged…
      </p>
    );
  }
  if (answer.moves.length === 0) return <p>No move has been made, so there is nothing to review.</p>;
  return (
    <ReviewBody key={answer.notation} review={answer} onShow={onShow}>
      {children}
    </ReviewBody>
  );
}
