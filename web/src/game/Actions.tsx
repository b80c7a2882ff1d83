import type { JSX } from "preact";

import type { Shortcut } from "../keys";
import { Link } from "../route";
import type { Game } from "../types";
import type { Table } from "./Table";

interface ActionsProps {
  game: Game;
  isSeated: boolean;
  mayAnalyse: boolean;
  isJudged: boolean;
  does: Record<Shortcut, () => void>;
  table: Table;
  onMenu: () => void;
}

/** What can be done now: a bar at the bottom of a phone, a row in the panel of a desktop. */
export function Actions({ game, isSeated, mayAnalyse, isJudged, does, table, onMenu }: ActionsProps): JSX.Element {
  const isOver = game.result !== null;
  const goesOn = isOver && game.target !== null && game.match_winner === null;
  const undo = game.opponent === "friend" ? "Ask to undo" : "Undo";
  return (
    <div class="actions" role="group" aria-label="What you can do">
      {isSeated && isOver && (
        <button type="button" class="primary" onClick={() => void table.command(goesOn ? "next" : "rematch", {})}>
          {goesOn ? "Next game" : "Rematch"}
        </button>
      )}
      {isSeated && (!isOver || game.can_undo) && (
        <button type="button" aria-disabled={!game.can_undo} onClick={does.undo}>
          <Sign>↶</Sign> {undo}
        </button>
      )}
      {isSeated && !isOver && mayAnalyse && (
        <button type="button" onClick={does.hint}>
          <Sign>✦</Sign> Hint
        </button>
      )}
      {isOver && (
        <Link to={`/games/${game.id}/review`} class="button">
          <Sign>≡</Sign> Review
        </Link>
      )}
      {mayAnalyse && !isOver && (
        <button type="button" aria-pressed={isJudged} onClick={does.analysis}>
          <Sign>✓</Sign> Analysis
        </button>
      )}
      <button type="button" aria-haspopup="dialog" onClick={onMenu}>
        <Sign>⋯</Sign> Menu
      </button>
    </div>
  );
}

const Sign = ({ children }: { children: string }): JSX.Element => (
  <span class="sign" aria-hidden="true">
    {children}
  </span>
);
