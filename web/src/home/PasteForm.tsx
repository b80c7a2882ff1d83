import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";

import * as api from "../api";
import { catalogue } from "../catalogue";
import { focusOn, stillness } from "../focus";
import { Problem } from "../Problem";
import { Link, navigate } from "../route";
import type { RecordedGames } from "../types";
import { tied, useRefusal } from "../useRefusal";
import { counted } from "../words";
import { pastedAs, type Pasted } from "./pasted";

const FIELD = "text";

/** The address of what was pasted, or the games of a record that has several. */
async function opened(pasted: Exclude<Pasted, { kind: "nothing" }>): Promise<string | RecordedGames> {
  if (pasted.kind === "notation") return `/analysis/${api.inAddress((await api.position(pasted.notation)).notation)}`;
  const record = await api.readRecord(pasted.text);
  const [only] = record.games;
  return only && record.games.length === 1 ? `/review/${api.inAddress(only.notation)}` : record;
}

/** A position of the first game, as the picture of it is drawn. */
function exampleNotation(): string | undefined {
  const [game] = catalogue.value?.games ?? [];
  return game && `${game.name}:${game.default_setup}:${game.picture?.taken.slice(0, 2).join() ?? ""}`;
}

/** Opens a pasted notation on the analysis board, a pasted record in the review. */
export function PasteForm(): JSX.Element {
  const [text, setText] = useState("");
  const [found, setFound] = useState<{ record: RecordedGames; isAwaited: () => boolean } | null>(null);
  const refusal = useRefusal();
  const submits = useRef(0);
  const field = useId();
  const games = useRef<HTMLDivElement>(null);
  const example = exampleNotation();
  useLayoutEffect(() => {
    if (found?.isAwaited()) focusOn(games.current);
  }, [found]);
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    const refuse = refusal.submit();
    const isAwaited = stillness();
    const submit = ++submits.current;
    setFound(null);
    const pasted = pastedAs(text);
    if (pasted.kind === "nothing") return refuse(`Paste a position${example ? ` such as ${example}` : ""} or the text of a game.`, FIELD);
    // Only the last submit is answered, in whatever order the answers come.
    const isLast = (): boolean => submit === submits.current;
    try {
      const result = await opened(pasted);
      if (!isLast()) return;
      if (typeof result === "string") navigate(result);
      else setFound({ record: result, isAwaited });
    } catch (error) {
      // It has one field, which every refusal is about.
      if (isLast()) refuse(error, FIELD);
    }
  };
  const problem = refusal.on(FIELD);
  const record = found?.record;
  return (
    <form ref={refusal.form} class="card paste" onSubmit={(event) => void open(event)}>
      <h2>
        <label for={field}>Analyse a position or a recorded game</label>
      </h2>
      <textarea
        id={field}
        name={FIELD}
        rows={2}
        spellcheck={false}
        autocomplete="off"
        placeholder={example}
        value={text}
        {...tied(`${field}-problem`, problem)}
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
