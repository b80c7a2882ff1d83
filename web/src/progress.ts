// What this device keeps of games against the computer: the level played last, stars, and how the last games went.

import { signal } from "@preact/signals";

import { remember, remembered } from "./memory";

/** The number of the tutor, below the levels. */
export const TUTOR = 0;

/** What the server calls it. */
export const TUTOR_NAME = "tutor";

/** The level of an address that names none, and of whoever has chosen none yet. */
export const USUAL_LEVEL = 3;
const IN_A_ROW = 3;
const MOST_COUNTED = 60;

/** A game against the computer that has ended. */
export interface Played {
  /** No other game has it. */
  id: string;
  game: string;
  level: number;
  isWon: boolean;
  hints: number;
}

interface OfGame {
  /** The levels that were beaten without a hint. */
  stars: readonly number[];
  /** How many games in a row were won, or lost, against a level. */
  row: { level: number; isWon: boolean; length: number };
}

export interface Progress {
  /** The level that was chosen last; null if none was ever. */
  level: number | null;
  games: Readonly<Record<string, OfGame>>;
  /** The game in which the last star was earned. */
  starredIn: string | null;
  /** Games that count already. */
  counted: readonly string[];
}

export const NOTHING: Progress = { level: null, games: {}, starredIn: null, counted: [] };

/** What is kept once a game has ended; a game counts once. */
export function recorded(before: Progress, { id, game, level, isWon, hints }: Played): Progress {
  if (before.counted.includes(id)) return before;
  const stars = starsOf(before, game);
  const row = before.games[game]?.row;
  const length = row?.level === level && row.isWon === isWon ? row.length + 1 : 1;
  const isStarred = isWon && hints === 0 && level !== TUTOR && !stars.includes(level);
  return {
    ...before,
    games: { ...before.games, [game]: { stars: isStarred ? [...stars, level] : stars, row: { level, isWon, length } } },
    starredIn: isStarred ? id : before.starredIn,
    counted: [...before.counted, id].slice(-MOST_COUNTED),
  };
}

/** The levels whose stars were earned in a game. */
export const starsOf = ({ games }: Progress, game: string): readonly number[] => games[game]?.stars ?? [];

/** The next level after several wins in a row, the one before after several losses; null if there is no such thing. */
export function suggestedLevel({ games }: Progress, game: string, highest: number): number | null {
  const row = games[game]?.row;
  if (!row || row.length < IN_A_ROW) return null;
  const next = row.level + (row.isWon ? 1 : -1);
  return next < TUTOR || next > highest ? null : next;
}

const kept = (): Progress => ({ ...NOTHING, ...remembered<Partial<Progress>>("progress", {}) });

export const progress = signal(kept());

function keep(next: Progress): void {
  progress.value = next;
  remember("progress", next);
}

// Read again each time, or this tab would undo what another has kept meanwhile.
export const keepPlayed = (played: Played): void => keep(recorded(kept(), played));
export const keepLevel = (level: number): void => keep({ ...kept(), level });

/** A level by its number or as the server calls the tutor; null for other opponents. */
export const levelCalled = (name: number | string | null | undefined): number | null =>
  name === TUTOR_NAME ? TUTOR : typeof name === "number" ? name : null;

/** The level to begin with. */
export const usualLevel = (): number => progress.peek().level ?? USUAL_LEVEL;

/** The same where the tutor is none of the choices. */
export const offeredLevel = (): number => Math.max(TUTOR + 1, usualLevel());
