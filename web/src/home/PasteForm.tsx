import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

import * as api from "../api";
import { Problem } from "../Problem";
import { Link, navigate } from "../route";
import type { RecordedGames } from "../types";
import { counted } from "../words";
import { pastedAs } from "./pasted";

/** Opens a pasted notation on the analysis board, a pasted record in the review. */
export function PasteForm(): JSX.Element {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [record, setRecord] = useState<RecordedGames | null>(null);
  const field = useId();
  const games = useRef<HTMLDivElement>(null);
  useEffect(() => games.current?.focus(), [record]);
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    setProblem(null);
    setRecord(null);
    const pasted = pastedAs(text);
    try {
      if (pasted.kind === "nothing") return setProblem("Paste a position such as factor-clash:2-20:15,5 or the text of a game.");
      if (pasted.kind === "notation") {
        const position = await api.position(pasted.notation);
        return navigate(`/analysis/${api.inAddress(position.notation)}`);
      }
      const found = await api.readRecord(pasted.text);
      const [only] = found.games;
      if (only && found.games.length === 1) return navigate(`/review/${api.inAddress(only.notation)}`);
      setRecord(found);
    } catch (error) {
      setProblem(api.sentenceOf(error));
    }
  };
  return (
    <form class="card paste" onSubmit={(event) => void open(event)}>
      <h2>
        <label for={field}>Open a position or a recorded game</label>
      </h2>
      <textarea
        id={field}
        rows={2}
        spellcheck={false}
        autocomplete="off"
        placeholder="factor-clash:2-20:15,5"
        value={text}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${field}-problem`}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey && !text.includes("\n")) void open(event);
        }}
      />
      <Problem id={`${field}-problem`}>{problem}</Problem>
      <button type="submit">Open</button>
      {record && (
        <div ref={games} tabIndex={-1} role="group" aria-label="The games of the record">
          <p>
            A match of <bdi>{record.names[0]}</bdi> and <bdi>{record.names[1]}</bdi>, {counted(record.games.length, "game")}:
          </p>
          <ol>
            {record.games.map(({ notation, winner }, index) => (
              <li key={index}>
                <Link to={`/review/${api.inAddress(notation)}`}>Game {index + 1}</Link>
                {winner && (
                  <>
                    {" "}
                    won by <bdi>{record.names[winner - 1]}</bdi>
                  </>
                )}
              </li>
            ))}
          </ol>
        </div>
      )}
    </form>
  );
}
