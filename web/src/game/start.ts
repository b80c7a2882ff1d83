import { useRef, useState } from "preact/hooks";

import * as api from "../api";
import { navigate } from "../route";
import { keepLevel, levelCalled, progress, TUTOR, TUTOR_NAME, usualLevel } from "../progress";
import { ownName } from "../settings";
import type { NewGame, Position } from "../types";
import { keepCreated, keptGames, type Help } from "./kept";

interface GameStart {
  /** Creates a game, keeps the seats of it in this browser and goes there; the error if that was refused, or null. */
  start: (game: NewGame, without?: readonly Help[]) => Promise<unknown>;
  isStarting: boolean;
  problem: string | null;
}

export function useGameStart(): GameStart {
  const [isStarting, setStarting] = useState(false);
  const isUnderWay = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);
  const start: GameStart["start"] = async (game, without) => {
    // Asked for twice before the button has changed.
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    setStarting(true);
    setProblem(null);
    try {
      const created = await api.createGame(game);
      keepCreated(created, without);
      // To go on from a position is no choice of a level.
      const level = game.position ? null : levelCalled(game.level);
      if (level !== null) keepLevel(level);
      navigate(`/games/${created.id}`);
      return null;
    } catch (error) {
      setProblem(api.sentenceOf(error));
      setStarting(false);
      isUnderWay.current = false;
      return error;
    }
  };
  return { start, isStarting, problem };
}

/** A game against the computer under the name that the reader goes by. */
export const againstComputer = (game: Partial<NewGame>): NewGame => ({
  opponent: "computer",
  ...game,
  ...(ownName.peek() && { names: [ownName.peek()] }),
});

/** A game at a level, which may be the tutor's. */
export const atLevel = (level: number, game: Partial<NewGame>): NewGame =>
  againstComputer({ ...game, level: level === TUTOR ? TUTOR_NAME : level });

/** The game that begins when nothing is chosen: at the level of last time, and against the tutor for whoever comes anew. */
export const usualGame = (game: Partial<NewGame>): NewGame => atLevel(isNewcomer() ? TUTOR : usualLevel(), game);

/** Whether this device keeps nothing yet. */
const isNewcomer = (): boolean => progress.peek().level === null && Object.keys(keptGames.peek()).length === 0;

/** One that begins with a position, with the reader as the player to move. */
export const playedFrom = ({ notation, to_move }: Position, level: number): NewGame =>
  atLevel(level, { position: notation, you: to_move });
