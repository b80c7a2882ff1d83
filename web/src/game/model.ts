// A game as its page shows it, worked out in one place.

import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { drawn } from "../board/reasons";
import { marked, type BoardView, type Picker } from "../board/view";
import { isTakenElsewhere, meaningOf, type Shortcut } from "../keys";
import { navigate } from "../route";
import { confirmsMoves, hasShortcuts } from "../settings";
import { rulesAddress } from "../setups";
import type { Analysis, Game, Player } from "../types";
import { useInsight, verdictsOf, type Insight } from "./insight";
import { keptGames } from "./kept";
import type { Table } from "./Table";
import { calledBy, lastText, nameOf, readerOf, statusText } from "./words";

export interface GameModel {
  table: Table;
  game: Game;
  /** The players that the reader plays for. */
  mine: Player[];
  /** The one that the reader is, if that is one. */
  reader: Player | null;
  view: BoardView;
  insight: Insight;
  /** What the reader has switched on. */
  isJudged: boolean;
  hasPicture: boolean;
  isBig: boolean;
  /** Whether the game was seen running, so that its end is new. */
  isFresh: boolean;
  confirms: boolean;
  mayAnalyse: boolean;
  mayHint: boolean;
  canUndo: boolean;
  canResign: boolean;
  does: Record<Shortcut | "picture", () => void>;
}

const LARGE_POOL = 60;
const isTouch = (): boolean => matchMedia("(pointer: coarse)").matches;

export function useGameModel(table: Table, game: Game): GameModel {
  const [isJudged, setJudged] = useState(false);
  const [hasPicture, setPicture] = useState(false);
  const [isBig, setBig] = useState(false);
  const hasRun = useRef(false);
  hasRun.current ||= game.result === null;
  const mine = table.mine.value;
  const reader = readerOf(game, mine);
  // Two people play: neither may ask the solver before the end, and whoever only watches could whisper.
  const isOver = game.result !== null;
  const without = (!isOver && keptGames.value[game.id]?.without) || [];
  const mayHint = game.opponent !== "friend" && !isOver && !without.includes("hints");
  const mayAnalyse = (game.opponent !== "friend" || isOver) && !without.includes("analysis");
  const insight = useInsight(table, game, mayAnalyse && (isJudged || hasPicture));
  const canUndo = mine.some((player) => game.can_undo[player - 1]);
  const does: GameModel["does"] = {
    undo: () => {
      if (mine.length === 0) return;
      if (canUndo) void table.command("takeback", {});
      else table.problem.value = "There is no move of yours to take back.";
    },
    hint: () => {
      if (mine.length > 0 && mayHint) void table.askForHint();
    },
    analysis: () => mayAnalyse && setJudged((before) => !before),
    rules: () => navigate(rulesAddress(game.game, game.setup)),
    big: () => setBig((before) => !before),
    picture: () => setPicture((before) => !before),
    // The board itself says what can be played on it, wherever it stands.
    moves: () => undefined,
    help: () => undefined,
  };
  useShortcuts(does);
  const { board } = game.position;
  const isLarge = board.kind === "pool" && board.cells.length > LARGE_POOL;
  return {
    table, game, mine, reader, insight, isJudged, hasPicture, isBig, isFresh: hasRun.current, mayAnalyse, mayHint, canUndo, does,
    view: {
      ...judgedBy(isJudged ? insight.analysis : null),
      ...viewOf(table, game, reader),
      winner: hasRun.current && (reader === null || reader === game.result?.winner) ? game.result?.winner : null,
    },
    confirms: confirmsMoves.value ?? (isLarge && isTouch()),
    canResign: game.to_move !== null && mine.includes(game.to_move),
  };
}

const judgedBy = (analysis: Analysis | null): Partial<BoardView> =>
  analysis ? { verdicts: verdictsOf(analysis), ...drawn(analysis.claims) } : {};

function viewOf(table: Table, game: Game, reader: Player | null): BoardView {
  const mine = table.mine.value;
  const pending = table.pending.value;
  const hint = mine.length > 0 ? table.hint.value : null;
  const picker = (player: Player): Picker => ({ player, name: calledBy(game, mine, player) });
  return {
    position: game.position,
    // After a swap the first move belongs to whoever has taken it over, though the other has made it.
    picksBy: (seat, ply) => {
      const owner = game.seats[seat - 1] as Player;
      return { owner: picker(owner), maker: picker(game.players_of_moves[(ply ?? 0) - 1] ?? owner) };
    },
    isForReader: game.seats[game.position.to_move - 1] === reader,
    marks: marked("hinted", ...(hint?.moves ?? [])),
    ...(hint && drawn(hint.claims)),
    pending,
    busy: pending ? "Your move is on its way." : whyBusy(game, mine),
    turn: pending ? null : whoseTurn(game, mine),
    occasion: mine.length > 0 ? game.number : undefined,
    idle: hint ? null : (table.declined.value ?? lastText(game, mine)),
  };
}

function useShortcuts(does: GameModel["does"]): void {
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
