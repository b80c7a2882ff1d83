import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { announce } from "../announce";
import { Board, type Pick, type Picker } from "../board/Board";
import { isTakenElsewhere, meaningOf, type Shortcut } from "../keys";
import { Heading, navigate } from "../route";
import { confirmsMoves, hasShortcuts } from "../settings";
import { rulesAddress, SetupWords } from "../setups";
import type { Game, GamePlayer, Player, Seat } from "../types";
import { signOf } from "../words";
import { Actions } from "./Actions";
import { Banner } from "./Banner";
import { EndPanel } from "./EndPanel";
import { useInsight, verdictsOf } from "./insight";
import { InsightPanel } from "./InsightPanel";
import { Menu } from "./Menu";
import { MoveList } from "./MoveList";
import { HintNotice, Notices } from "./Notices";
import { Players } from "./Players";
import { ResignQuestion } from "./ResignQuestion";
import type { Table } from "./Table";
import { awayText, calledBy, lastText, nameOf, statusText } from "./words";

/** What stands in front of the board. */
export type Overlay = "menu" | "resign" | null;

interface PlayViewProps {
  table: Table;
  game: Game;
  /** Came with an invitation that somebody else has used. */
  isTooLate: boolean;
}

const LARGE_POOL = 60;
/** Beyond this, a desktop scrolls the board beside the panel instead of the page. */
const TALL_POOL = 110;
const isTouch = (): boolean => matchMedia("(pointer: coarse)").matches;

export function PlayView({ table, game, isTooLate }: PlayViewProps): JSX.Element {
  const [overlay, setOverlay] = useState<Overlay>(null);
  const [isJudged, setJudged] = useState(false);
  const [hasPicture, setPicture] = useState(false);
  const mine = table.mine.value;
  const pending = table.pending.value;
  const hint = mine.length > 0 ? table.hint.value : null;
  // Two people play: neither may ask the solver before the end, and whoever only watches could whisper.
  const mayAnalyse = game.opponent !== "friend" || game.result !== null;
  const insight = useInsight(table, game, mayAnalyse && (isJudged || hasPicture));
  const canUndo = mine.some((player) => game.can_undo[player - 1]);
  const picker = (player: Player): Picker => ({ player, name: calledBy(game, mine, player) });
  // After a swap the first move belongs to whoever has taken it over, though the other has made it.
  const picksBy = (seat: Seat, ply: number | null): Pick => {
    const owner = game.seats[seat - 1] as Player;
    return { owner: picker(owner), maker: picker(game.players_of_moves[(ply ?? 0) - 1] ?? owner) };
  };

  const does: Record<Shortcut, () => void> = {
    undo: () => {
      if (mine.length === 0) return;
      if (canUndo) void table.command("takeback", {});
      else table.problem.value = "There is no move of yours to take back.";
    },
    hint: () => {
      if (mine.length > 0 && mayAnalyse && game.result === null) void table.askForHint();
    },
    analysis: () => mayAnalyse && setJudged((before) => !before),
    rules: () => navigate(rulesAddress(game.game, game.setup)),
    help: () => undefined,
  };
  useShortcuts(does);
  const place = useRef<HTMLDivElement>(null);
  // Whoever reads the review when the other agrees to a rematch would otherwise look past the new game.
  useLayoutEffect(() => {
    if ((place.current?.getBoundingClientRect().bottom ?? 0) < 0) scrollTo(0, 0);
  }, [game.games]);

  const cells = game.position.board.kind === "pool" ? game.position.board.cells.length : 0;
  const confirms = confirmsMoves.value ?? (cells > LARGE_POOL && isTouch());
  return (
    <div class="play">
      <Heading title={titleOf(game, mine)} class="play-title">
        {game.title}{" "}
        <small>
          <SetupWords game={game.game} setup={game.setup} />
        </small>
      </Heading>
      <Players game={game} mine={mine} />
      <Status game={game} mine={mine} isSending={pending !== null} />
      <div ref={place} class={`play-board${cells > TALL_POOL ? " tall" : ""}`}>
        <Board
          position={game.position}
          picksBy={picksBy}
          onMove={(move) => void table.play(move)}
          pending={pending}
          busy={pending ? "Your move is on its way." : whyBusy(game, mine)}
          turn={pending ? null : whoseTurn(game, mine)}
          occasion={mine.length > 0 ? game.number : undefined}
          confirms={confirms}
          idle={hint ? null : (table.declined.value ?? lastText(game, mine))}
          hinted={hint ? new Set(hint.moves.map(String)) : undefined}
          verdicts={isJudged && insight.analysis ? verdictsOf(insight.analysis) : undefined}
          notice={
            <>
              <Banner table={table} isTooLate={isTooLate} />
              <Notices table={table} game={game} mine={mine} />
            </>
          }
        />
        {hint && <HintNotice hint={hint} sign={signOf(game.position.board)} onClose={() => table.closeHint()} />}
      </div>
      <Actions
        game={game}
        mine={mine}
        canUndo={canUndo}
        mayAnalyse={mayAnalyse}
        isJudged={isJudged}
        does={does}
        table={table}
        onMenu={() => setOverlay("menu")}
      />
      <EndPanel game={game} mine={mine} />
      <aside class="panel" aria-label="About this game">
        {(isJudged || hasPicture) && mayAnalyse && (
          <InsightPanel game={game} insight={insight} isJudged={isJudged} hasPicture={hasPicture} mine={mine} />
        )}
        <MoveList game={game} mine={mine} />
      </aside>
      {overlay === "menu" && (
        <Menu
          game={game}
          isSeated={mine.length > 0}
          canResign={game.to_move !== null && mine.includes(game.to_move)}
          mayAnalyse={mayAnalyse}
          hasPicture={hasPicture}
          confirms={confirms}
          onPicture={() => setPicture((before) => !before)}
          onResign={() => setOverlay("resign")}
          onClose={() => setOverlay((now) => (now === "menu" ? null : now))}
        />
      )}
      {overlay === "resign" && (
        <ResignQuestion onResign={() => void table.command("resign", {})} onClose={() => setOverlay(null)} />
      )}
    </div>
  );
}

