import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

import type { Review } from "../types";
import { moveText } from "../words";
import { isError, leaderSign, stepLabel } from "./words";

interface StepLineProps {
  review: Review;
  ply: number;
  onStep: (ply: number) => void;
}

/** Who was winning after every move: the first player above, the second below, unknown between. One Tab stop. */
export function StepLine({ review, ply, onStep }: StepLineProps): JSX.Element {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!line.current?.contains(document.activeElement)) return;
    line.current.querySelector<HTMLElement>(`[data-ply="${ply}"]`)?.focus();
  }, [ply]);
  return (
    <div ref={line} class="step-line" role="group" aria-label="Who was winning, move by move">
      {review.leaders.map((_leader, index) => (
        <Step key={index} review={review} ply={index} isHere={index === ply} onStep={onStep} />
      ))}
    </div>
  );
}

interface StepProps {
  review: Review;
  ply: number;
  isHere: boolean;
  onStep: (ply: number) => void;
}

function Step({ review, ply, isHere, onStep }: StepProps): JSX.Element {
  const leader = review.leaders[ply] ?? null;
  const made = review.moves[ply - 1];
  const isDecisive = made !== undefined && review.decisive === ply;
  const names = ["step", leader === null ? "is-undecided" : `leads-${leader}`];
  if (ply > 0 && review.leaders[ply - 1] !== leader) names.push("has-turned");
  if (isDecisive) names.push("is-decisive");
  return (
    <button
      type="button"
      class={names.join(" ")}
      data-ply={ply}
      tabIndex={isHere ? 0 : -1}
      aria-current={isHere ? "step" : undefined}
      aria-label={`${stepLabel(review, ply)}${isDecisive ? " The decisive mistake." : ""}`}
      onClick={() => onStep(ply)}
    >
      <span class="step-lane" aria-hidden="true">
        <span class="step-sign">{leaderSign(review, ply)}</span>
      </span>
      <span class="step-move" aria-hidden="true">
        {made ? moveText(made.move) : "Start"}
        {made && isError(made) && <b class="step-error">{isDecisive ? "??" : "?"}</b>}
      </span>
    </button>
  );
}
