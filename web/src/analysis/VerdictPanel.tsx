import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";

import { announce } from "../announce";
import { Graph } from "../drawing/Graph";
import { verdictsOf } from "../game/insight";
import { Link } from "../route";
import { Unanswered } from "../stepping/Unanswered";
import type { Asked } from "../stepping/useAnswer";
import type { Analysis, Position } from "../types";
import { Why } from "../Why";
import { SHAPES, signOf, SIGNS } from "../words";
import { ReasonStepper } from "./ReasonStepper";
import { reasonSteps } from "./reasonSteps";
import { isUndecided, moveCounts, verdictSentence } from "./verdicts";

interface VerdictPanelProps {
  position: Position;
  /** What is known so far, though more may be asked for. */
  analysis: Analysis | null;
  asked: Pick<Asked<Analysis>, "isAsking" | "problem" | "askAgain">;
  seconds: number;
  onThinkLonger: (() => void) | null;
}

export function VerdictPanel({ position, analysis, asked, seconds, onThinkLonger }: VerdictPanelProps): JSX.Element {
  useEffect(() => {
    if (analysis) announce(`${verdictSentence(analysis)} ${moveCounts(analysis)}`);
  }, [analysis]);
  const isOpen = useSignal(false);
  const proof = analysis && <Proof key={analysis.notation} position={position} analysis={analysis} />;
  return (
    <section class="verdict-panel" aria-label="Verdict" aria-busy={asked.isAsking}>
      {asked.isAsking && <Thinking seconds={seconds} />}
      <Unanswered asked={asked} />
      {analysis && (
        <>
          <p class={`verdict-sentence is-${analysis.verdict}`}>
            <span aria-hidden="true">{analysis.over ? SHAPES[analysis.winner ?? 1] : SIGNS[analysis.verdict]}</span>{" "}
            {verdictSentence(analysis)}
          </p>
          <p>{moveCounts(analysis)}</p>
          {isUndecided(analysis) && onThinkLonger && (
            <p>
              <button type="button" onClick={onThinkLonger}>
                Think longer
              </button>
            </p>
          )}
          {analysis.reason ? (
            <>
              <h2>Why</h2>
              <Why short={analysis.short} full={analysis.reason} sign={signOf(position.board)} open={isOpen}>
                {proof}
              </Why>
            </>
          ) : (
            proof
          )}
        </>
      )}
    </section>
  );
}

/** What the number beside a verdict says. */
function Worth({ game, isNimber }: { game: string; isNimber: boolean }): JSX.Element {
  return (
    <details class="worth">
      <summary>What does this mean?</summary>
      <p>
        {isNimber
          ? "A nimber says what a position is worth: with 0, whoever has to move loses; with any other number, whoever moves wins. " +
            "Parts of a game that do not touch each other are added in a way of their own, the nim-sum or exclusive-or: " +
            "write each number as a sum of 1, 2, 4, 8 and so on, let equal ones cancel in pairs, and add up what is left over."
          : "The value says by how many moves the player to move is ahead; below 0 it is the other. " +
            "A star is one more move, for whoever comes first; with 0, whoever has to move runs out first."}{" "}
        <Link to={`/rules/${game}#what-is-known`}>What is known about this game</Link>
      </p>
    </details>
  );
}

function Thinking({ seconds }: { seconds: number }): JSX.Element {
  return (
    <p class="thinking">
      <progress aria-label="Thinking" /> Thinking, for {seconds} seconds at most…
    </p>
  );
}

/** The reason step by step, drawn, and what it has cost. */
function Proof({ position, analysis }: { position: Position; analysis: Analysis }): JSX.Element {
  const sign = signOf(position.board);
  const steps = useMemo(() => reasonSteps(analysis, sign), [analysis, sign]);
  const verdicts = useMemo(() => verdictsOf(analysis), [analysis]);
  const [step, setStep] = useState(0);
  const { drawing } = analysis;
  const value = analysis.value ?? analysis.nimber;
  return (
    <>
      {steps.length > 0 && <ReasonStepper position={position} steps={steps} step={step} onStep={setStep} />}
      {drawing && drawing.numbers.length > 0 && (
        <>
          <h3>Drawn</h3>
          <Graph drawing={drawing} verdicts={verdicts} taken={analysis.moves.map(Number)} stepped={steps[step - 1]?.numbers} />
        </>
      )}
      <p class="quiet">
        {value !== null && `${analysis.value === null ? "Nimber" : "Value"}: ${value}. `}
        {analysis.nodes > 0 &&
          `${analysis.nodes.toLocaleString("en")} positions looked at in ${analysis.seconds.toFixed(2)} seconds.`}
      </p>
      {value !== null && <Worth game={analysis.game} isNimber={analysis.value === null} />}
    </>
  );
}
