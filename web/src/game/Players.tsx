import type { JSX } from "preact";

import { catalogue } from "../catalogue";
import { TUTOR_NAME } from "../progress";
import type { Game, GamePlayer, Player } from "../types";
import { counted, SHAPES } from "../words";
import { isUnnamed, readerOf } from "./words";

interface PlayersProps {
  game: Game;
  mine: Player[];
}

/** Both players with shape, score, level or presence, and whose move it is. */
export function Players({ game, mine }: PlayersProps): JSX.Element {
  const hasScore = game.target !== null || game.games > 1;
  return (
    <ul class="players" aria-label="Players">
      {([1, 2] as const).map((player) => {
        const person = game.players[player - 1] as GamePlayer;
        const isYou = readerOf(game, mine) === player;
        const isOnlyYou = isYou && isUnnamed(game, player);
        const hints = game.hints[player - 1] ?? 0;
        const remarks = [
          isYou && !isOnlyYou && "you",
          !isYou && about(game, person),
          game.to_move === player && "to move",
          game.result?.winner === player && "won",
          hints > 0 && counted(hints, "hint"),
        ];
        return (
          <li key={player} class={`player player-${player}${game.to_move === player ? " to-move" : ""}`}>
            <span class="shape" aria-hidden="true">
              {SHAPES[player]}
            </span>
            <span class="who">
              <bdi>{isOnlyYou ? "You" : person.name}</bdi>
              <small>{remarks.filter(Boolean).join(", ")}</small>
            </span>
            {hasScore && (
              <b class="score">
                {game.score[player - 1]}
                <span class="unseen"> won</span>
              </b>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function about(game: Game, person: GamePlayer): string | null {
  if (person.level !== null) {
    const name = catalogue.value?.levels.find(({ number }) => number === person.level)?.name;
    return `level ${person.level}${name ? ` ${name}` : ""}`;
  }
  if (person.program !== null) return person.program === TUTOR_NAME ? "helps you learn" : person.program;
  if (game.opponent !== "friend") return null;
  if (!person.has_joined) return "not here yet";
  return person.is_here ? "here" : "away";
}
