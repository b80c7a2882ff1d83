// Lines between numbers of a pool. They run over the tiles, and under the numbers that they cross.

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { linkLine, type Grid, type LinkLine, type Tile } from "./grid";
import type { Link } from "./view";

interface LinksProps {
  links: readonly Link[];
  grid: Grid;
}

export function Links({ links, grid }: LinksProps): JSX.Element {
  const svg = useRef<SVGSVGElement>(null);
  const [lines, setLines] = useState<(Link & LinkLine)[]>([]);
  useLayoutEffect(() => {
    const tileOf = (number: number): Tile | null =>
      svg.current?.parentElement?.querySelector<HTMLElement>(`[data-number="${number}"]`) ?? null;
    setLines(
      links.flatMap((link) => {
        const [from, to] = [tileOf(link.from), tileOf(link.to)];
        return from && to ? [{ ...link, ...linkLine(from, to, grid.gap) }] : [];
      }),
    );
  }, [links.map(({ from, to }) => `${from} ${to}`).join(), grid]);
  const size = Math.max(9, Math.min(16, grid.tile / 7));
  return (
    <svg ref={svg} class="links" aria-hidden="true" focusable="false">
      {lines.map(({ from, to, tie, isBad, path, x, y }) => (
        <g key={`${from} ${to}`} class={isBad ? "link bad" : "link"}>
          <path d={path} style={{ strokeWidth: size / 2.5 }} />
          {tie && (
            <g transform={`translate(${x} ${y})`}>
              <rect x={-size * (0.7 + 0.3 * tie.length)} y={-size} width={size * (1.4 + 0.6 * tie.length)} height={2 * size} rx={size} />
              <text style={{ fontSize: `${1.15 * size}px` }}>{tie}</text>
            </g>
          )}
        </g>
      ))}
    </svg>
  );
}
