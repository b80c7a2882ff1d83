import type { ComponentChildren, JSX } from "preact";

import { Problem } from "../Problem";
import type { Asked } from "./useAnswer";

interface UnansweredProps {
  asked: Pick<Asked<unknown>, "problem" | "askAgain">;
  children?: ComponentChildren;
}

/** Why there is no answer; with a button to ask again where that may help. */
export function Unanswered({ asked: { problem, askAgain }, children }: UnansweredProps): JSX.Element | null {
  if (problem === null) return null;
  return (
    <div class="row">
      <Problem>{problem}</Problem>
      {askAgain && (
        <button type="button" onClick={askAgain}>
          Try again
        </button>
      )}
      {children}
    </div>
  );
}
