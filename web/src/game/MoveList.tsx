import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import type { Game, GamePlayer } from "../types";
import { moveText, SHAPES } from "../words";

/** The moves so far, each with the shape of its player; the newest stays in sight. */
export function MoveList({ game }: { game: Game }): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const { moves } = game.position;
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [moves.length]);
  return (
    <section class="moves" aria-label="Moves">
      <h2>Moves</h2>
      {moves.length === 0 ? (
        <p class="quiet">None yet.</p>
      ) : (
        <ol ref={list} tabIndex={0} aria-label="Moves so far">
          {moves.map((move, index) => {
            const player = game.players_of_moves[index] ?? 1;
            return (
              <li key={index} class={`player-${player}`}>
                <span class="ply">{index + 1}</span>
                <span class="shape" aria-hidden="true">
                  {SHAPES[player]}
                </span>
                <span class="unseen">{(game.players[player - 1] as GamePlayer).name}: </span>
                {moveText(move)}
              </li>
            );
          })}
        </ol>
      )}
      {game.seats[0] !== game.starter && <p class="quiet">Sides were swapped after move 1.</p>}
    </section>
  );
}
