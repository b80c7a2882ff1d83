import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

import { inAddress } from "../api";
import type { BoardView } from "../board/view";
import { lazy } from "../Lazy";
import { progress } from "../progress";
import { Link } from "../route";
import type { Game, Player } from "../types";
import { other, SHAPES } from "../words";
import { NextLevel } from "./NextLevel";
import { playedIn } from "./played";
import { Stars } from "./Stars";
import { nameOf, readerOf } from "./words";

const ReviewPanel = lazy<{ gameId: string; gameNumber: number; onShow: (view: BoardView) => void; children: ComponentChildren }>(
  async () => (await import("../review/ReviewPanel")).ReviewPanel,
  "Looking through the game…",
);

interface EndPanelProps {
  game: Game;
  mine: Player[];
  /** Puts a step of the review on the board. */
  onShow: (view: BoardView) => void;
}

/** Who has won, where to go from here, and the review, which comes without being asked for. */
export function EndPanel({ game, mine, onShow }: EndPanelProps): JSX.Element | null {
  const place = useRef<HTMLElement>(null);
  // It may have come above what is in sight, since it stands before the moves.
  useLayoutEffect(() => {
    if (place.current && place.current.getBoundingClientRect().top < 0) place.current.scrollIntoView();
  }, [game.result === null]);
  if (!game.result) return null;
  const { winner, by } = game.result;
  const you = readerOf(game, mine);
  const loser = other(winner);
  const played = playedIn(game, mine);
  const isStarred = played?.isWon && progress.value.starredIn === played.id;
  return (
    <section class="end" ref={place} aria-label="The end of the game">
      <p class={you === loser ? "unseen" : `winner player-${winner}`}>
        <span class="shape" aria-hidden="true">
          {SHAPES[winner]}
        </span>{" "}
        {you === winner ? "You win" : <bdi>{nameOf(game, winner)} wins</bdi>}
        {game.match_winner ? " the match" : ""}
        {isStarred && (
          <span class="star" role="img" aria-label="A star">
            ★
          </span>
        )}
        {by === "resignation" && <small>{you === loser ? "You" : <bdi>{nameOf(game, loser)}</bdi>} resigned.</small>}
      </p>
      {played?.isWon && <Stars played={played} />}
      <ReviewPanel key={game.games} gameId={game.id} gameNumber={game.games} onShow={onShow}>
        <NextLevel game={game} mine={mine} />
      </ReviewPanel>
      <div class="row">
        <Link to={`/games/${game.id}/review`} class="button">
          Whole review
        </Link>
        <Link to={`/analysis/${inAddress(game.position.notation)}`} class="button">
          Analysis board
        </Link>
        <Link to="/" class="button">
          All games
        </Link>
      </div>
    </section>
  );
}
