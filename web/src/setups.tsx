// Setups in words, and taken apart for a form. What an option means is up to the rules; here it is only spelled out.

import type { JSX } from "preact";

import type { Catalogue, CatalogueGame } from "./types";
import { grouped } from "./words";

const spaced = (text: string): string => text.replace(/[-_]/g, " ");

/** "2 to 30, opening: no lone primes" for 2-30,opening=no-lone-primes, and "36 + 48" for 36+48. */
export function setupText(setup: string): string {
  const [numbers = "", ...options] = setup.split(",");
  const told = grouped(numbers.replace(/^(\d+)-(\d+)$/, "$1 to $2").replace(/\+/g, " + "));
  return [told, ...options.map((option) => spaced(option.replace("=", ": ")))].join(", ");
}

/** A setup as a reader says it; its notation is there for whoever needs it. */
export const SetupWords = ({ setup }: { setup: string }): JSX.Element => <span title={setup}>{setupText(setup)}</span>;

/** "36, 48 and 60" for 36+48+60; null where there are not several numbers to divide. */
export function severalIn(setup: string): string | null {
  const [, numbers, last] = /^(\d+(?:\+\d+)*)\+(\d+)$/.exec(setup) ?? [];
  return numbers === undefined ? null : grouped(`${numbers.replaceAll("+", ", ")} and ${last}`);
}

/** How large a game may be on this server. */
export function limitsText({ has_pool }: CatalogueGame, limits: Catalogue["limits"]): string {
  const largest = (has_pool ? limits.largest_number : limits.largest_to_divide).toLocaleString("en");
  const most = limits.most_first_moves.toLocaleString("en");
  return `In the browser, numbers go up to ${largest}, and a game has 1 to ${most} possible first moves.`;
}

/** What it means that a swap is allowed. */
export const SWAP_TERMS =
  "Swap is allowed: after the first move the second player may take over that move and its seat, and then the other moves next.";

/** A setup of a game with a pool, as far as it has been filled in. */
export interface PoolSetup {
  low: string;
  high: string;
  opening: string;
}

/** What the notation leaves out. */
export const ANY_OPENING = "any";

/** Null for what is written otherwise; the server then says what is possible. */
export function poolSetupOf(setup: string): PoolSetup | null {
  const [, low, high, opening] = /^(\d*)-(\d*)(?:,opening=([a-z-]+))?$/.exec(setup.trim()) ?? [];
  if (low === undefined || high === undefined) return null;
  return { low, high, opening: opening ?? ANY_OPENING };
}

export const poolSetupText = ({ low, high, opening }: PoolSetup): string =>
  `${low}-${high}${opening === ANY_OPENING ? "" : `,opening=${opening}`}`;

/** An opening as a choice: "any", "no lone primes". */
export const openingText = spaced;
