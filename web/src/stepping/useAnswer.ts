import { useEffect, useState } from "preact/hooks";

import { RefusalError, sentenceOf } from "../api";

export interface Asked<T> {
  /** What came back for the present key, else null. */
  answer: T | null;
  /** The last answer to any key, so that a picture can stay until the next is there. */
  latest: T | null;
  problem: string | null;
  isAsking: boolean;
  /** Null while there is an answer, or a refusal that would be the same again. */
  askAgain: (() => void) | null;
}

interface Outcome<T> {
  key: string;
  answer: T | null;
  error: unknown;
}

/** Asks whenever the key changes. A request that nobody waits for any more is broken off, so that the server can stop. */
export function useAnswer<T>(key: string, ask: (signal: AbortSignal) => Promise<T>): Asked<T> {
  const [outcome, setOutcome] = useState<Outcome<T> | null>(null);
  const [latest, setLatest] = useState<T | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const settle = (outcome: Outcome<T>): void => {
      if (controller.signal.aborted) return;
      setOutcome(outcome);
      if (outcome.answer !== null) setLatest(outcome.answer);
    };
    ask(controller.signal).then(
      (answer) => settle({ key, answer, error: null }),
      (error: unknown) => settle({ key, answer: null, error }),
    );
    return () => controller.abort();
  }, [key, attempt]);
  const askAgain = (): void => {
    setOutcome(null);
    setAttempt(attempt + 1);
  };
  const current = outcome?.key === key ? outcome : null;
  return {
    answer: current?.answer ?? null,
    latest,
    problem: current?.error ? sentenceOf(current.error) : null,
    isAsking: current === null,
    askAgain: current?.error && mayPass(current.error) ? askAgain : null,
  };
}

/** Whether it may be otherwise next time: the server was away or busy, and did not refuse what was asked. */
function mayPass(error: unknown): boolean {
  return !(error instanceof RefusalError) || error.status === 0 || error.status === 429 || error.status >= 500;
}
