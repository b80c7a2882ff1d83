import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { announce } from "../announce";
import { Board } from "../board/Board";
import { continued, lineOfPosition, notationOf } from "../stepping/line";
import { usePosition } from "../stepping/positions";
import { Stepper } from "../stepping/Stepper";
import { Unanswered } from "../stepping/Unanswered";
import type { Position } from "../types";
import { picksByNumber } from "./pickers";
import type { ReasonStep } from "./reasonSteps";

interface ReasonStepperProps {
  position: Position;
  steps: ReasonStep[];
  /** 0 before the first step. */
  step: number;
  onStep: (step: number) => void;
}

export function ReasonStepper({ position, steps, step, onStep }: ReasonStepperProps): JSX.Element {
  const current = steps[step - 1];
  useEffect(() => {
    if (current) announce(current.text);
  }, [current]);
  return (
    <section class="reason-steps" aria-label="The reason step by step">
      <h3>Step by step</h3>
      <Stepper of="the reason" step={step} last={steps.length} onStep={onStep} />
      <p class="reason-step">{current?.text ?? "Next shows the reason one step at a time."}</p>
      {current?.moves && <Preview position={position} moves={current.moves} />}
    </section>
  );
}

function Preview({ position, moves }: { position: Position; moves: string[] }): JSX.Element {
  const asked = usePosition(notationOf(continued(lineOfPosition(position), ...moves)));
  const { latest } = asked;
  if (asked.problem) return <Unanswered asked={asked} />;
  if (!latest) return <p class="quiet">Loading…</p>;
  return (
    <div class="preview-board">
      <Board view={{ position: latest, picksBy: picksByNumber }} />
      <p>{latest.requirement}</p>
    </div>
  );
}
