import type { JSX } from "preact";

import { forget, keptGames, keptReader, type KeptGame } from "../game/kept";
import { Link } from "../route";
import { SetupWords } from "../setups";
import type { Player } from "../types";
import { YOU } from "../words";

const SHOWN = 4;

/** The unfinished games that this browser holds a seat in, the newest first. */
export const openGames = (): [id: string, game: KeptGame][] =>
  Object.entries(keptGames.value)
    .filter(([, game]) => !game.isOver)
    .sort(([, one], [, two]) => two.at - one.at)
    .slice(0, SHOWN);

export function ContinueList(): JSX.Element | null {
  const open = openGames();
  if (open.length === 0) return null;
  return (
    <section class="continue" aria-labelledby="continue">
      <h2 id="continue">Continue</h2>
      <ul>
        {open.map(([id, game]) => (
          <li key={id}>
            <Link to={`/games/${id}`}>
              <b>{game.title}</b>{" "}
              <span class="quiet">
                <SetupWords game={game.game ?? ""} setup={game.setup} />
              </span>{" "}
              <span>
                <bdi>{called(game, 1)}</bdi> and <bdi>{called(game, 2)}</bdi>
              </span>
            </Link>
            <button
              type="button"
              class="plain"
              aria-label={`Remove ${game.title} of ${called(game, 1)} and ${called(game, 2)} from this list`}
              onClick={() => forget(id)}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A player by name; whoever plays here without one knows who is meant. */
function called(game: KeptGame, player: Player): string {
  const name = game.names[player - 1] ?? "";
  return keptReader(game) === player && name === `Player ${player}` ? YOU : name;
}
