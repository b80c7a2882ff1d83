// A small picture of each kind of board: a pool some moves into a game, or a number that becomes smaller.

import type { JSX } from "preact";

import type { CatalogueGame, Picture, Player } from "../types";

const COLUMNS = 5;
const SIZE = 30;
const GAP = 5;

export function BoardPicture({ game }: { game: CatalogueGame }): JSX.Element {
  return game.picture ? <PoolPicture picture={game.picture} /> : <NumbersPicture />;
}

function PoolPicture({ picture: { numbers, taken, swept, joined } }: { picture: Picture }): JSX.Element {
  const places = new Map(numbers.map((number, place) => [number, place]));
  const takers = new Map(taken.map((number, index): [number, Player] => [number, index % 2 === 0 ? 1 : 2]));
  const left = (number: number): number => ((places.get(number) ?? 0) % COLUMNS) * (SIZE + GAP);
  const top = (number: number): number => Math.floor((places.get(number) ?? 0) / COLUMNS) * (SIZE + GAP);
  const centre = (number: number): string => `${left(number) + SIZE / 2} ${top(number) + SIZE / 2}`;
  const rows = Math.ceil(numbers.length / COLUMNS);
  return (
    <svg class="picture" viewBox={`-2 -2 ${COLUMNS * (SIZE + GAP) - GAP + 4} ${rows * (SIZE + GAP) - GAP + 4}`} aria-hidden="true">
      {numbers.map((number) => {
        const player = takers.get(number);
        const look = player ? `player-${player}` : swept.includes(number) ? "gone" : "free";
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
      {joined.map(([from, to]) => {
        // A line between two numbers of one player has the colour of that player.
        const player = takers.get(from) === takers.get(to) ? takers.get(to) : undefined;
        return <path key={`${from} ${to}`} class={`way ${player ? `player-${player}` : ""}`} d={`M${centre(from)}L${centre(to)}`} />;
      })}
      {taken.map((number) => (
        <g key={number} class={`player-${takers.get(number)}`}>
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
