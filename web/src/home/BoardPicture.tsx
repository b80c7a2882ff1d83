// A small picture of each kind of board. Where a scene is known, a pool is shown some moves into a game, or else untouched.

import type { JSX } from "preact";

import { poolSetupOf } from "../setups";
import type { CatalogueGame, Player } from "../types";

interface Scene {
  taken: Record<number, Player>;
  gone?: number[];
  /** Numbers joined by lines, in the colour of a player or plain. */
  paths?: { numbers: number[]; player?: Player }[];
}

const COLUMNS = 5;
const COUNT = 15;
const SIZE = 30;
const GAP = 5;

const SCENES: Record<string, Scene> = {
  "factor-clash": { taken: { 15: 1, 6: 2, 8: 1 }, paths: [{ numbers: [15, 6, 8] }] },
  "factor-challenge": {
    taken: { 8: 1, 14: 1, 9: 2, 3: 2 },
    paths: [
      { numbers: [8, 14], player: 1 },
      { numbers: [9, 3], player: 2 },
    ],
  },
  "factor-duel": { taken: { 4: 1, 9: 1, 5: 1, 3: 2, 16: 2, 7: 2 } },
  "factor-frenzy": { taken: { 6: 1, 15: 2 }, gone: [2, 3, 12, 5] },
};

export function BoardPicture({ game }: { game: CatalogueGame }): JSX.Element {
  return game.has_pool ? <PoolPicture game={game} /> : <NumbersPicture />;
}

function PoolPicture({ game }: { game: CatalogueGame }): JSX.Element {
  const { taken, gone = [], paths = [] } = SCENES[game.name] ?? { taken: {} };
  const low = Number(poolSetupOf(game.default_setup, game)?.low ?? 1);
  const numbers = Array.from({ length: COUNT }, (_, index) => low + index);
  const left = (number: number): number => ((number - low) % COLUMNS) * (SIZE + GAP);
  const top = (number: number): number => Math.floor((number - low) / COLUMNS) * (SIZE + GAP);
  const centre = (number: number): string => `${left(number) + SIZE / 2} ${top(number) + SIZE / 2}`;
  return (
    <svg class="picture" viewBox={`-2 -2 ${COLUMNS * (SIZE + GAP) - GAP + 4} ${3 * (SIZE + GAP) - GAP + 4}`} aria-hidden="true">
      {numbers.map((number) => {
        const player = taken[number];
        const look = player ? `player-${player}` : gone.includes(number) ? "gone" : "free";
        return (
          <g key={number} class={look}>
            <rect x={left(number)} y={top(number)} width={SIZE} height={SIZE} rx="7" />
            {player === undefined && (
              <text x={left(number) + SIZE / 2} y={top(number) + SIZE / 2 + 4.5}>
                {number}
              </text>
            )}
          </g>
        );
      })}
      {paths.map(({ numbers: path, player }) => (
        <path key={path.join()} class={`way ${player ? `player-${player}` : ""}`} d={`M${path.map(centre).join("L")}`} />
      ))}
      {numbers
        .filter((number) => taken[number])
        .map((number) => (
          <g key={number} class={`player-${taken[number]}`}>
            <rect class="cover" x={left(number) + 3} y={top(number) + 3} width={SIZE - 6} height={SIZE - 6} rx="5" />
            <text x={left(number) + SIZE / 2} y={top(number) + SIZE / 2 + 4.5}>
              {number}
            </text>
          </g>
        ))}
    </svg>
  );
}

/** A number that becomes smaller twice; by halves, which a game may reach by dividing or by subtracting. */
function NumbersPicture(): JSX.Element {
  const steps: { number: number; x: number; y: number; radius: number; by: Player | null }[] = [
    { number: 60, x: 30, y: 34, radius: 28, by: null },
    { number: 30, x: 98, y: 60, radius: 21, by: 1 },
    { number: 15, x: 156, y: 84, radius: 15, by: 2 },
  ];
  return (
    <svg class="picture" viewBox="0 0 174 104" aria-hidden="true">
      <path class="way" d="M30 34L98 60L156 84" />
      {steps.map(({ number, x, y, radius, by }) => (
        <g key={number} class={by ? `player-${by}` : "free"}>
          <circle cx={x} cy={y} r={radius} />
          <text x={x} y={y + 5} class={radius > 20 ? "large" : ""}>
            {number}
          </text>
        </g>
      ))}
    </svg>
  );
}
