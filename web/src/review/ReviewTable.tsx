import type { JSX } from "preact";

import type { Player, Review, Sign } from "../types";
import { SHAPES, moveText } from "../words";
import { stepsOf, type ReviewStep } from "./steps";
import { labelOf, leaderSign, leaderText } from "./words";

interface ReviewTableProps {
  review: Review;
  /** Which of the steps is looked at, from 0. */
  at: number;
  /** Better moves of these plies have been asked for; the others stay hidden, so that they can be tried again. */
  shown: ReadonlySet<number>;
  onStep: (step: number) => void;
  onToggle: (ply: number) => void;
}

export function ReviewTable({ review, at, shown, onStep, onToggle }: ReviewTableProps): JSX.Element {
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
        {stepsOf(review).map((step, index) =>
          step.kind === "start" ? null : (
            <tr key={index} aria-current={index === at ? "step" : undefined}>
              <th scope="row">
                <button
                  type="button"
                  aria-label={step.kind === "swap" ? "Go to the swap" : `Go to move ${step.ply}`}
                  onClick={() => onStep(index)}
                >
                  {step.kind === "swap" ? "⇄" : step.ply}
                </button>
              </th>
              <StepCells review={review} step={step} />
              <td>
                <BetterCell sign={review.sign} step={step} isShown={shown.has(step.ply)} onToggle={onToggle} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function StepCells({ review, step }: { review: Review; step: ReviewStep }): JSX.Element {
  const player: Player = step.made?.player ?? review.swap?.player ?? 1;
  return (
    <>
      <td>
        <span aria-hidden="true">{SHAPES[player]}</span> <bdi>{review.names[player - 1]}</bdi>
      </td>
      <td>{step.made ? moveText(step.made.move, review.sign) : review.swap?.is_taken ? "swapped seats" : "did not swap"}</td>
      <td>
        {labelOf(review, step)}
        {step.made && review.decisive === step.ply && <strong> (decisive)</strong>}
      </td>
      <td>
        <span class="table-word" aria-hidden="true">
          Then{" "}
        </span>
        <span aria-hidden="true">{leaderSign(step.leader)}</span>
        <span class="unseen">{leaderText(review, step.leader)}</span>
      </td>
    </>
  );
}

interface BetterCellProps {
  sign: Sign;
  step: ReviewStep;
  isShown: boolean;
  onToggle: (ply: number) => void;
}

function BetterCell({ sign, step: { made }, isShown, onToggle }: BetterCellProps): JSX.Element | null {
  if (made === null || made.better === null) return null;
  return (
    <button
      type="button"
      aria-expanded={isShown}
      aria-label={isShown ? undefined : `Show what was better at move ${made.ply}`}
      onClick={() => onToggle(made.ply)}
    >
      {isShown ? `Better: ${moveText(made.better, sign)}` : "Show"}
    </button>
  );
}
