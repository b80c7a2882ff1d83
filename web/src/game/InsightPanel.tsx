import type { JSX } from "preact";

import { inAddress } from "../api";
import { lazy } from "../Lazy";
import { Link } from "../route";
import type { Drawing, Game, Player, Verdict } from "../types";
import { signOf, SIGNS, VERDICT_WORDS } from "../words";
import { Why } from "../Why";
import { verdictsOf } from "./insight";
import type { GameModel } from "./model";
import { nameOf } from "./words";

const Graph = lazy<{ drawing: Drawing; verdicts?: ReadonlyMap<string, Verdict> | undefined }>(
  async () => (await import("../drawing/Graph")).Graph,
);

/** Who wins the position on the board, and why; and its picture. */
export function InsightPanel({ model }: { model: GameModel }): JSX.Element {
  const { game, reader, insight, isJudged, hasPicture } = model;
  const { analysis, problem } = insight;
  return (
    <section class="card insight" aria-label="Analysis">
      <h2>{isJudged ? "Analysis" : "Picture"}</h2>
      {problem && <p class="problem">{problem}</p>}
      {!analysis && !problem && <p class="quiet">Working it out…</p>}
      {analysis && isJudged && !analysis.over && game.to_move !== null && (
        <>
          <p>
            <b class={`verdict ${analysis.verdict}`}>
              {SIGNS[analysis.verdict]} <Prospect game={game} player={game.to_move} verdict={analysis.verdict} isYou={reader === game.to_move} />
            </b>
          </p>
          {analysis.reason && <Why short={analysis.short} full={analysis.reason} sign={signOf(game.position.board)} />}
          <p>
            <Link to={`/analysis/${inAddress(game.position.notation)}`}>Open the analysis board</Link>
          </p>
        </>
      )}
      {analysis && hasPicture && analysis.drawing && (
        <Graph drawing={analysis.drawing} verdicts={isJudged ? verdictsOf(analysis) : undefined} />
      )}
      {analysis && hasPicture && !analysis.drawing && <p class="quiet">This position is too large to draw.</p>}
    </section>
  );
}

interface ProspectProps {
  game: Game;
  player: Player;
  verdict: Verdict;
  isYou: boolean;
}

function Prospect({ game, player, verdict, isYou }: ProspectProps): JSX.Element {
  const fate = isYou ? { win: "win", loss: "lose" } : { win: VERDICT_WORDS.win, loss: VERDICT_WORDS.loss };
  return (
    <>
      <bdi>{isYou ? "You" : nameOf(game, player)}</bdi>{" "}
      {verdict === "unknown" ? "may win or lose: unknown" : `${fate[verdict]} with best play`}.
    </>
  );
}
