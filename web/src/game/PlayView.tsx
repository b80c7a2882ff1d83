import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { Board } from "../board/Board";
import type { BoardView } from "../board/view";
import { focusOn } from "../focus";
import { Link } from "../route";
import { rulesAddress } from "../setups";
import { PageHead } from "../subject";
import type { Game, Player } from "../types";
import { SHAPES, signOf } from "../words";
import { Actions } from "./Actions";
import { Banner } from "./Banner";
import { EndPanel } from "./EndPanel";
import { InsightPanel } from "./InsightPanel";
import { Menu } from "./Menu";
import { useGameModel, type GameModel } from "./model";
import { MoveList } from "./MoveList";
import { HintNotice, Notices, TutorNotice } from "./Notices";
import { Players } from "./Players";
import { ResignQuestion } from "./ResignQuestion";
import { Status } from "./Status";
import type { Table } from "./Table";
import { calledBy, isTutored, lastText, nameOf } from "./words";

/** What stands in front of the board. */
export type Overlay = "menu" | "resign" | null;

interface PlayViewProps {
  table: Table;
  game: Game;
  /** Came with an invitation that somebody else has used. */
  isTooLate: boolean;
}

export function PlayView({ table, game, isTooLate }: PlayViewProps): JSX.Element {
  const model = useGameModel(table, game);
  const [overlay, setOverlay] = useState<Overlay>(null);
  // A step of the review, in place of the end of the game.
  const [reviewed, setReviewed] = useState<BoardView | null>(null);
  const { mine, isBig, does } = model;
  const hint = mine.length > 0 ? table.hint.value : null;
  const shown = game.result === null ? null : reviewed;
  const isTaught = game.result === null && isTutored(game);
  const place = useRef<HTMLDivElement>(null);
  // Whoever reads the review when the other agrees to a rematch would otherwise look past the new game.
  useLayoutEffect(() => {
    setReviewed(null);
    if ((place.current?.querySelector(".stage")?.getBoundingClientRect().bottom ?? 0) < 0) scrollTo(0, 0);
  }, [game.games]);
  useBigBoard(isBig, place);
  return (
    <div class={`play sided${isBig ? " big" : ""}${game.result ? " is-over" : ""}${isTaught ? " taught" : ""}`} ref={place}>
      <PageHead title={titleOf(game, mine)} game={game.game} setup={game.setup}>
        <nav class="head-links" aria-label="Of this game">
          <Link to={rulesAddress(game.game, game.setup)}>Rules</Link>
          <button type="button" class="plain" onClick={does.big}>
            Big board
          </button>
        </nav>
      </PageHead>
      <Players game={game} mine={mine} />
      <Status game={game} mine={mine} isSending={table.pending.value !== null} />
      <div class={shown ? "play-board review-board" : "play-board"}>
        <Board
          view={shown ? { ...shown, winner: model.isFresh ? shown.winner : null } : model.view}
          onMove={shown ? undefined : (move) => void table.play(move)}
          confirms={model.confirms}
          aside={isBig && <BigBoardWords model={model} />}
          notice={
            <>
              <Banner table={table} isTooLate={isTooLate} />
              <Notices table={table} game={game} mine={mine} />
            </>
          }
        />
        {hint && <HintNotice hint={hint} sign={signOf(game.position.board)} onClose={() => table.closeHint()} />}
        {isTaught && !hint && <TutorNotice game={game} />}
      </div>
      <Actions model={model} isAside={shown?.isMistake ?? false} onMenu={() => setOverlay("menu")} />
      <EndPanel game={game} mine={mine} onShow={setReviewed} />
      <aside class="panel" aria-label="About this game">
        {(model.isJudged || model.hasPicture) && model.mayAnalyse && <InsightPanel model={model} />}
        <MoveList game={game} mine={mine} />
      </aside>
      {overlay === "menu" && (
        <Menu model={model} onResign={() => setOverlay("resign")} onClose={() => setOverlay((now) => (now === "menu" ? null : now))} />
      )}
      {overlay === "resign" && (
        <ResignQuestion onResign={() => void table.command("resign", {})} onClose={() => setOverlay(null)} />
      )}
    </div>
  );
}

/** Whose move it is, what was done last, and the way back: all that the big board tells besides the board. */
function BigBoardWords({ model: { game, mine, reader, does } }: { model: GameModel }): JSX.Element {
  const player = game.to_move ?? game.result?.winner ?? 1;
  return (
    <>
      <p class={`big-turn player-${player}`}>
        <span class="shape" aria-hidden="true">
          {SHAPES[player]}
        </span>{" "}
        {reader === player ? (
          `You ${game.result ? "win" : "are to move"}`
        ) : (
          <>
            <bdi>{nameOf(game, player)}</bdi> {game.result ? "wins" : "to move"}
          </>
        )}
      </p>
      <p class="big-last">{lastText(game, mine)}</p>
      <button type="button" onClick={does.big}>
        Close the big board
      </button>
    </>
  );
}

/** What had the focus goes out of sight with the big board, which then has it. */
function useBigBoard(isBig: boolean, place: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    if (!isBig) return;
    scrollTo(0, 0);
    if (!document.activeElement?.closest(".board")) focusOn(place.current?.querySelector<HTMLElement>('.board [tabindex="0"]'));
  }, [isBig]);
}

/** The title of the document; in a tab behind others it says when the friend has moved. */
function titleOf(game: Game, mine: Player[]): string {
  const names = ([1, 2] as const).map((player) => calledBy(game, mine, player)).join(" and ");
  const isYourMove = game.opponent === "friend" && game.to_move !== null && mine.includes(game.to_move);
  return `${isYourMove ? "Your move: " : ""}${game.title}, ${names}`;
}
