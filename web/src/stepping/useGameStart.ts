import { useState } from "preact/hooks";

import * as api from "../api";
import { keepCreated } from "../game/kept";
import { navigate } from "../route";
import { ownName } from "../settings";
import type { Position } from "../types";

interface GameStart {
  start: (position: Position, level: number) => void;
  isStarting: boolean;
  problem: string | null;
}

/** Starts a game against the computer from a position, with the reader as the player to move, and goes there. */
export function useGameStart(): GameStart {
  const [isStarting, setStarting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const create = async (position: Position, level: number): Promise<void> => {
    setStarting(true);
    setProblem(null);
    try {
      const name = ownName.peek();
      const created = await api.createGame({
        position: position.notation,
        opponent: "computer",
        level,
        you: position.to_move,
        ...(name && { names: [name] }),
      });
      keepCreated(created);
      navigate(`/games/${created.id}`);
    } catch (error) {
      setProblem(api.sentenceOf(error));
      setStarting(false);
    }
  };
  return { start: (position, level) => void (isStarting || create(position, level)), isStarting, problem };
}
