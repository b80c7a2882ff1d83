// Setups in words, and taken apart for a form. What an option means is up to the rules; here it is only spelled out.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { catalogueGame, loadCatalogue } from "./catalogue";
import type { Catalogue, CatalogueGame } from "./types";
import { grouped } from "./words";

const spaced = (text: string): string => text.replace(/[-_]/g, " ");

/** When two numbers are linked, by the name of the relation, as the catalogue has it. */
type RelationWords = CatalogueGame["relation_words"];

/** A relation as a choice: "one divides the other"; the bare name of one that the game does not know. */
export const relationText = (relation: string, words: RelationWords): string => words[relation] ?? spaced(relation);

/** "2 to 30, first number: no lone primes" for 2-30,opening=no-lone-primes, and "36 + 48" for 36+48. */
export function setupText(setup: string, words: RelationWords = {}): string {
  const [numbers = "", ...options] = setup.split(",");
  const told = grouped(numbers.replace(/^(\d+)-(\d+)$/, "$1 to $2").replace(/\+/g, " + "));
  return [told, ...options.map((option) => optionText(option, words))].join(", ");
}

function optionText(option: string, words: RelationWords): string {
  const [name = "", value = ""] = option.split("=");
  if (name === "relation" && value in words) return `linked if ${words[value]}`;
  if (name === "opening") return `first number: ${spaced(value)}`;
  if (name === "without") return `without ${value.replaceAll("+", ", ").replace(/, (\d+)$/, " and $1")}`;
  return spaced(option.replace("=", ": "));
}

/** The setup of a game as a reader says it. */
export function SetupWords({ game, setup }: { game: string; setup: string }): JSX.Element {
  useEffect(() => void loadCatalogue(), []);
  return <>{setupText(setup, catalogueGame(game)?.relation_words)}</>;
}

/** Where the rules of a game are told as it is set up. */
export function rulesAddress(game: string, setup: string): string {
  const isUsual = catalogueGame(game)?.default_setup === setup;
  return `/rules/${game}${isUsual ? "" : `?setup=${inQuery(setup)}`}`;
}

/** Text after a question mark, in which commas and equals signs may stand as they are. */
export const inQuery = (text: string): string => encodeURIComponent(text).replace(/%2C|%3D/g, decodeURIComponent);

/** "36, 48 and 60" for 36+48+60, with options or without; null where there are not several numbers to change. */
export function severalIn(setup: string): string | null {
  const [, numbers, last] = /^(\d+(?:\+\d+)*)\+(\d+)(?:,.*)?$/.exec(setup) ?? [];
  return numbers === undefined ? null : grouped(`${numbers.replaceAll("+", ", ")} and ${last}`);
}

/** How large a game may be on this server. */
export function limitsText({ highest }: CatalogueGame, limits: Catalogue["limits"]): string {
  const [largest, first, most] = [highest, limits.most_first_moves, limits.most_moves].map((number) => number.toLocaleString("en"));
  return `In the browser, numbers go up to ${largest}, and a game has 1 to ${first} possible first moves and at most ${most} moves.`;
}

/** What it means that a swap is allowed. */
export const SWAP_TERMS =
  "Swap is allowed: after the first move the second player may take over that move and its seat, and then the other moves next.";

/** A setup of a game with a pool, as far as it has been filled in. */
export interface PoolSetup {
  low: string;
  high: string;
  opening: string;
  relation: string;
  /** The numbers left out, as they are typed: "7, 11". */
  without: string;
  /** Options that have no field, as they are written. */
  others: string[];
}

/** What a game lets one choose. The first is what the notation leaves out. */
type Choosable = Pick<CatalogueGame, "openings" | "relations">;

/** Null for what is written otherwise; the server then says what is possible. */
export function poolSetupOf(setup: string, { openings, relations }: Choosable): PoolSetup | null {
  const [numbers = "", ...options] = setup.trim().split(",");
  const [, low, high] = /^(\d*)-(\d*)$/.exec(numbers) ?? [];
  if (low === undefined || high === undefined) return null;
  const pool: PoolSetup = { low, high, opening: openings[0] ?? "", relation: relations[0] ?? "", without: "", others: [] };
  for (const option of options) {
    const [, name, value = ""] = /^(opening|relation|without)=([\w+-]+)$/.exec(option) ?? [];
    if (name === "opening" || name === "relation") pool[name] = value;
    else if (name === "without") pool.without = value.replaceAll("+", ", ");
    else pool.others.push(option);
  }
  return pool;
}

export function poolSetupText({ low, high, opening, relation, without, others }: PoolSetup, game: Choosable): string {
  const leftOut = without.split(/[\s,+]+/).filter(Boolean);
  const isDefault = (value: string, choices: string[]): boolean => value === (choices[0] ?? "");
  const options = [
    ...(isDefault(opening, game.openings) ? [] : [`opening=${opening}`]),
    ...(isDefault(relation, game.relations) ? [] : [`relation=${relation}`]),
    ...(leftOut.length === 0 ? [] : [`without=${leftOut.join("+")}`]),
  ];
  return [`${low}-${high}`, ...options, ...others].join(",");
}

/** An opening as a choice: "any", "no lone primes". */
export const openingText = spaced;
