import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";

import { catalogue, loadCatalogue } from "../catalogue";
import { playedFrom, useGameStart } from "../game/start";
import { Problem } from "../Problem";
import { offeredLevel } from "../progress";
import type { Position } from "../types";

/** A game against the computer that begins with this position, for whoever is to move in it. */
export function PlayFromHere({ position }: { position: Position }): JSX.Element {
  const [level, setLevel] = useState(offeredLevel);
  const { start, isStarting, problem } = useGameStart();
  const id = useId();
  useEffect(() => void loadCatalogue(), []);
  const levels = catalogue.value?.levels ?? [];
  return (
    <div class="play-from-here">
      <label for={id}>Play from here against the computer, as Player {position.to_move}</label>
      <div class="row">
        <select id={id} value={String(level)} onChange={(event) => setLevel(Number(event.currentTarget.value))}>
          {levels.map(({ number, name, description }) => (
            <option key={number} value={String(number)}>
              {number} {name}: {description}
            </option>
          ))}
        </select>
        <button type="button" class="primary" aria-disabled={isStarting} onClick={() => void start(playedFrom(position, level))}>
          Play
        </button>
      </div>
      <Problem>{problem}</Problem>
    </div>
  );
}
