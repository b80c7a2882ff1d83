// The rules for somebody new, as the game is set up: five lines, and positions to try them on.

import type { JSX } from "preact";

import * as api from "../api";
import { catalogueGame, loadCatalogue } from "../catalogue";
import { BackToGame, Heading, Link } from "../route";
import { inQuery, SetupWords } from "../setups";
import { Unanswered } from "../stepping/Unanswered";
import { useAnswer } from "../stepping/useAnswer";
import { useSubject } from "../subject";
import type { SetupRules } from "../types";
import { grouped } from "../words";
import { TryPositions } from "./TryPositions";

async function rulesOf(game: string, setup: string | null, signal: AbortSignal): Promise<SetupRules> {
  await loadCatalogue();
  const usual = catalogueGame(game)?.default_setup;
  if (setup === null && usual === undefined) throw new api.RefusalError("no_such_game", `There are no rules of a game named ${game}.`, 404);
  return api.rules(`${game}:${setup ?? usual}:`, signal);
}

interface RulesPageProps {
  game: string;
  /** That of the game at hand; null for the usual one. */
  setup: string | null;
}

export default function RulesPage({ game, setup }: RulesPageProps): JSX.Element {
  useSubject(game);
  const asked = useAnswer(`${game}:${setup}`, (signal) => rulesOf(game, setup, signal));
  if (!asked.answer) {
    return (
      <div class="narrow">
        <Heading title="Rules" />
        {asked.problem === null && <p class="quiet">Loading…</p>}
        <Unanswered asked={asked}>
          {setup === null ? <Link to="/">Go to the games</Link> : <Link to={`/rules/${game}`}>The usual rules of this game</Link>}
        </Unanswered>
      </div>
    );
  }
  const { title, short, positions, setup: told, game: name } = asked.answer;
  const query = setup === null ? "" : `?setup=${inQuery(told)}`;
  return (
    <article class="rules how-to-play">
      <Heading title={`How to play ${title}`} />
      <p class="quiet">
        <SetupWords game={name} setup={told} />
      </p>
      <BackToGame />
      <ol class="rules-short">
        {short.map((line) => (
          <li key={line}>{grouped(line)}</li>
        ))}
      </ol>
      <TryPositions positions={positions} />
      <div class="row">
        <Link to={`/new/${name}${query}`} class="button">
          Play {title}
        </Link>
        <Link to={`/about/${name}${query}`} class="button plain-link">
          More about this game
        </Link>
      </div>
    </article>
  );
}
