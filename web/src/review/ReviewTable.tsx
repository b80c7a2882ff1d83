import type { JSX } from "preact";

import type { Review } from "../types";
import { LABEL_WORDS, SHAPES, moveText } from "../words";
import { leaderSign, leaderText } from "./words";

interface ReviewTableProps {
  review: Review;
  ply: number;
  /** Better moves of these plies have been asked for; the others stay hidden, so that they can be tried again. */
  shown: ReadonlySet<number>;
  onStep: (ply: number) => void;
  onShow: (ply: number) => void;
}

export function ReviewTable({ review, ply, shown, onStep, onShow }: ReviewTableProps): JSX.Element {
  return (
    <table class="review-table">
      <caption>Every move</caption>
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">Player</th>
          <th scope="col">Move</th>
          <th scope="col">Label</th>
          <th scope="col">Then winning</th>
          <th scope="col">Better</th>
        </tr>
      </thead>
      <tbody>
        {review.moves.map((made) => (
          <tr key={made.ply} aria-current={made.ply === ply ? "step" : undefined}>
            <th scope="row">
              <button type="button" aria-label={`Go to move ${made.ply}`} onClick={() => onStep(made.ply)}>
                {made.ply}
              </button>
            </th>
            <td>
              <span aria-hidden="true">{SHAPES[made.player]}</span> <bdi>{review.names[made.player - 1]}</bdi>
            </td>
            <td>{moveText(made.move)}</td>
            <td>
              {LABEL_WORDS[made.label]}
              {review.decisive === made.ply && <strong> (decisive)</strong>}
            </td>
            <td>
              <span class="table-word" aria-hidden="true">
                Then{" "}
              </span>
              <span aria-hidden="true">{leaderSign(review, made.ply)}</span>
              <span class="unseen">{leaderText(review, made.ply)}</span>
            </td>
            <td>
              {made.better !== null && shown.has(made.ply) && (
                <>
                  <span class="table-word" aria-hidden="true">
                    Better:{" "}
                  </span>
                  {moveText(made.better)}
                </>
              )}
              {made.better !== null && !shown.has(made.ply) && (
                <button type="button" aria-label={`Show what was better at move ${made.ply}`} onClick={() => onShow(made.ply)}>
                  Show
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
