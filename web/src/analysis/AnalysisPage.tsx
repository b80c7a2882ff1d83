// The analysis board: any position, the verdict of every move, the reason in words, drawn and step by step.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import * as api from "../api";
import { Board } from "../board/Board";
import { drawn } from "../board/reasons";
import { marked } from "../board/view";
import { verdictsOf } from "../game/insight";
import { BackToGame, Heading, Link, navigate } from "../route";
import { rulesAddress } from "../setups";
import { continued, lineOf, lineOfPosition, notationOf } from "../stepping/line";
import { usePosition } from "../stepping/positions";
import { useStepKeys } from "../stepping/Stepper";
import { Unanswered } from "../stepping/Unanswered";
import { useAnswer } from "../stepping/useAnswer";
import { PageHead } from "../subject";
import type { Move, Position } from "../types";
import { grouped, signOf } from "../words";
import { grown, longestFrom, type MoveTree } from "./moveTree";
import { MoveTreeList } from "./MoveTreeList";
import { NotationForm } from "./NotationForm";
import { picksByNumber } from "./pickers";
import { PlayFromHere } from "./PlayFromHere";
import { VerdictPanel } from "./VerdictPanel";

const USUAL_SECONDS = 2;
const MOST_SECONDS = 10;

export default function AnalysisPage({ notation }: { notation: string }): JSX.Element {
  const asked = usePosition(notation);
  const { answer, latest } = asked;
  useEffect(() => {
    if (answer && answer.notation !== notation) go(answer.notation, true);
  }, [answer]);
  if (asked.problem) {
    return (
      <div class="narrow">
        <Heading title="Analysis" />
        {asked.askAgain && <Unanswered asked={asked} />}
        <NotationForm notation={notation} problem={asked.askAgain ? null : asked.problem} />
      </div>
    );
  }
  if (!latest) {
    return (
      <div class="narrow">
        <Heading title="Analysis" />
        <p class="quiet">Loading…</p>
      </div>
    );
  }
  return <AnalysisBoard position={answer ?? latest} notation={answer?.notation ?? notation} />;
}

interface AnalysisBoardProps {
  position: Position;
  /** Of the position that was asked for, which may still be on its way; until then the board shows the one before. */
  notation: string;
}

function AnalysisBoard({ position, notation }: AnalysisBoardProps): JSX.Element {
  const isCurrent = position.notation === notation;
  const line = lineOf(notation);
  const tree = useTree(position);
  const onward = longestFrom(tree, line.moves);
  const [longer, setLonger] = useState<string | null>(null);
  const seconds = longer === position.notation ? MOST_SECONDS : USUAL_SECONDS;
  const asked = useAnswer(`${position.notation} ${seconds}`, (signal) => api.analysis(position.notation, seconds, signal));
  // What was found before the reader asked to think longer stays until more is known.
  const analysis = asked.answer ?? (asked.latest?.notation === position.notation ? asked.latest : null);
  const play = (move: Move): void => go(notationOf(continued(line, move)));
  const step = (ply: number): void => go(notationOf({ start: line.start, moves: onward }, ply));
  useStepKeys(line.moves.length, onward.length, step);
  return (
    <div class="analysis sided">
      <PageHead title={`Analysis of ${position.title}`} game={position.game} setup={position.setup} what="analysis">
        <nav class="head-links" aria-label="Of this game">
          <Link to={rulesAddress(position.game, position.setup)}>Rules</Link>
        </nav>
      </PageHead>
      <Board
        view={{
          position,
          picksBy: picksByNumber,
          ...(analysis && { verdicts: verdictsOf(analysis), ...drawn(analysis.claims) }),
          marks: marked("named", analysis?.proof?.move),
          idle: grouped(position.requirement),
        }}
        onMove={isCurrent ? play : undefined}
      />
      <div class="line">
        <BackToGame />
        <LineButtons ply={line.moves.length} last={onward.length} onStep={step} />
        <MoveTreeList tree={tree} moves={line.moves} sign={signOf(position.board)} />
      </div>
      <VerdictPanel
        position={position}
        analysis={analysis}
        asked={asked}
        seconds={seconds}
        onThinkLonger={seconds < MOST_SECONDS ? () => setLonger(position.notation) : null}
      />
      <section class="analysis-actions" aria-label="This position">
        <h2>This position</h2>
        {!position.over && <PlayFromHere position={position} />}
        {position.moves.length > 0 && (
          <p>
            <Link to={`/review/${api.inAddress(position.notation)}`}>Review the moves so far</Link>
          </p>
        )}
        <NotationForm notation={position.notation} />
      </section>
    </div>
  );
}

function go(notation: string, replace = false): void {
  navigate(`/analysis/${api.inAddress(notation)}`, { replace });
}

function useTree(position: Position): MoveTree {
  const tree = useRef<MoveTree | null>(null);
  const { start, moves } = lineOfPosition(position);
  tree.current = grown(tree.current, start, moves);
  return tree.current;
}

interface LineButtonsProps {
  ply: number;
  last: number;
  onStep: (ply: number) => void;
}

function LineButtons({ ply, last, onStep }: LineButtonsProps): JSX.Element {
  return (
    <div class="row line-buttons" role="group" aria-label="Go through the moves">
      <button type="button" aria-disabled={ply === 0} onClick={() => ply > 0 && onStep(ply - 1)}>
        <span aria-hidden="true">←</span> Back
      </button>
      <button type="button" aria-disabled={ply >= last} onClick={() => ply < last && onStep(ply + 1)}>
        Forward <span aria-hidden="true">→</span>
      </button>
      <span class="quiet">{ply === 0 ? "At the start" : `After move ${ply}`}</span>
    </div>
  );
}
