// What stands above the numbers: what the next pick must match, or how the numbers came to be what they are.

import type { ComponentChildren, JSX } from "preact";

import type { NumbersBoard, PoolBoard } from "../types";
import { grouped, moveText, SHAPES } from "../words";
import { Primes } from "./Primes";
import type { BoardView } from "./view";

export function Head({ view, children }: { view: BoardView; children?: ComponentChildren }): JSX.Element {
  const { caption, position } = view;
  return (
    <div class="stage-head">
      {caption !== undefined && <p class="target">{caption}</p>}
      {position.board.kind === "numbers" && <Trail view={view} board={position.board} />}
      {position.board.kind === "pool" && caption === undefined && <Target view={view} board={position.board} />}
      {children}
    </div>
  );
}

/** More numbers are not written out. */
const MOST = 12;

function Target({ view, board: { target, cells } }: { view: BoardView; board: PoolBoard }): JSX.Element {
  const { numbers } = target;
  const [only] = numbers;
  const factors = numbers.length === 1 ? (cells.find(({ number }) => number === only)?.factors ?? []) : [];
  return (
    <p class="target">
      {view.isForReader === false ? target.their_words : target.words}
      {numbers.length > 1 && ":"}{" "}
      {numbers.length > 0 && <b>{numbers.slice(-MOST).join(", ")}</b>}
      {factors.length > 1 && (
        <span class="quiet">
          {" "}
          = <Primes factors={factors} />
        </span>
      )}
    </p>
  );
}

/** The earlier values, oldest first, each with the move that led to it. */
function Trail({ view, board: { trail, sign } }: { view: BoardView; board: NumbersBoard }): JSX.Element {
  return (
    <ol class="trail" aria-label="The way here">
      {trail.map(({ ply, numbers, move, seat }) => {
        const picker = seat === null ? null : view.picksBy(seat, ply).maker;
        return (
          <li key={ply}>
            {picker && move !== null && (
              <span class={`by player-${picker.player}`}>
                <span aria-hidden="true">{SHAPES[picker.player]} </span>
                <span class="unseen">{picker.name}: </span>
                {String(move).includes("/") ? moveText(move, sign) : `${sign} ${moveText(move, sign)}`}
              </span>
            )}
            <b>{grouped(numbers.join(" + "))}</b>
          </li>
        );
      })}
    </ol>
  );
}
