import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

import * as api from "../api";
import { catalogue, catalogueGame, loadCatalogue } from "../catalogue";
import { focusOn, stillness } from "../focus";
import { BackToGame, Heading, Link } from "../route";
import { limitsText, SetupWords } from "../setups";
import { useSubject } from "../subject";
import { Unanswered } from "../stepping/Unanswered";
import { useAnswer } from "../stepping/useAnswer";
import { Blocks, Spans } from "./Blocks";
import { Example } from "./Example";
import type { Rules } from "./types";

/** What is told: the page of a game, or no more than paragraphs, and what differs from them in a game that is set up. */
interface Told {
  page: Rules | null;
  title: string;
  paragraphs: string[];
  setup: string | null;
}

async function rulesOf(game: string, setup: string | null, signal: AbortSignal): Promise<Told> {
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
  throw new api.RefusalError("no_such_game", `There are no rules of a game named ${game}.`, 404);
}

/** The page of a game; null if it has none of its own. */
async function pageOf(game: string, signal: AbortSignal): Promise<Rules | null> {
  const address = `/assets/rules/${encodeURIComponent(game)}.json`;
  const response = await fetch(address, { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new api.RefusalError("no_server", "The server cannot be reached. Check the connection, then try again.", 0);
  });
  const { status, ok } = response;
  if (status === 404) return null;
  if (!ok) throw new api.RefusalError("unexpected", "The rules could not be loaded. Try again in a moment.", status);
  return (await response.json()) as Rules;
}

interface RulesPageProps {
  game: string;
  /** That of the game at hand; null for the usual one. */
  setup: string | null;
}

export default function RulesPage({ game, setup }: RulesPageProps): JSX.Element {
  useSubject(game);
  const [isAwaited] = useState(stillness);
  const asked = useAnswer(`${game}:${setup}`, (signal) => rulesOf(game, setup, signal));
  if (asked.problem) {
    return (
      <div class="narrow">
        <Heading title="Rules" />
        <Unanswered asked={asked}>
          {setup === null ? <Link to="/">Go to the games</Link> : <UsualRules game={game} />}
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
  const { page, title, paragraphs, setup: told } = asked.answer;
  return (
    <article class="rules">
      <Heading title={`Rules of ${title}`} />
      <BackToGame />
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
      {page ? <RulesText rules={page} isAwaited={isAwaited} /> : <PlayLink game={game} title={title} />}
      {!page && told !== null && (
        <p>
          <UsualRules game={game} />
        </p>
      )}
    </article>
  );
}

const UsualRules = ({ game }: { game: string }): JSX.Element => <Link to={`/rules/${game}`}>The usual rules of this game</Link>;

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
  useLayoutEffect(() => {
    // The address may name a section, which was not there when the browser looked for it.
    const section = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    if (!section || !isAwaited()) return;
    section.scrollIntoView();
    focusOn(section, { preventScroll: true });
  }, [rules]);
  return (
    <>
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
    </>
  );
}
