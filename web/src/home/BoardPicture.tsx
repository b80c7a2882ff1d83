// A small picture of each kind of board: a pool some moves into a game, or a number that becomes smaller.

import type { JSX } from "preact";

import { linkLine, type Tile } from "../board/grid";
import type { CatalogueGame, Picture, Player } from "../types";
import { SHAPES } from "../words";

const COLUMNS = 5;
const SIZE = 34;
const GAP = 5;

export function BoardPicture({ game }: { game: CatalogueGame }): JSX.Element {
  return game.picture ? <PoolPicture picture={game.picture} /> : <NumbersPicture />;
}

function PoolPicture({ picture: { numbers, taken, swept, joined } }: { picture: Picture }): JSX.Element {
  const takers = new Map(taken.map((number, index): [number, Player] => [number, index % 2 === 0 ? 1 : 2]));
  const place = (number: number): [x: number, y: number] => {
    const index = numbers.indexOf(number);
    return [(index % COLUMNS) * (SIZE + GAP), Math.floor(index / COLUMNS) * (SIZE + GAP)];
  };
  const tile = (number: number): Tile => {
    const [offsetLeft, offsetTop] = place(number);
    return { offsetLeft, offsetTop, offsetWidth: SIZE, offsetHeight: SIZE };
  };
  const rows = Math.ceil(numbers.length / COLUMNS);
  return (
    <svg class="picture" viewBox={`0 0 ${COLUMNS * (SIZE + GAP) - GAP} ${rows * (SIZE + GAP) - GAP + 2}`} aria-hidden="true">
      {numbers.map((number) => {
        const [x, y] = place(number);
        return <PictureTile key={number} x={x} y={y} player={takers.get(number)} isGone={swept.includes(number)} />;
      })}
      {joined.map(([from, to]) => (
        <path key={`${from} ${to}`} class="way" d={linkLine(tile(from), tile(to), GAP).path} />
      ))}
      {numbers.map((number) => {
        const [x, y] = place(number);
        const player = takers.get(number);
        return (
          <g key={number} class={player ? `player-${player}` : swept.includes(number) ? "gone" : ""}>
            <text x={x + SIZE / 2} y={y + SIZE / 2 + 5}>
              {number}
            </text>
            {player && (
              <text class="shape" x={x + 7} y={y + 11}>
                {SHAPES[player]}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

interface PictureTileProps {
  x: number;
  y: number;
  player: Player | undefined;
  isGone: boolean;
}

function PictureTile({ x, y, player, isGone }: PictureTileProps): JSX.Element {
  return (
    <g class={player ? `player-${player}` : isGone ? "gone" : "free"}>
      {!isGone && <rect class="edge" x={x} y={y + 2} width={SIZE} height={SIZE} rx="7" />}
      <rect x={x + (isGone ? 1 : 0)} y={y + (isGone ? 1 : 0)} width={SIZE - (isGone ? 2 : 0)} height={SIZE - (isGone ? 2 : 0)} rx="7" />
    </g>
  );
}

/** A number that becomes smaller twice; by halves, which a game may reach by dividing or by subtracting. */
function NumbersPicture(): JSX.Element {
  const steps: { number: number; x: number; size: number; by: Player | null }[] = [
    { number: 60, x: 0, size: 72, by: null },
    { number: 30, x: 88, size: 54, by: 1 },
    { number: 15, x: 158, size: 36, by: 2 },
  ];
  return (
    <svg class="picture" viewBox="0 0 194 114" aria-hidden="true">
      <path class="way" d="M30 57H180" />
      {steps.map(({ number, x, size, by }) => (
        <g key={number} class={by ? `player-${by}` : "free"}>
          <rect class="edge" x={x} y={59 - size / 2} width={size} height={size} rx={size / 5} />
          <rect x={x} y={57 - size / 2} width={size} height={size} rx={size / 5} />
          <text x={x + size / 2} y={57 + size / 7} style={{ fontSize: `${size / 2.3}px` }}>
            {number}
          </text>
        </g>
      ))}
    </svg>
  );
}
