import type { ComponentChildren, JSX } from "preact";

import type { Move } from "../types";
import { SIGNS, VERDICT_WORDS } from "../words";
import { MARK_WORDS, type BoardView } from "./view";

interface JudgedProps {
  view: BoardView;
  move: Move;
  /** What stands under a number that nothing is to be said about. */
  children: ComponentChildren;
}

/** What stands under the number of a move: its verdict, or that it is the answer or the better one, each with sign and word. */
export function Judged({ view, move, children }: JudgedProps): JSX.Element {
  const key = String(move);
  const verdict = view.verdicts?.get(key);
  const mark = view.marks?.get(key) ?? "named";
  const isSaid = mark === "reply" || mark === "better";
  const told = verdict ? [SIGNS[verdict], VERDICT_WORDS[verdict]] : isSaid ? MARK_WORDS[mark] : null;
  const look = verdict ?? (mark === "better" ? "win" : "loss");
  return (
    <>
      {told ? (
        <span class={`verdict ${look}`}>
          {told[0]} <span class="word">{told[1]}</span>
        </span>
      ) : (
        <span class="factors">{children}</span>
      )}
      {view.signs?.has(key) && <span class="reason-sign">{view.signs.get(key)}</span>}
      {mark === "hinted" && <span class="hint-sign">{MARK_WORDS.hinted?.[0]}</span>}
    </>
  );
}
