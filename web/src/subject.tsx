// The game that a page is about: it lends the page its emblem and its accent.

import { computed, effect, signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";

import { catalogueGame, loadCatalogue } from "./catalogue";
import { Heading } from "./route";
import { SetupWords } from "./setups";
import type { CatalogueGame } from "./types";

const name = signal<string | null>(null);

export const subject = computed(() => (name.value === null ? undefined : catalogueGame(name.value)));

effect(() => document.documentElement.style.setProperty("--game", subject.value?.accent ?? ""));

/** Makes a game the subject of the page for as long as the component is there. */
export function useSubject(game: string | null): void {
  useLayoutEffect(() => {
    void loadCatalogue();
    name.value = game;
    return () => void (name.value = null);
  }, [game]);
}

export function Emblem({ game: { accent, emblem } }: { game: CatalogueGame }): JSX.Element {
  return (
    <svg class="emblem" viewBox="0 0 24 24" style={{ "--game": accent }} aria-hidden="true" focusable="false">
      <path d={emblem} />
    </svg>
  );
}

interface PageHeadProps {
  /** Of the document, where it is not that of the game. */
  title: string;
  game: string;
  setup: string;
  /** What the page shows of the game. */
  what?: string;
  /** Links and buttons. */
  children?: ComponentChildren;
}

/** The head of a page that is about a game, beside its emblem. */
export function PageHead({ title, game, setup, what, children }: PageHeadProps): JSX.Element {
  useSubject(game);
  return (
    <div class="page-head">
      <Heading title={title}>
        {subject.value?.title ?? title}{" "}
        <small>
          <SetupWords game={game} setup={setup} />
          {what && ` · ${what}`}
        </small>
      </Heading>
      {children}
    </div>
  );
}
