import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { catalogue, catalogueGame, catalogueProblem, loadCatalogue } from "../catalogue";
import { useGameStart, usualGame } from "../game/start";
import { Problem } from "../Problem";
import { Heading, Link } from "../route";
import { rulesAddress, severalIn } from "../setups";
import { Emblem } from "../subject";
import type { CatalogueGame } from "../types";
import { BoardPicture } from "./BoardPicture";
import { ContinueList, openGames } from "./ContinueList";
import { PasteForm } from "./PasteForm";

export function HomePage(): JSX.Element {
  useEffect(() => void loadCatalogue(), []);
  const { start, isStarting, problem } = useGameStart();
  const games = catalogue.value?.games;
  /** Starts the recommended game against the computer at once. */
  const play = ({ name, recommended_setup: setup }: CatalogueGame): void =>
    void start(usualGame({ game: name, setup }));
  return (
    <div class="home">
      <Hero isStarting={isStarting} onPlay={play} />
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
          <GameCard key={game.name} game={game} isStarting={isStarting} onPlay={play} />
        ))}
      </ul>
      <div class="more">
        <ContinueList />
        <PasteForm />
      </div>
    </div>
  );
}

interface StartProps {
  isStarting: boolean;
  onPlay: (game: CatalogueGame) => void;
}

/** One large way to play, and the game that was left last. */
function Hero({ isStarting, onPlay }: StartProps): JSX.Element {
  const [last] = openGames();
  const game = (last && catalogueGame(last[1].game ?? "")) ?? catalogue.value?.games[0];
  return (
    <section class="hero" aria-label="Play">
      <div class="hero-words">
        <Heading title="Common Factor">The last one who can move wins.</Heading>
        <p>Number games for two. Against the computer, with a friend, no account.</p>
        <div class="row">
          <button type="button" class="hero-play" aria-disabled={isStarting || !game} onClick={() => game && onPlay(game)}>
            {isStarting ? "Starting…" : "Play"}
            {game && <span class="unseen"> {game.title}</span>}
          </button>
          {last && (
            <Link to={`/games/${last[0]}`}>
              Go on with {last[1].title}
              {last[1].moves !== undefined && `, move ${last[1].moves + 1}`}
            </Link>
          )}
        </div>
      </div>
      {game && <BoardPicture game={game} />}
    </section>
  );
}

function GameCard({ game, isStarting, onPlay }: StartProps & { game: CatalogueGame }): JSX.Element {
  const several = severalIn(game.recommended_setup);
  return (
    <li class="card game-card accented" style={{ "--game": game.accent }}>
      <div class="about">
        <Emblem game={game} />
        <h2>{game.title}</h2>
      </div>
      <p>
        {game.summary}
        {several && ` Play now starts with ${several}: a move changes one of them.`}
      </p>
      <BoardPicture game={game} />
      <div class="row">
        <button
          type="button"
          class="primary"
          aria-disabled={isStarting}
          aria-label={`Play ${game.title} now against the computer`}
          onClick={() => onPlay(game)}
        >
          Play now
        </button>
        <Link to={`/new/${game.name}`} class="button" aria-label={`Choose how to play ${game.title}`}>
          Choose…
        </Link>
        <Link to={rulesAddress(game.name, game.recommended_setup)} class="button plain-link" aria-label={`Rules of ${game.title}`}>
          Rules
        </Link>
      </div>
    </li>
  );
}
