import type { JSX } from "preact";

import { forget, keptGames } from "../game/kept";
import { Link } from "../route";
import { setupText } from "../setups";

const SHOWN = 4;

/** The unfinished games that this browser holds a seat in, the newest first. */
export function ContinueList(): JSX.Element | null {
  const open = Object.entries(keptGames.value)
    .filter(([, game]) => !game.isOver)
    .sort(([, one], [, two]) => two.at - one.at)
    .slice(0, SHOWN);
  if (open.length === 0) return null;
  return (
    <section class="continue" aria-labelledby="continue">
      <h2 id="continue">Continue</h2>
      <ul>
        {open.map(([id, game]) => (
          <li key={id}>
            <Link to={`/games/${id}`}>
              <b>{game.title}</b> <span class="quiet">{setupText(game.setup)}</span>{" "}
              <span>
                <bdi>{game.names[0]}</bdi> and <bdi>{game.names[1]}</bdi>
              </span>
            </Link>
            <button
              type="button"
              class="plain"
              aria-label={`Remove ${game.title} of ${game.names.join(" and ")} from this list`}
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
