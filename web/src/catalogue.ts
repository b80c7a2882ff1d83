// The games and levels of the server, asked for once.

import { signal } from "@preact/signals";

import * as api from "./api";
import type { Catalogue, CatalogueGame } from "./types";

export const catalogue = signal<Catalogue | null>(null);
export const catalogueProblem = signal<string | null>(null);

let asking: Promise<void> | null = null;

/** Fills `catalogue` if it is not there yet, or says in `catalogueProblem` why it cannot. */
export function loadCatalogue(): Promise<void> {
  if (catalogue.peek()) return Promise.resolve();
  catalogueProblem.value = null;
  asking ??= api
    .catalogue()
    .then((answer) => void (catalogue.value = answer))
    .catch((error: unknown) => void (catalogueProblem.value = api.sentenceOf(error)))
    .finally(() => void (asking = null));
  return asking;
}

/** A game by its long or short name. */
export const catalogueGame = (name: string): CatalogueGame | undefined =>
  catalogue.value?.games.find((game) => game.name === name || game.short_name === name);
