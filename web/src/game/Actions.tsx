import type { JSX } from "preact";

import { Link } from "../route";
import type { GameModel } from "./model";

interface ActionsProps {
  model: GameModel;
  /** Whether something else is the main thing to do. */
  isAside: boolean;
  onMenu: () => void;
}

/** What can be done now: a bar at the bottom of a phone, a row in the panel of a desktop. */
export function Actions({ model, isAside, onMenu }: ActionsProps): JSX.Element {
  const { table, game, mine, canUndo, mayAnalyse, mayHint, isJudged, does } = model;
  const isSeated = mine.length > 0;
  const isOver = game.result !== null;
  const goesOn = isOver && game.target !== null && game.match_winner === null;
  const { offer } = game;
  const isAsked = offer?.kind === "rematch" && !mine.includes(offer.by);
  const playOn = (): void => {
    if (goesOn) void table.command("next", {});
    else void table.command("rematch", isAsked ? { offer: offer.number } : {});
  };
  const undo = game.opponent === "friend" ? "Ask to undo" : "Undo";
  return (
    <div class="actions" role="group" aria-label="What you can do">
      {isSeated && isOver && (
        <button type="button" class={isAside ? "" : "primary"} onClick={playOn}>
          {goesOn ? "Next game" : "Rematch"}
        </button>
      )}
      {isSeated && (!isOver || canUndo) && (
        <button type="button" aria-disabled={!canUndo} onClick={does.undo}>
          <Sign>↶</Sign> {undo}
        </button>
      )}
      {isSeated && mayHint && (
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
