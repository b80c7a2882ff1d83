// The exact verdicts of the position on the board, fetched while they are switched on.

import { useEffect, useState } from "preact/hooks";

import * as api from "../api";
import { announce } from "../announce";
import type { Analysis, Game, Verdict } from "../types";
import { readable, signOf, VERDICT_WORDS } from "../words";
import type { Table } from "./Table";

export interface Insight {
  analysis: Analysis | null;
  problem: string | null;
}

const NONE: Insight = { analysis: null, problem: null };

export function useInsight(table: Table, game: Game, isWanted: boolean): Insight {
  const [insight, setInsight] = useState<Insight>(NONE);
  const { notation, board } = game.position;
  const sign = signOf(board);
  useEffect(() => {
    setInsight(NONE);
    if (!isWanted) return;
    const asking = new AbortController();
    const token = Object.values(table.tokens.peek())[0] ?? null;
    api
      .gameAnalysis(table.id, token, asking.signal)
      .then((analysis) => {
        setInsight({ analysis, problem: null });
        if (!analysis.over) announce(`The player to move ${VERDICT_WORDS[analysis.verdict]}. ${readable(analysis.short ?? "", sign)}`);
      })
      .catch((error: unknown) => {
        if (!asking.signal.aborted) setInsight({ analysis: null, problem: api.sentenceOf(error) });
      });
    return () => asking.abort();
  }, [table, notation, isWanted]);
  // An answer about another position, still on its way out of the page, must not judge this one.
  return insight.analysis && insight.analysis.notation !== notation ? NONE : insight;
}

/** The verdict on each move, by String(move). */
export function verdictsOf(analysis: Analysis): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const move of analysis.winning) verdicts.set(String(move), "win");
  for (const move of analysis.losing) verdicts.set(String(move), "loss");
  for (const move of analysis.unknown) verdicts.set(String(move), "unknown");
  return verdicts;
}
