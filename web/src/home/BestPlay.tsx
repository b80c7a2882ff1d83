import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { announce } from "../announce";
import * as api from "../api";
import type { Analysis } from "../types";
import { counted } from "../words";

/** Who wins with best play, for those who want to know: nothing is shown before it is asked for. */
export function BestPlay({ game, setup }: { game: string; setup: string }): JSX.Element {
  const [answer, setAnswer] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => setAnswer(null), [game, setup]);
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    setAsking(true);
    const sentence = await api.analysis(`${game}:${setup}:`).then(sentenceAbout, api.sentenceOf);
    setAnswer(sentence);
    announce(sentence);
    setAsking(false);
  };
  return (
    <div class="best-play">
      <button type="button" aria-disabled={isAsking} onClick={() => void ask()}>
        {isAsking ? "Working it out…" : "Who wins?"}
      </button>
      {answer && <p>{answer}</p>}
    </div>
  );
}

function sentenceAbout({ verdict, winning, legal, unknown }: Analysis): string {
  if (legal.length === 0) return "There is no first move, so whoever starts loses.";
  const openings = `${winning.length} of ${counted(legal.length, "first move")} ${winning.length === 1 ? "wins" : "win"}`;
  const rest = unknown.length > 0 ? `, and ${unknown.length} could not be worked out in time` : "";
  if (verdict === "win") return `Whoever starts wins with best play: ${openings}${rest}.`;
  if (verdict === "loss") return "Whoever starts loses against best play: no first move wins.";
  return `It could not be worked out in two seconds. So far ${openings}${rest}.`;
}
