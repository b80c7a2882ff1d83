import type { JSX } from "preact";

import { catalogue } from "../catalogue";
import { Problem } from "../Problem";
import { progress, suggestedLevel, TUTOR } from "../progress";
import type { Game, Player } from "../types";
import { playedIn } from "./played";
import { atLevel, useGameStart } from "./start";

/** Another level, for whoever has won or lost several times in a row. */
export function NextLevel({ game, mine }: { game: Game; mine: Player[] }): JSX.Element | null {
  const { start, isStarting, problem } = useGameStart();
  const levels = catalogue.value?.levels ?? [];
  const played = playedIn(game, mine);
  const next = suggestedLevel(progress.value, game.game, levels.length);
  if (played === null || next === null) return null;
  const name = levels.find(({ number }) => number === next)?.name;
  return (
    <div class="next-level">
      <p>{played.isWon ? "You keep winning. Try a harder level!" : "This level is tough. An easier one may be more fun."}</p>
      <button
        type="button"
        aria-disabled={isStarting}
        onClick={() => void start(atLevel(next, { game: game.game, setup: game.setup }))}
      >
        {next === TUTOR ? "Play the tutor" : `Play level ${next}, ${name}`}
      </button>
      <Problem>{problem}</Problem>
    </div>
  );
}
