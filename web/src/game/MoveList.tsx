import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import type { Game, Player } from "../types";
import { moveText, other, SHAPES, signOf } from "../words";
import { calledBy, isSwapped, nameOf } from "./words";

/** The moves so far, each with the shape of who made it; the newest stays in sight. */
export function MoveList({ game, mine }: { game: Game; mine: Player[] }): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const { moves, board } = game.position;
  const sign = signOf(board);
  const hasSwap = isSwapped(game);
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
                <span class="unseen">{calledBy(game, mine, player)}: </span>
                {moveText(move, sign)}
                {index === 0 && hasSwap && (
                  <span class={`player-${game.seats[0]}`}>
                    <span class="shape" aria-hidden="true">
                      ⇄ {SHAPES[game.seats[0]]}
                    </span>
                    <span class="unseen">, then of {calledBy(game, mine, game.seats[0])}</span>
                  </span>
                )}
              </li>
            );
          })}
        </ol>
      )}
      {hasSwap && (
        <p class="quiet">
          <bdi>{nameOf(game, other(game.starter))}</bdi> swapped seats: move 1 is <bdi>{nameOf(game, other(game.starter))}</bdi>’s now.
        </p>
      )}
    </section>
  );
}
