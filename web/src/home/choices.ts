// What is chosen for a new game, and its address: /new/GAME?setup=…&level=… fills in exactly that.

import { HELPS, type Help } from "../game/kept";
import { levelCalled, TUTOR, TUTOR_NAME, USUAL_LEVEL } from "../progress";
import { setupIn } from "../routes";
import { inQuery } from "../setups";
import type { CatalogueGame, Level, Opponent } from "../types";

export type Starter = "you" | "other" | "coin";

export interface Choices {
  setup: string;
  opponent: Opponent;
  level: number;
  starter: Starter;
  /** How many won games decide the match; empty for single games. */
  target: string;
  swap: boolean;
  /** What the player does without. */
  without: readonly Help[];
}

const OPPONENTS: readonly Opponent[] = ["computer", "friend", "one-device"];
/** Who starts, by the seat of the player whom the page speaks to. */
const STARTERS: Record<string, Starter> = { 1: "you", 2: "other", coin: "coin" };

const USUAL: Omit<Choices, "setup"> = { opponent: "computer", level: USUAL_LEVEL, starter: "you", target: "", swap: false, without: [] };

/** What an address chooses; all that it does not say, or says wrongly, is as usual. */
export function choicesIn(query: string, game: CatalogueGame, levels: readonly Level[], usualLevel: number): Choices {
  const asked = new URLSearchParams(query);
  const named = asked.get("level") ?? "";
  const level = levels.find(({ number, name }) => [String(number), name].includes(named))?.number ?? levelCalled(named);
  return {
    setup: setupIn(query) ?? game.recommended_setup,
    opponent: OPPONENTS.find((each) => each === asked.get("opponent")) ?? USUAL.opponent,
    level: level ?? usualLevel,
    starter: STARTERS[asked.get("seat") ?? ""] ?? USUAL.starter,
    target: /^[1-9]\d{0,2}$/.test(asked.get("match") ?? "") ? (asked.get("match") as string) : USUAL.target,
    swap: asked.get("swap") === "on",
    without: HELPS.filter((help) => asked.get(help) === "off"),
  };
}

/** The address of choices; what is as usual is left out. */
export function addressOf({ setup, opponent, level, starter, target, swap, without }: Choices, game: CatalogueGame): string {
  const seat = Object.keys(STARTERS).find((each) => STARTERS[each] === starter) ?? "";
  const parts: [name: string, value: string, usual: string][] = [
    ["setup", setup.trim(), game.recommended_setup],
    ["opponent", opponent, USUAL.opponent],
    ["level", level === TUTOR ? TUTOR_NAME : String(level), opponent === "computer" ? String(USUAL.level) : String(level)],
    ["seat", seat, "1"],
    ["match", target, USUAL.target],
    ["swap", swap ? "on" : "", ""],
    ...HELPS.map((help): [string, string, string] => [help, without.includes(help) ? "off" : "", ""]),
  ];
  const query = parts.flatMap(([name, value, usual]) => (value === usual ? [] : [`${name}=${inQuery(value)}`]));
  return `/new/${game.name}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}
