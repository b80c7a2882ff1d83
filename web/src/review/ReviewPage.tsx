import type { JSX } from "preact";
import { useState } from "preact/hooks";

import * as api from "../api";
import { Board } from "../board/Board";
import type { BoardView } from "../board/view";
import { catalogueGame } from "../catalogue";
import { Heading, Link } from "../route";
import { PageHead } from "../subject";
import type { Review } from "../types";
import { AskedReview, reviewHere } from "./ReviewPanel";

interface ReviewPageProps {
  notation?: string;
  gameId?: string;
}

export default function ReviewPage({ notation, gameId }: ReviewPageProps): JSX.Element {
  const [review, setReview] = useState<Review | null>(null);
  const [view, setView] = useState<BoardView | null>(null);
  const title = review ? (catalogueGame(review.game)?.title ?? review.game) : "a game";
  const ask = (signal: AbortSignal): Promise<Review> =>
    gameId === undefined ? api.review(notation ?? "", signal) : reviewHere(gameId, undefined, signal);
  return (
    <div class="review-page sided">
      {review ? (
        <PageHead title={`Review of ${title}`} game={review.game} setup={review.setup} what="review" />
      ) : (
        <Heading title="Review of a game" />
      )}
      {view && (
        <div class="review-board">
          <Board view={{ ...view, winner: null }} />
        </div>
      )}
      <div class="side">
        <AskedReview reviewKey={gameId ?? notation ?? ""} ask={ask} onAnswer={setReview} onShow={setView} />
        <p>
          {gameId === undefined ? (
            <Link to={`/analysis/${api.inAddress(notation ?? "")}`}>Analyse the position</Link>
          ) : (
            <Link to={`/games/${gameId}`}>Back to the game</Link>
          )}
        </p>
      </div>
    </div>
  );
}
