import { useRef, useState } from "preact/hooks";

import * as api from "../api";
import { navigate } from "../route";
import { ownName } from "../settings";
import type { NewGame, Position } from "../types";
import { keepCreated } from "./kept";

interface GameStart {
  /** Creates a game, keeps the seats of it in this browser and goes there; the error if that was refused, or null. */
  start: (game: NewGame) => Promise<unknown>;
  isStarting: boolean;
  problem: string | null;
}

export function useGameStart(): GameStart {
  const [isStarting, setStarting] = useState(false);
  const isUnderWay = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);
  const start = async (game: NewGame): Promise<unknown> => {
    // Asked for twice before the button has changed.
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    setStarting(true);
    setProblem(null);
    try {
      const created = await api.createGame(game);
      keepCreated(created);
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

/** One that begins with a position, with the reader as the player to move. */
export const playedFrom = ({ notation, to_move }: Position, level: number): NewGame =>
  againstComputer({ position: notation, level, you: to_move });
