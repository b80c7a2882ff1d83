import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";

import { isTakenElsewhere } from "../keys";

interface StepperProps {
  /** What is stepped through, such as "the example". */
  of: string;
  step: number;
  /** The last step; the first is 0. */
  last: number;
  onStep: (step: number) => void;
}

const BUTTONS = [
  { key: "Home", sign: "«", word: "First", target: () => 0 },
  { key: "ArrowLeft", sign: "‹", word: "Back", target: (step: number) => step - 1 },
  { key: "ArrowRight", sign: "›", word: "Next", target: (step: number) => step + 1 },
  { key: "End", sign: "»", word: "Last", target: (_step: number, last: number) => last },
];

/** Buttons to step to and fro. They stay focusable at both ends, so that the focus is never lost. */
export function Stepper({ of, step, last, onStep }: StepperProps): JSX.Element {
  const byKey = (event: KeyboardEvent): boolean => stepByKey(event, step, last, onStep);
  return (
    <div class="stepper" role="group" aria-label={`Step through ${of}`} onKeyDown={byKey}>
      {BUTTONS.map(({ key, sign, word, target }) => {
        const next = target(step, last);
        const isPossible = next >= 0 && next <= last && next !== step;
        return (
          <button key={key} type="button" aria-disabled={!isPossible} onClick={() => isPossible && onStep(next)}>
            <span aria-hidden="true">{sign}</span> <span class="stepper-word">{word}</span>
          </button>
        );
      })}
      <span class="stepper-count">
        {step} of {last}
      </span>
    </div>
  );
}

/** Steps by ← → Home End and says whether the key was one of them. */
export function stepByKey(event: KeyboardEvent, step: number, last: number, onStep: (step: number) => void): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  const button = BUTTONS.find(({ key }) => key === event.key);
  if (!button) return false;
  const next = button.target(step, last);
  event.preventDefault();
  if (next >= 0 && next <= last && next !== step) onStep(next);
  return true;
}

/** ← → wherever the focus is, unless what has the focus needs them itself. Home and End are left to scroll the page. */
export function useStepKeys(step: number, last: number, onStep: (step: number) => void): void {
  // Before the next key can come, or a quick second one would start from where the first did.
  useLayoutEffect(() => {
    const follow = (event: KeyboardEvent): void => {
      if (!event.key.startsWith("Arrow")) return;
      const isOnBoard = event.target instanceof Element && event.target.closest(".board") !== null;
      if (isOnBoard || isTakenElsewhere(event.target)) return;
      stepByKey(event, step, last, onStep);
    };
    addEventListener("keydown", follow);
    return () => removeEventListener("keydown", follow);
  }, [step, last, onStep]);
}
