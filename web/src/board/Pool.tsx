// The numbers of a pool at fixed places.

import { useComputed, useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import type { Cell, PoolBoard } from "../types";
import { SHAPES } from "../words";
import type { Attention, Choice } from "./attention";
import type { SurfaceProps } from "./Board";
import { emptyPlaces, gridFor, rowsOf, stepFrom, type Grid } from "./grid";
import { Judged } from "./Judged";
import { Links } from "./Links";
import { Primes } from "./Primes";
import { surfaceEvents } from "./surface";
import { judgedIn, namesOf, type BoardView, type Link, type Pick } from "./view";

/** Smaller tiles leave no room beside the number. */
const DENSE = 58;

export function Pool({ view, attention, onTry }: SurfaceProps): JSX.Element {
  const { position, busy, verdicts, winner } = view;
  const { cells, low, high } = position.board as PoolBoard;
  const surface = useRef<HTMLDivElement>(null);
  const grid = useGrid(surface, low, high);
  const { columns, gap, tile } = grid;
  // A number keeps its place whatever is left out of the pool before it.
  const places = useMemo(() => cells.map(({ number }) => number - low + emptyPlaces(low, columns)), [position.setup, columns]);
  const rows = useMemo(() => rowsOf(places, columns), [places]);
  const cursor = useSignal(Math.max(0, cells.findIndex((cell) => cell.status === "free")));

  const choiceAt = (index: number): Choice | null => (cells[index] ? choiceOf(cells[index]) : null);
  const target = (index: number, key: string): number | null => stepFrom(index, key, places, columns);
  const names = ["pool", tile < DENSE && "dense", grid.isTall && "tall", verdicts && "judged", busy && "busy", winner && `won-${winner}`];
  return (
    <div
      ref={surface}
      class={names.filter(Boolean).join(" ")}
      role="grid"
      aria-label={`Numbers ${low} to ${high}`}
      style={{ "--columns": columns, "--tile": `${tile}px`, "--row": `${grid.row}px`, gap: `${gap}px` }}
      {...surfaceEvents({ attention, onTry, cursor, choiceOf: choiceAt, target })}
    >
      {rows.map((row, rowIndex) => (
        <div key={rowIndex} role="row">
          {row.map((index) => (
            <div key={cells[index]?.number} role="gridcell" style={{ gridArea: `${rowIndex + 1} / ${((places[index] ?? 0) % columns) + 1}` }}>
              <Tile cell={cells[index] as Cell} index={index} cursor={cursor} view={view} attention={attention} />
            </div>
          ))}
        </div>
      ))}
      <DrawnLinks view={view} attention={attention} grid={grid} />
    </div>
  );
}

const isSame = (one: Grid, two: Grid): boolean => one.columns === two.columns && one.tile === two.tile && one.isTall === two.isTall;

/** The grid that suits the room, now and after every change of it. */
function useGrid(surface: { current: HTMLElement | null }, low: number, high: number): Grid {
  const [grid, setGrid] = useState(() => gridFor(low, high, { width: innerWidth, height: innerHeight }));
  useLayoutEffect(() => {
    const stage = surface.current?.closest<HTMLElement>(".stage");
    if (!stage) return;
    let before: { width: number; columns: number } | null = null;
    const measure = (): void => {
      const { minHeight, paddingBottom } = getComputedStyle(stage);
      const { clientWidth, offsetTop: top } = surface.current as HTMLElement;
      const width = clientWidth - 2 * parseFloat(getComputedStyle(surface.current as HTMLElement).paddingLeft);
      const height = parseFloat(minHeight) > 0 ? parseFloat(minHeight) - top - parseFloat(paddingBottom) : null;
      // Whoever reviews a game finds its numbers where they were, if only smaller.
      const kept = before?.width === width && stage.closest(".is-over") ? before.columns : undefined;
      const next = gridFor(low, high, { width, height }, kept);
      before = { width, columns: next.columns };
      setGrid((shown) => (isSame(shown, next) ? shown : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(stage);
    return () => observer.disconnect();
  }, [low, high]);
  return grid;
}

/** How long what a move was joined with is in sight, in milliseconds: as long as the move itself moves, and to be read. */
const LINK_FOR = 600;

/** The line to the number that is looked at, or else that of the last move while it is made. */
function DrawnLinks({ view, attention, grid }: Omit<SurfaceProps, "onTry"> & { grid: Grid }): JSX.Element {
  const { links = [], position, pending } = view;
  const key = `${position.notation} ${pending?.move ?? ""}`;
  const [past, setPast] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setPast(key), LINK_FOR);
    return () => clearTimeout(timer);
  }, [key]);
  const looked = attention.link.value;
  const last = looked === null && links.length === 0 && past !== key ? lastLink(view) : null;
  return <Links links={[...links, ...[looked ?? last].filter((link) => link !== null)]} grid={grid} />;
}

/** What joins the last move with the one before it. */
function lastLink({ position, pending }: BoardView): Link | null {
  const { cells } = position.board as PoolBoard;
  const move = pending?.move ?? position.moves.at(-1);
  const bond = cells.find((cell) => cell.move === move)?.bond;
  return bond ? { from: bond.number, to: Number(move), tie: bond.tie, isBad: false } : null;
}

function choiceOf(cell: Cell): Choice {
  return {
    move: cell.move,
    name: String(cell.number),
    isAllowed: cell.status === "free",
    isGone: cell.status === "gone",
    text: cell.text,
    preview: cell.preview,
    removes: cell.removes ?? [],
    bond: cell.bond,
  };
}

interface TileProps {
  cell: Cell;
  index: number;
  cursor: Signal<number>;
  view: BoardView;
  attention: Attention;
}

function Tile({ cell, index, cursor, view, attention }: TileProps): JSX.Element {
  const { position, picksBy } = view;
  // Bound as signals, so that pointing at numbers redraws only those that change.
  const tabIndex = useComputed(() => (cursor.value === index ? 0 : -1));
  const isLeaving = useComputed(() => attention.leaving.value.has(cell.number)).value;
  const isChosen = useComputed(() => attention.chosen.value?.move === cell.move).value;
  const pick = cell.taken_by === null ? null : picksBy(cell.taken_by, cell.ply);
  const targets = (position.board as PoolBoard).target.numbers;
  const isLast = cell.ply !== null && cell.ply === position.moves.length;
  const names = [
    "cell",
    cell.status,
    cell.status === "gone" && (pick ? `player-${pick.owner.player}` : "swept"),
    targets.includes(cell.number) && (targets.length > 1 ? "target-tile several" : "target-tile"),
    isLast && "last",
    isLeaving && "leaving",
    isChosen && "chosen",
    ...namesOf(view, cell.move),
  ];
  return (
    <button
      type="button"
      class={names.filter(Boolean).join(" ")}
      data-index={index}
      data-number={cell.number}
      tabIndex={tabIndex}
      aria-disabled={cell.status !== "free"}
      aria-label={labelOf(view, cell, pick)}
      aria-description={cell.status === "gone" ? undefined : (cell.text ?? factorisation(cell))}
      style={{ "--turn": turnOf(view, cell) }}
    >
      <span class="number">{cell.number}</span>
      <Judged view={view} move={cell.move}>
        {cell.factors.length > 1 && <Primes factors={cell.factors} shared={cell.shared} />}
      </Judged>
      {cell.ply !== null && pick && (
        <span class="ply">
          <span class="shape">{SHAPES[pick.owner.player]}</span> {cell.ply}
        </span>
      )}
    </button>
  );
}

/** When it is the number's turn to move: what left with the last move leaves one after the other, what was won in the order of moves. */
function turnOf({ position: { moves, board } }: BoardView, { ply, number }: Cell): number {
  if (ply !== moves.length) return ply ?? 0;
  return (board as PoolBoard).cells.filter((cell) => cell.ply === ply).findIndex((cell) => cell.number === number);
}

/** The short name of a tile; why it can be taken or not is its description. */
function labelOf(view: BoardView, cell: Cell, pick: Pick | null): string {
  if (cell.status === "gone") {
    const how = pick ? `taken by ${pick.maker.name}` : "gone";
    const swapped = pick && pick.owner.player !== pick.maker.player ? `, ${pick.owner.name}’s since the swap` : "";
    return `${cell.number}, ${how}${cell.ply === null ? "" : ` at move ${cell.ply}`}${swapped}`;
  }
  return `${cell.number}, ${cell.status === "free" ? "available" : "not allowed"}${judgedIn(view, cell.move)}`;
}

function factorisation({ number, factors }: Cell): string {
  if (factors.length < 2) return factors.length === 1 ? "prime" : "";
  return `${number} = ${factors.join("·")}`;
}
