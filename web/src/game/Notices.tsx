import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { Sentence } from "../Sentence";
import type { Game, GivenHint, Player, Sign } from "../types";
import { Why } from "../Why";
import { readable, signOf } from "../words";
import type { Table } from "./Table";
import { firstMoveText, nameOf } from "./words";

interface NoticesProps {
  table: Table;
  game: Game;
  mine: Player[];
}

const ASKED: Record<"takeback" | "rematch", string> = { takeback: "to take back the last move", rematch: "for a rematch" };

/** Whatever has to be seen or answered at once: refusals, the swap, offers. */
export function Notices({ table, game, mine }: NoticesProps): JSX.Element {
  const problem = table.problem.value;
  const isAskedToSwap = game.swap_open && game.to_move !== null && mine.includes(game.to_move);
  const { offer } = game;
  const answer = (accept: boolean): void => {
    if (offer) void table.command(offer.kind, accept ? { offer: offer.number } : { accept: false });
  };
  return (
    <>
      {problem && (
        <Notice kind="problem" about={problem} onClose={() => (table.problem.value = null)}>
          <p>{problem}</p>
        </Notice>
      )}
      {isAskedToSwap && (
        <Notice kind="question" about="swap">
          <p>Do you swap?</p>
          <div class="row">
            <button type="button" class="primary" onClick={() => void table.command("swap", { take: true })}>
              Swap sides: the {firstMoveText(game)} becomes mine
            </button>
            <button type="button" onClick={() => void table.command("swap", { take: false })}>
              Keep my side and move next
            </button>
          </div>
        </Notice>
      )}
      {offer && mine.length > 0 && (
        <Notice kind="question" about={String(offer.number)}>
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
                <bdi>{nameOf(game, offer.by)}</bdi> asks {ASKED[offer.kind]}.
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

/** The hint that was asked for. It stands below the board and not over it, since it speaks of numbers there. */
export function HintNotice({ hint, sign, onClose }: { hint: GivenHint; sign: Sign; onClose: () => void }): JSX.Element {
  return (
    <Notice kind="hint" about={hint.text} onClose={onClose}>
      <p>
        <b>Hint {hint.step} of 3.</b>
      </p>
      <Why key={hint.step} short={hint.short} full={hint.text} sign={sign} />
    </Notice>
  );
}

const WELCOME = "After each of your moves I say what it did. Early mistakes do not count. Play what you like!";

/** What the tutor says of the last move, or to whoever is about to make the first. */
export function TutorNotice({ game }: { game: Game }): JSX.Element | null {
  const { remark, position } = game;
  if (remark === null && position.moves.length > 0) return null;
  const isGood = remark?.claims.some(({ kind }) => kind === "kept") ?? false;
  return (
    <Notice kind="tutor" about="">
      <p>
        <b>Tutor:</b> {isGood && <span class="verdict win">✓ </span>}
        <Sentence>{remark ? readable(remark.text, signOf(position.board)) : WELCOME}</Sentence>
      </p>
    </Notice>
  );
}

interface NoticeProps {
  kind: "problem" | "hint" | "question" | "tutor";
  /** Comes into sight whenever this changes. */
  about: string;
  onClose?: () => void;
  children: ComponentChildren;
}

function Notice({ kind, about, onClose, children }: NoticeProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The tutor speaks after every move, and the board is to stay where it is.
    if (kind !== "tutor") place.current?.scrollIntoView({ block: "nearest" });
    // On a small screen words and board may not fit together; then the number that a hint points out matters more.
    if (kind === "hint") document.querySelector(".board .hinted")?.scrollIntoView({ block: "nearest" });
  }, [about]);
  return (
    <div class={`notice ${kind}`} ref={place}>
      <div class="grows">{children}</div>
      {onClose && (
        <button type="button" class="plain" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      )}
    </div>
  );
}
