import type { JSX } from "preact";

import { inAddress } from "../api";
import { Link } from "../route";
import { notationOf } from "../stepping/line";
import type { Sign } from "../types";
import { moveText } from "../words";
import { runsOf, type MoveTree } from "./moveTree";

interface MoveTreeListProps {
  tree: MoveTree;
  /** The moves of the position on the board. */
  moves: string[];
  sign: Sign;
}

const DEEPEST = 6;

/** Every line that was looked at; a click goes there. */
export function MoveTreeList({ tree, moves, sign }: MoveTreeListProps): JSX.Element {
  const here = moves.join(",");
  const isOnLine = (path: string[]): boolean => `${here},`.startsWith(`${path.join(",")},`);
  return (
    <nav class="move-tree" aria-label="Moves and variations">
      <StepLink notation={notationOf({ start: tree.start, moves: [] })} isHere={here === ""} isOnLine>
        Start
      </StepLink>
      <ul>
        {runsOf(tree).map(({ depth, steps }) => (
          <li key={steps[0]?.path.join(",")} class={`depth-${Math.min(depth, DEEPEST)}`}>
            {depth > 0 && <span class="unseen">Variation: </span>}
            {steps.map(({ move, ply, path }) => (
              <StepLink
                key={ply}
                notation={notationOf({ start: tree.start, moves: path })}
                isHere={path.join(",") === here}
                isOnLine={isOnLine(path)}
              >
                <span class="move-ply">{ply}.</span> {moveText(move, sign)}
              </StepLink>
            ))}
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface StepLinkProps {
  notation: string;
  isHere: boolean;
  isOnLine: boolean;
  children: JSX.Element | string | (JSX.Element | string)[];
}

function StepLink({ notation, isHere, isOnLine, children }: StepLinkProps): JSX.Element {
  return (
    <Link
      to={`/analysis/${inAddress(notation)}`}
      class={isOnLine ? "move-step is-on-line" : "move-step"}
      aria-current={isHere ? "step" : undefined}
    >
      {children}
    </Link>
  );
}
