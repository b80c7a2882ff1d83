import type { JSX } from "preact";

import * as api from "../api";
import { CopyButton } from "../CopyButton";
import { Dialog } from "../Dialog";
import { openHelp } from "../HelpDialog";
import { Link } from "../route";
import { confirmsMoves } from "../settings";
import { rulesAddress } from "../setups";
import { spectatorAddress } from "./Invitation";
import { LinkToShare } from "./LinkToShare";
import type { GameModel } from "./model";
import { seatAddress } from "./seatLink";

interface MenuProps {
  model: GameModel;
  onResign: () => void;
  onClose: () => void;
}

export function Menu({ model, onResign, onClose }: MenuProps): JSX.Element {
  const { game, mine, canResign, mayAnalyse, hasPicture, confirms, does } = model;
  const own = mine[0] && model.table.tokens.value[mine[0]];
  const canBeDrawn = mayAnalyse && game.position.board.kind === "pool";
  return (
    <Dialog title="Menu" onClose={onClose}>
      <div class="menu">
        <label class="check">
          <input type="checkbox" checked={confirms} onChange={(event) => (confirmsMoves.value = event.currentTarget.checked)} />
          <span>Confirm each move</span>
        </label>
        {canBeDrawn && (
          <label class="check">
            <input type="checkbox" checked={hasPicture} onChange={does.picture} />
            <span>Show how the numbers hang together, as a picture</span>
          </label>
        )}
        <button
          type="button"
          onClick={() => {
            onClose();
            does.big();
          }}
        >
          Big board
        </button>
        <CopyButton text={() => api.gameRecord(game.id)}>Copy the game as text</CopyButton>
        <CopyButton text={game.position.notation}>Copy the position</CopyButton>
        <CopyButton text={spectatorAddress(game.id)}>Copy the link for spectators</CopyButton>
        {own && (
          <details class="menu-seat">
            <summary class="button">My seat on another device</summary>
            <LinkToShare label="Your own link. Whoever has it plays for you." address={seatAddress(game.id, own)} isMain />
          </details>
        )}
        {mayAnalyse && (
          <Link to={`/analysis/${api.inAddress(game.position.notation)}`} class="button">
            Open the analysis board
          </Link>
        )}
        <Link to={rulesAddress(game.game, game.setup)} class="button">
          Rules of {game.title}
        </Link>
        <Link to={`/new/${game.game}`} class="button">
          New game
        </Link>
        <button
          type="button"
          onClick={() => {
            onClose();
            openHelp();
          }}
        >
          Keys
        </button>
        {mine.length > 0 && game.result === null && (
          <button type="button" class="danger" aria-disabled={!canResign} onClick={() => canResign && onResign()}>
            Resign… {!canResign && <small>when it is your move</small>}
          </button>
        )}
      </div>
    </Dialog>
  );
}
