import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import * as api from "../api";
import { catalogueGame, loadCatalogue } from "../catalogue";
import { Heading, Link } from "../route";
import { SetupWords } from "../setups";
import type { Review } from "../types";
import { AskedReview, reviewHere } from "./ReviewPanel";

interface ReviewPageProps {
  notation?: string;
  gameId?: string;
}

export default function ReviewPage({ notation, gameId }: ReviewPageProps): JSX.Element {
  const [review, setReview] = useState<Review | null>(null);
  useEffect(() => void loadCatalogue(), []);
  const title = review ? (catalogueGame(review.game)?.title ?? review.game) : "a game";
  const ask = (signal: AbortSignal): Promise<Review> =>
    gameId === undefined ? api.review(notation ?? "", signal) : reviewHere(gameId, undefined, signal);
  return (
    <div class="review-page">
      <Heading title={`Review of ${title}`} />
      <p class="quiet">
        {review && (
          <>
            <SetupWords game={review.game} setup={review.setup} />
            {" · "}
          </>
        )}
        {gameId !== undefined && <Link to={`/games/${gameId}`}>Back to the game</Link>}
        {gameId === undefined && <Link to={`/analysis/${api.inAddress(notation ?? "")}`}>Analyse the position</Link>}
      </p>
      <AskedReview reviewKey={gameId ?? notation ?? ""} ask={ask} onAnswer={setReview} />
    </div>
  );
}
