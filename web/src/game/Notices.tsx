import type { ComponentChildren, JSX } from "preact";

import type { Game, Player } from "../types";
import type { Table } from "./Table";

interface NoticesProps {
  table: Table;
  game: Game;
  mine: Player[];
  name: (player: Player) => string;
}

const ASKED: Record<"takeback" | "rematch", string> = { takeback: "to take back the last move", rematch: "for a rematch" };

/** Whatever has to be seen or answered beside the board: refusals, hints, the swap, offers. */
export function Notices({ table, game, mine, name }: NoticesProps): JSX.Element {
  const problem = table.problem.value;
  const hint = table.hint.value;
  const isAskedToSwap = game.swap_open && game.to_move !== null && mine.includes(game.to_move);
  const { offer } = game;
  const answer = (accept: boolean): void => {
    if (offer) void table.command(offer.kind, accept ? {} : { accept: false });
  };
  return (
    <>
      {problem && (
        <Notice kind="problem" onClose={() => (table.problem.value = null)}>
          <p>{problem}</p>
        </Notice>
      )}
      {hint && (
        <Notice kind="hint" onClose={() => (table.hint.value = null)}>
          <p>
            <b>Hint {hint.step} of 3.</b> {hint.text}
          </p>
        </Notice>
      )}
      {isAskedToSwap && (
        <Notice kind="question">
          <p>{game.status}</p>
          <div class="row">
            <button type="button" class="primary" onClick={() => void table.command("swap", { take: true })}>
              Swap sides
            </button>
            <button type="button" onClick={() => void table.command("swap", { take: false })}>
              Keep my side
            </button>
          </div>
        </Notice>
      )}
      {offer && mine.length > 0 && (
        <Notice kind="question">
          {mine.includes(offer.by) ? (
            <>
              <p>You asked {ASKED[offer.kind]}. Waiting for the answer.</p>
              <div class="row">
                <button type="button" onClick={() => answer(false)}>
                  Withdraw
                </button>
              </div>
            </>
          ) : (
            <>
              <p>
                <bdi>{name(offer.by)}</bdi> asks {ASKED[offer.kind]}.
              </p>
              <div class="row">
                <button type="button" class="primary" onClick={() => answer(true)}>
                  Accept
                </button>
                <button type="button" onClick={() => answer(false)}>
                  Decline
                </button>
              </div>
            </>
          )}
        </Notice>
      )}
    </>
  );
}

interface NoticeProps {
  kind: "problem" | "hint" | "question";
  onClose?: () => void;
  children: ComponentChildren;
}

function Notice({ kind, onClose, children }: NoticeProps): JSX.Element {
  return (
    <div class={`notice ${kind}`}>
      <div class="grows">{children}</div>
      {onClose && (
        <button type="button" class="plain" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      )}
    </div>
  );
}
