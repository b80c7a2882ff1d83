import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";

import { picksByNumber } from "../analysis/pickers";
import { announce } from "../announce";
import * as api from "../api";
import { Board } from "../board/Board";
import { marked, type BoardView } from "../board/view";
import { Spans } from "../rules/Blocks";
import { Sentence } from "../Sentence";
import { continued, lineOf, notationOf } from "../stepping/line";
import { positionOf } from "../stepping/positions";
import { Unanswered } from "../stepping/Unanswered";
import { useAnswer } from "../stepping/useAnswer";
import type { Move, Position, Sign } from "../types";
import { moveText, readable, signOf } from "../words";
import { keepSolved, type Exercise } from "./lessons";

const SECONDS = 2;

/** What was answered: a move, or that none wins. */
type Answered = Move | "none" | null;

/** The position after what was answered, with the reply that beats a wrong move. */
interface Shown {
  position: Position;
  reply: Move | null;
  /** Why nothing helps after the reply, to the reader, who is to move there. */
  why: string | null;
}

async function shownAfter(notation: string, move: Move | null, isRight: boolean, signal: AbortSignal): Promise<Shown> {
  if (move === null) return { position: await positionOf(notation, signal), reply: null, why: null };
  const after = notationOf(continued(lineOf(notation), move));
  if (isRight) return { position: await positionOf(after, signal), reply: null, why: null };
  const { winning, proof } = await api.analysis(after, SECONDS, signal);
  const reply = winning.find((each) => String(each) === proof?.move) ?? winning[0];
  if (reply === undefined) return { position: await positionOf(after, signal), reply: null, why: null };
  const position = await positionOf(notationOf(continued(lineOf(after), reply)), signal);
  return { position, reply, why: position.over ? null : (await api.analysis(position.notation, SECONDS, signal)).short };
}

interface ExerciseBoardProps {
  exercise: Exercise;
  hasNext: boolean;
  onNext: () => void;
  /** Where in the lesson this is. */
  children: ComponentChildren;
}

/** A position of a lesson to answer, and what is to be said about the answer. */
export function ExerciseBoard({ exercise, hasNext, onNext, children }: ExerciseBoardProps): JSX.Element {
  const { notation, question, winning } = exercise;
  const [answered, setAnswered] = useState<Answered>(null);
  const move = answered === "none" ? null : answered;
  const isRight = answered === "none" ? winning.length === 0 : winning.includes(String(move));
  const asked = useAnswer(`${notation} ${move}`, async (signal) => {
    const shown = await shownAfter(notation, move, isRight, signal);
    if (move !== null) announce(verdictText(move, isRight, shown));
    return shown;
  });
  const answer = (next: Answered): void => {
    setAnswered(next);
    const solves = next === "none" ? winning.length === 0 : winning.includes(String(next));
    if (solves) keepSolved(exercise);
    if (next === "none") announce(noneText(solves));
  };
  const shown = asked.answer ?? asked.latest;
  return (
    <>
      {shown && <Board view={viewOf(shown, move)} onMove={answered === null ? answer : undefined} />}
      <section class="lesson-task" aria-label="Your task">
        {children}
        <p class="lesson-question">
          <Spans spans={question} />
        </p>
        <Unanswered asked={asked} />
        {answered === null ? (
          <button type="button" onClick={() => answer("none")}>
            No move wins
          </button>
        ) : (
          shown && (
            <>
              <div class={isRight ? "verdict-sentence is-win" : "verdict-sentence is-loss"}>
                <p>
                  {isRight ? "✓" : "✕"} <Sentence>{move === null ? noneText(isRight) : verdictText(move, isRight, shown)}</Sentence>
                </p>
                {isRight && <Others winning={winning} move={move} sign={signOf(shown.position.board)} />}
                {isRight && (
                  <p>
                    <Spans spans={exercise.why} />
                  </p>
                )}
              </div>
              <div class="row">
                {isRight && hasNext && (
                  <button type="button" class="primary" onClick={onNext}>
                    Next
                  </button>
                )}
                <button type="button" class={isRight ? "" : "primary"} onClick={() => setAnswered(null)}>
                  {isRight ? "Once more" : "Try again"}
                </button>
              </div>
            </>
          )
        )}
      </section>
    </>
  );
}

function viewOf({ position, reply }: Shown, move: Move | null): BoardView {
  const marks = new Map([...marked("named", move), ...marked("reply", reply)]);
  return { position, picksBy: picksByNumber, marks, idle: move === null ? "It is your move." : null };
}

const noneText = (isRight: boolean): string => (isRight ? "Right: nothing wins here." : "One move does win. Look again.");

function verdictText(move: Move, isRight: boolean, { position, reply, why }: Shown): string {
  const sign = signOf(position.board);
  if (isRight) return `Right: ${moveText(move, sign)} wins.`;
  if (reply === null) return `${moveText(move, sign)} loses.`;
  const end = position.over ? ", and you cannot move." : `. ${readable(why ?? "", sign)}`;
  return `${moveText(move, sign)} loses. Your opponent answers ${moveText(reply, sign)}${end}`.trim();
}

function Others({ winning, move, sign }: { winning: readonly string[]; move: Move | null; sign: Sign }): JSX.Element | null {
  const others = winning.filter((each) => each !== String(move)).map((each) => moveText(each, sign));
  return others.length === 0 ? null : <p>Also right: {others.join(", ")}.</p>;
}
