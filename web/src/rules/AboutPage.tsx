// All there is to know about a game: its rules in full, what is proven, where it comes from.

import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

import * as api from "../api";
import { catalogue, catalogueGame, loadCatalogue } from "../catalogue";
import { focusOn, stillness } from "../focus";
import { BackToGame, Heading, Link } from "../route";
import { limitsText, rulesAddress, SetupWords } from "../setups";
import { Unanswered } from "../stepping/Unanswered";
import { useAnswer } from "../stepping/useAnswer";
import { useSubject } from "../subject";
import { Blocks } from "./Blocks";
import type { GameDocument } from "./types";

/** What is told: the page of a game, or no more than paragraphs, and what differs from them in a game that is set up. */
interface Told {
  page: GameDocument | null;
  title: string;
  paragraphs: string[];
  setup: string | null;
}

async function toldOf(game: string, setup: string | null, signal: AbortSignal): Promise<Told> {
  const [here] = await Promise.all([setup === null ? null : api.rules(`${game}:${setup}:`, signal), loadCatalogue()]);
  const usual = catalogueGame(game);
  if (here) {
    const paragraphs = here.rules.filter((paragraph) => !usual?.rules.includes(paragraph));
    const isVariant = paragraphs.length === here.rules.length;
    const page = isVariant ? null : await pageOf(here.game, signal);
    return { page, title: here.title, paragraphs: page ? paragraphs : here.rules, setup: here.setup };
  }
  const page = await pageOf(game, signal);
  if (page) return { page, title: page.title, paragraphs: [], setup: null };
  if (usual) return { page, title: usual.title, paragraphs: usual.rules, setup: null };
  throw new api.RefusalError("no_such_game", `There is no game of the name “${game}”.`, 404);
}

/** The page of a game; null if it has none of its own. */
async function pageOf(game: string, signal: AbortSignal): Promise<GameDocument | null> {
  const address = `/assets/rules/${encodeURIComponent(game)}.json`;
  const response = await fetch(address, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new api.RefusalError("no_server", "The server cannot be reached. Check the connection, then try again.", 0);
  });
  const { status, ok } = response;
  if (status === 404) return null;
  if (!ok) throw new api.RefusalError("unexpected", "The page could not be loaded. Try again in a moment.", status);
  return (await response.json()) as GameDocument;
}

interface AboutPageProps {
  game: string;
  /** That of the game at hand; null for the usual one. */
  setup: string | null;
}

export default function AboutPage({ game, setup }: AboutPageProps): JSX.Element {
  useSubject(game);
  const [isAwaited] = useState(stillness);
  const asked = useAnswer(`${game}:${setup}`, (signal) => toldOf(game, setup, signal));
  if (!asked.answer) {
    return (
      <div class="narrow">
        <Heading title="About the game" />
        {asked.problem === null && <p class="quiet">Loading…</p>}
        <Unanswered asked={asked}>
          <Link to="/">Go to the games</Link>
        </Unanswered>
      </div>
    );
  }
  const { page, title, paragraphs, setup: told } = asked.answer;
  return (
    <article class="rules">
      <Heading title={`About ${title}`} />
      <BackToGame />
      <p>
        <Link to={told === null ? `/rules/${game}` : rulesAddress(game, told)}>The rules in short</Link>
      </p>
      {told !== null && (
        <p>
          <strong>
            This game: <SetupWords game={game} setup={told} />.
          </strong>
        </p>
      )}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {page && <DocumentText page={page} isAwaited={isAwaited} />}
    </article>
  );
}

function DocumentText({ page, isAwaited }: { page: GameDocument; isAwaited: () => boolean }): JSX.Element {
  const game = catalogueGame(page.game);
  useLayoutEffect(() => {
    // The address may name a section, which was not there when the browser looked for it.
    const section = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    if (!section || !isAwaited()) return;
    section.scrollIntoView();
    focusOn(section, { preventScroll: true });
  }, [page]);
  return (
    <>
      <Blocks blocks={page.intro} />
      <nav aria-label="Sections">
        <ul class="rules-contents">
          {page.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {page.sections.map(({ id, title, blocks }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <Blocks blocks={blocks} />
          {id === "setup" && game && catalogue.value && <p>{limitsText(game, catalogue.value.limits)}</p>}
        </section>
      ))}
    </>
  );
}
