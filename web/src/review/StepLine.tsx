import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

import type { Review } from "../types";
import { moveText } from "../words";
import { stepsOf, type ReviewStep } from "./steps";
import { isError, leaderSign, stepLabel } from "./words";

interface StepLineProps {
  review: Review;
  /** Which of the steps is looked at, from 0. */
  at: number;
  onStep: (step: number) => void;
}

/** Who was winning after every step: the first player above, the second below, unknown between. One Tab stop. */
export function StepLine({ review, at, onStep }: StepLineProps): JSX.Element {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!line.current?.contains(document.activeElement)) return;
    line.current.querySelector<HTMLElement>(`[data-step="${at}"]`)?.focus();
  }, [at]);
  const steps = stepsOf(review);
  return (
    <div ref={line} class="step-line" role="group" aria-label="Who was winning, move by move">
      {steps.map((step, index) => (
        <StepButton
          key={index}
          review={review}
          step={step}
          index={index}
          hasTurned={index > 0 && steps[index - 1]?.leader !== step.leader}
          isHere={index === at}
          onStep={onStep}
        />
      ))}
    </div>
  );
}

interface StepButtonProps {
  review: Review;
  step: ReviewStep;
  index: number;
  hasTurned: boolean;
  isHere: boolean;
  onStep: (step: number) => void;
}

function StepButton({ review, step, index, hasTurned, isHere, onStep }: StepButtonProps): JSX.Element {
  const { leader, made, kind } = step;
  const isDecisive = made !== null && review.decisive === made.ply;
  const names = ["step", leader === null ? "is-undecided" : `leads-${leader}`];
  if (hasTurned) names.push("has-turned");
  if (isDecisive) names.push("is-decisive");
  return (
    <button
      type="button"
      class={names.join(" ")}
      data-step={index}
      tabIndex={isHere ? 0 : -1}
      aria-current={isHere ? "step" : undefined}
      aria-label={`${stepLabel(review, step)}${isDecisive ? " The decisive mistake." : ""}`}
      onClick={() => onStep(index)}
    >
      <span class="step-lane" aria-hidden="true">
        <span class="step-sign">{leaderSign(leader)}</span>
      </span>
      <span class="step-move" aria-hidden="true">
        {made ? moveText(made.move, review.sign) : kind === "start" ? "Start" : review.swap?.is_taken ? "⇄ swap" : "no swap"}
        {made && isError(made) && <b class="step-error">{isDecisive ? "??" : "?"}</b>}
      </span>
    </button>
  );
}
