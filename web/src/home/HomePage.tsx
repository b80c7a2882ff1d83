import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { sentenceOf } from "../api";
import { catalogue, catalogueProblem, loadCatalogue } from "../catalogue";
import { Problem } from "../Problem";
import { Heading, Link } from "../route";
import { ownName } from "../settings";
import { severalIn } from "../setups";
import type { CatalogueGame, Level } from "../types";
import { BoardPicture } from "./BoardPicture";
import { ContinueList } from "./ContinueList";
import { PasteForm } from "./PasteForm";
import { start } from "./start";

const FIRST_LEVEL = 3;

const firstLevel = (): Level | undefined => catalogue.value?.levels.find(({ number }) => number === FIRST_LEVEL);

export function HomePage(): JSX.Element {
  useEffect(() => void loadCatalogue(), []);
  const [problem, setProblem] = useState<string | null>(null);
  const games = catalogue.value?.games;
  const level = firstLevel();
  return (
    <div class="home">
      <div class="intro">
        <Heading title="Common Factor">Number games for two</Heading>
        <p>
          The last player able to move wins. Begin against the computer{level ? `, which ${level.description}` : ""}, or choose a
          friend by link, one device, another strength.
        </p>
      </div>
      <ContinueList />
      <Problem>{problem ?? catalogueProblem.value}</Problem>
      {catalogueProblem.value && (
        <div class="row">
          <button type="button" onClick={() => void loadCatalogue()}>
            Try again
          </button>
        </div>
      )}
      <ul class="games" aria-label="Games">
        {games?.map((game) => (
          <GameCard key={game.name} game={game} onProblem={setProblem} />
        ))}
      </ul>
      <PasteForm />
    </div>
  );
}

function GameCard({ game, onProblem }: { game: CatalogueGame; onProblem: (sentence: string | null) => void }): JSX.Element {
  const [isStarting, setStarting] = useState(false);
  const level = firstLevel();
  const several = severalIn(game.recommended_setup);
  const playNow = async (): Promise<void> => {
    if (isStarting) return;
    setStarting(true);
    onProblem(null);
    const names = ownName.peek() ? { names: [ownName.peek()] } : {};
    try {
      await start({ game: game.name, setup: game.recommended_setup, opponent: "computer", level: FIRST_LEVEL, ...names });
    } catch (error) {
      setStarting(false);
      onProblem(sentenceOf(error));
    }
  };
  return (
    <li class="card game-card">
      <BoardPicture game={game} />
      <div class="about">
        <h2>{game.title}</h2>
        <p>{game.summary}</p>
        {several && <p>Play now starts with {several}: a move changes one of them.</p>}
      </div>
      <div class="row">
        <button
          type="button"
          class="primary"
          aria-disabled={isStarting}
          aria-label={`Play ${game.title} now against the computer${level ? `, level ${level.name}` : ""}`}
          onClick={() => void playNow()}
        >
          {isStarting ? "Starting…" : "Play now"}
        </button>
        <Link to={`/new/${game.name}`} class="button" aria-label={`Choose how to play ${game.title}`}>
          Choose…
        </Link>
        <Link to={`/rules/${game.name}`} class="button plain-link" aria-label={`Rules of ${game.title}`}>
          Rules
        </Link>
      </div>
    </li>
  );
}