/** The title of the document; in a tab behind others it says when the friend has moved. */
function titleOf(game: Game, mine: Player[]): string {
  const names = ([1, 2] as const).map((player) => calledBy(game, mine, player)).join(" and ");
  const isYourMove = game.opponent === "friend" && game.to_move !== null && mine.includes(game.to_move);
  return `${isYourMove ? "Your move: " : ""}${game.title}, ${names}`;
}

function useShortcuts(does: Record<Shortcut, () => void>): void {
  // At once with what is seen: a key may come before the effects that wait until the page is painted.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const meaning = meaningOf(event);
      if (meaning?.kind !== "shortcut" || !hasShortcuts.peek() || isTakenElsewhere(event.target)) return;
      does[meaning.shortcut]();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/** Why nothing can be played just now, or null. */
function whyBusy(game: Game, mine: Player[]): string | null {
  if (game.result) return "The game is over.";
  if (mine.length === 0) return "You are watching this game.";
  if (game.is_waiting || game.to_move === null) return statusText(game, mine);
  return whoseTurn(game, mine) ?? (game.swap_open ? "First answer whether you swap." : null);
}

/** Whose move it is if it is somebody else's, or null. */
function whoseTurn(game: Game, mine: Player[]): string | null {
  const { to_move: player } = game;
  const isElsewhere = player !== null && !game.is_waiting && game.result === null && mine.length > 0 && !mine.includes(player);
  return isElsewhere ? `It is ${nameOf(game, player)}’s move.` : null;
}

function Status({ game, mine, isSending }: { game: Game; mine: Player[]; isSending: boolean }): JSX.Element {
  const isAnswering = game.to_move !== null && (game.players[game.to_move - 1] as GamePlayer).program !== null;
  const isWaitingForComputer = game.result === null && (isAnswering || (isSending && game.opponent === "computer"));
  const thinking = useThinkingText(isWaitingForComputer, game.number);
  const isMatch = game.target !== null || game.games > 1;
  const asides = [mine.length === 0 && "You are watching.", awayText(game, mine), isMatch && scoreText(game)].filter(Boolean);
  return (
    <div class={`status${game.result ? " over" : ""}`}>
      <p class="sentence">{thinking ?? statusText(game, mine)}</p>
      {asides.length > 0 && <p class="quiet">{asides.join(" ")}</p>}
    </div>
  );
}

const THINKING_AFTER = 400;
const STILL_THINKING_AFTER = 2000;
const STILL_THINKING = "The computer is still thinking. Please wait…";

/** Says that the computer is thinking, once that takes a while, and says it aloud once it takes long. */
function useThinkingText(isWaiting: boolean, number: number): string | null {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    setText(null);
    if (!isWaiting) return;
    const soon = setTimeout(() => setText("The computer is thinking…"), THINKING_AFTER);
    const late = setTimeout(() => {
      setText(STILL_THINKING);
      announce(STILL_THINKING);
    }, STILL_THINKING_AFTER);
    return () => {
      clearTimeout(soon);
      clearTimeout(late);
    };
  }, [isWaiting, number]);
  return isWaiting ? text : null;
}

const scoreText = ({ games, score, target }: Game): string =>
  `Game ${games}. Score ${score[0]} – ${score[1]}${target === null ? "" : `, first to ${target}`}`;
