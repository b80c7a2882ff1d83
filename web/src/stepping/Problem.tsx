import type { ComponentChildren, JSX } from "preact";

import type { Asked } from "./useAnswer";

interface ProblemProps {
  asked: Pick<Asked<unknown>, "problem" | "askAgain">;
  children?: ComponentChildren;
}

/** Why there is no answer, in one sentence; with a button to ask again where that may help. */
export function Problem({ asked: { problem, askAgain }, children }: ProblemProps): JSX.Element | null {
  if (problem === null) return null;
  return (
    <div class="row" role="alert">
      <p class="problem">{problem}</p>
      {askAgain && (
        <button type="button" onClick={askAgain}>
          Try again
        </button>
      )}
      {children}
    </div>
  );
}
