import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { catalogue, catalogueGame, catalogueProblem, loadCatalogue } from "../catalogue";
import { useGameStart, usualGame } from "../game/start";
import { Problem } from "../Problem";
import { progress, starsOf } from "../progress";
import { Heading, Link } from "../route";
import { rulesAddress, severalIn } from "../setups";
import { Emblem } from "../subject";
import type { CatalogueGame } from "../types";
import { BoardPicture } from "./BoardPicture";
import { ContinueList, openGames } from "./ContinueList";
import { PasteForm } from "./PasteForm";

/** So many games have a card in the first row. */
const FIRST = 5;

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
      <GameList label="Games" games={games?.slice(0, FIRST)} isStarting={isStarting} onPlay={play} />
      {games && games.length > FIRST && (
        <section class="more-games" aria-labelledby="more-games">
          <h2 id="more-games">More games</h2>
          <GameList label="More games" games={games.slice(FIRST)} isStarting={isStarting} onPlay={play} />
        </section>
      )}
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
          <Link to="/learn">Learn how to win</Link>
        </div>
      </div>
      {game && <BoardPicture game={game} />}
    </section>
  );
}

interface GameListProps extends StartProps {
  label: string;
  games: CatalogueGame[] | undefined;
}

const GameList = ({ label, games, ...start }: GameListProps): JSX.Element => (
  <ul class="games" aria-label={label}>
    {games?.map((game) => (
      <GameCard key={game.name} game={game} {...start} />
    ))}
  </ul>
);

/** All of a card plays its game, but for the links on it. */
function GameCard({ game, isStarting, onPlay }: StartProps & { game: CatalogueGame }): JSX.Element {
  const several = severalIn(game.recommended_setup);
  const { title } = game;
  return (
    <li class="card game-card accented" style={{ "--game": game.accent }}>
      <Emblem game={game} />
      <h2>
        <button type="button" class="whole-card" aria-disabled={isStarting} aria-label={`Play ${title} now against the computer`} onClick={() => onPlay(game)}>
          {title}
        </button>
      </h2>
      <p>
        {game.summary}
        {several && ` You start with ${several}.`}
      </p>
      <BoardPicture game={game} />
      <Stars game={game} />
      <div class="row">
        <Link to={`/new/${game.name}`} aria-label={`Choose how to play ${title}`}>
          Choose
        </Link>
        <Link to={rulesAddress(game.name, game.recommended_setup)} aria-label={`Rules of ${title}`}>
          Rules
        </Link>
      </div>
    </li>
  );
}

/** How many levels of a game were beaten. */
function Stars({ game }: { game: CatalogueGame }): JSX.Element {
  const most = catalogue.value?.levels.length ?? 0;
  const earned = starsOf(progress.value, game.name).length;
  return (
    <p class="card-stars" role="img" aria-label={`${earned} of ${most} stars`}>
      {"★".repeat(earned)}
      {"☆".repeat(most - earned)}
    </p>
  );
}
