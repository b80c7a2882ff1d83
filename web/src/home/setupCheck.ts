// What the server has against a setup, told before the game is started.

import { useEffect, useState } from "preact/hooks";

import { RefusalError } from "../api";
import { positionOf } from "../stepping/positions";
import { grouped } from "../words";

const PAUSE = 400;

/** Why nobody could play like this, or null; whether the server can be asked at all shows when the game is started. */
export async function objectionTo(game: string, setup: string, signal?: AbortSignal): Promise<string | null> {
  try {
    const { over, requirement } = await positionOf(`${game}:${setup}:`, signal);
    return over ? `${grouped(requirement)} Whoever starts could not move and would lose at once.` : null;
  } catch (error) {
    return error instanceof RefusalError && error.code === "bad_notation" ? error.message : null;
  }
}

/** The objection to what is being filled in, when the reader pauses. */
export function useObjection(game: string, setup: string): string | null {
  const [told, setTold] = useState<{ setup: string; objection: string | null } | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    const timer = setTimeout(() => {
      void objectionTo(game, setup, asking.signal).then((objection) => {
        if (!asking.signal.aborted) setTold({ setup, objection });
      });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [game, setup]);
  return told?.setup === setup ? told.objection : null;
}
