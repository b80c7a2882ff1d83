import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { picksByNumber } from "../analysis/pickers";
import { announce } from "../announce";
import { inAddress } from "../api";
import { Board } from "../board/Board";
import { marked } from "../board/view";
import { Link } from "../route";
import { notationOf } from "../stepping/line";
import { moveFacts } from "../stepping/moveFacts";
import { positionOf } from "../stepping/positions";
import { Stepper } from "../stepping/Stepper";
import { Unanswered } from "../stepping/Unanswered";
import { useAnswer } from "../stepping/useAnswer";
import type { Position } from "../types";
import { moveText, other, SHAPES, signOf } from "../words";
import type { Rules } from "./types";

/** A short game to click through. What is said about each move comes from the server. */
export function Example({ rules }: { rules: Rules }): JSX.Element {
  const line = { start: `${rules.game}:${rules.example.setup}`, moves: rules.example.moves };
  const [step, setStep] = useState(0);
  const asked = useAnswer(notationOf(line, step), async (signal) => ({
    position: await positionOf(notationOf(line, step), signal),
    before: step > 0 ? await positionOf(notationOf(line, step - 1), signal) : null,
  }));
  const { answer } = asked;
  const shown = answer ?? asked.latest;
  useEffect(() => {
    if (answer && step > 0) announce(sentences(answer.position, answer.before).join(" "));
  }, [answer]);
  return (
    <section class="rules-example" aria-labelledby="worked-example">
      <h2 id="worked-example">A game to click through</h2>
      <Stepper of="the example" step={step} last={line.moves.length} onStep={setStep} />
      <Unanswered asked={asked} />
      {shown && (
        <>
          <div class="rules-sentences">
            {sentences(shown.position, shown.before).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
          <Board view={{ position: shown.position, picksBy: picksByNumber, marks: marked("named", shown.position.moves.at(-1)) }} />
          <p>
            <Link to={`/analysis/${inAddress(shown.position.notation)}`}>Analyse this position</Link>
          </p>
        </>
      )}
    </section>
  );
}

/** What was played, why it was allowed, what it did, and what is required next. */
function sentences(position: Position, before: Position | null): string[] {
  const move = position.moves.at(-1);
  const next = position.over
    ? `${position.requirement} Player ${position.winner} wins.`
    : `${SHAPES[position.to_move]} Player ${position.to_move}: ${position.requirement}`;
  if (move === undefined || before === null) return [next];
  const mover = position.over ? (position.winner ?? 1) : other(position.to_move);
  const { text } = moveFacts(before, move);
  return [`${SHAPES[mover]} Player ${mover} plays ${moveText(move, signOf(position.board))}${text ? `: ${text}` : ""}.`, next];
}
