import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { RefusalError } from "../api";
import { catalogue, catalogueGame, loadCatalogue } from "../catalogue";
import { focusOn, stillness } from "../focus";
import { BackToGame, Heading, Link } from "../route";
import { limitsText } from "../setups";
import { Unanswered } from "../stepping/Unanswered";
import { useAnswer } from "../stepping/useAnswer";
import type { CatalogueGame } from "../types";
import { Blocks, Spans } from "./Blocks";
import { Example } from "./Example";
import type { Rules } from "./types";

/** A game that has no page of its own is told by the catalogue. */
async function rulesOf(game: string, signal: AbortSignal): Promise<Rules | CatalogueGame> {
  const address = `/assets/rules/${encodeURIComponent(game)}.json`;
  const response = await fetch(address, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new RefusalError("no_server", "The server cannot be reached. Check the connection, then try again.", 0);
  });
  if (response.status === 404) {
    await loadCatalogue();
    const known = catalogueGame(game);
    if (known) return known;
    throw new RefusalError("no_such_game", `There are no rules of a game named ${game}.`, 404);
  }
  const { status, ok } = response;
  if (!ok) throw new RefusalError("unexpected", "The rules could not be loaded. Try again in a moment.", status);
  return (await response.json()) as Rules;
}

export default function RulesPage({ game }: { game: string }): JSX.Element {
  const [isAwaited] = useState(stillness);
  const asked = useAnswer(game, (signal) => rulesOf(game, signal));
  if (asked.problem) {
    return (
      <div class="narrow">
        <Heading title="Rules" />
        <Unanswered asked={asked}>
          <Link to="/">Go to the games</Link>
        </Unanswered>
      </div>
    );
  }
  if (!asked.answer) {
    return (
      <div class="narrow">
        <Heading title="Rules" />
        <p class="quiet">Loading…</p>
      </div>
    );
  }
  const { answer } = asked;
  return "sections" in answer ? <RulesText rules={answer} isAwaited={isAwaited} /> : <ShortRules game={answer} />;
}

function ShortRules({ game }: { game: CatalogueGame }): JSX.Element {
  return (
    <article class="rules">
      <Heading title={`Rules of ${game.title}`} />
      <BackToGame />
      {game.rules.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <PlayLink game={game.name} title={game.title} />
    </article>
  );
}

function PlayLink({ game, title }: { game: string; title: string }): JSX.Element {
  return (
    <p>
      <Link to={`/new/${game}`} class="button">
        Play {title}
      </Link>
    </p>
  );
}

function RulesText({ rules, isAwaited }: { rules: Rules; isAwaited: () => boolean }): JSX.Element {
  const game = catalogueGame(rules.game);
  useEffect(() => void loadCatalogue(), []);
  useLayoutEffect(() => {
    // The address may name a section, which was not there when the browser looked for it.
    const section = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    if (!section || !isAwaited()) return;
    section.scrollIntoView();
    focusOn(section, { preventScroll: true });
  }, [rules]);
  return (
    <article class="rules">
      <Heading title={`Rules of ${rules.title}`} />
      <BackToGame />
      <Blocks blocks={rules.intro} />
      <PlayLink game={rules.game} title={rules.title} />
      <section class="rules-short" aria-labelledby="in-five-lines">
        <h2 id="in-five-lines">In five lines</h2>
        <ol>
          {rules.short.map((line, index) => (
            <li key={index}>
              <Spans spans={line} />
            </li>
          ))}
        </ol>
      </section>
      <Example rules={rules} />
      <nav aria-labelledby="in-full">
        <h2 id="in-full">In full</h2>
        <ul class="rules-contents">
          {rules.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {rules.sections.map(({ id, title, blocks }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <Blocks blocks={blocks} />
          {id === "setup" && game && catalogue.value && <p>{limitsText(game, catalogue.value.limits)}</p>}
        </section>
      ))}
    </article>
  );
}
