import type { JSX } from "preact";
import { useState } from "preact/hooks";

import { picksByNumber } from "../analysis/pickers";
import { announce } from "../announce";
import { Board } from "../board/Board";
import { marked } from "../board/view";
import { Sentence } from "../Sentence";
import { continued, lineOf, notationOf } from "../stepping/line";
import { moveFacts } from "../stepping/moveFacts";
import { positionOf } from "../stepping/positions";
import { Unanswered } from "../stepping/Unanswered";
import { useAnswer } from "../stepping/useAnswer";
import type { Move, Position } from "../types";
import { capital, grouped, moveText, signOf } from "../words";

/** Positions to tap: every number says whether it is allowed, why, and what it does. */
export function TryPositions({ positions }: { positions: readonly string[] }): JSX.Element {
  const [at, setAt] = useState(0);
  const last = positions.length - 1;
  return (
    <section class="rules-try" aria-labelledby="try-it">
      <div class="row spread">
        <h2 id="try-it">
          Try it: {at + 1} of {positions.length}
        </h2>
        <div class="row">
          <button type="button" aria-disabled={at === 0} onClick={() => setAt(Math.max(0, at - 1))}>
            <span aria-hidden="true">‹</span> Back
          </button>
          <button type="button" aria-disabled={at === last} onClick={() => setAt(Math.min(last, at + 1))}>
            Next <span aria-hidden="true">›</span>
          </button>
        </div>
      </div>
      <TryPosition key={at} notation={positions[at] ?? ""} />
    </section>
  );
}

interface Tried {
  position: Position;
  /** What a move did, if one was made. */
  told: string;
}

async function tried(notation: string, move: Move | null, signal: AbortSignal): Promise<Tried> {
  const before = await positionOf(notation, signal);
  if (move === null) return { position: before, told: grouped(before.requirement) };
  const position = await positionOf(notationOf(continued(lineOf(notation), move)), signal);
  return { position, told: toldOf(before, move, position) };
}

function toldOf(before: Position, move: Move, after: Position): string {
  const sign = signOf(before.board);
  const { text, preview } = moveFacts(before, move);
  // Where numbers change, what a move leaves says it all.
  const why = text && !sign ? `: ${grouped(text)}` : "";
  const end = after.over ? "Your opponent cannot move. You win!" : preview && grouped(preview);
  return [`${capital(moveText(move, sign))} is allowed${why}.`, end].filter(Boolean).join(" ");
}

function TryPosition({ notation }: { notation: string }): JSX.Element {
  const [move, setMove] = useState<Move | null>(null);
  const asked = useAnswer(`${notation} ${move}`, async (signal) => {
    const answer = await tried(notation, move, signal);
    if (move !== null) announce(answer.told);
    return answer;
  });
  const shown = asked.answer ?? asked.latest;
  return (
    <>
      <Unanswered asked={asked} />
      {shown && (
        <>
          <p class={move === null ? "rules-told" : "rules-told answer"}>
            <Sentence>{shown.told}</Sentence>
          </p>
          <Board
            view={{
              position: shown.position,
              picksBy: picksByNumber,
              marks: marked("named", move),
              idle: move === null ? "Tap a number." : null,
            }}
            onMove={move === null ? setMove : undefined}
          />
        </>
      )}
      {move !== null && (
        <button type="button" onClick={() => setMove(null)}>
          Try another
        </button>
      )}
    </>
  );
}
