// The numbers of a pool at fixed places.

import { useComputed, useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";

import type { Cell, PoolBoard, Verdict } from "../types";
import { factorText, HINT_SIGN, SHAPES, SIGNS, VERDICT_WORDS } from "../words";
import { isSeen, type Choice } from "./attention";
import type { Pick, SurfaceProps } from "./Board";
import { columnsFor, emptyPlaces, rowsOf, stepFrom, widestCell } from "./grid";
import { Marks } from "./Marks";

export function Pool(props: SurfaceProps): JSX.Element {
  const { position, picksBy, verdicts, highlights, hinted, pending, busy, attention, onTry } = props;
  const { cells, low, high } = position.board as PoolBoard;
  const grid = useRef<HTMLDivElement>(null);
  const columns = useColumns(grid, cells.length);
  // A number keeps its place whatever is left out of the pool before it.
  const places = useMemo(() => cells.map(({ number }) => number - low + emptyPlaces(low, columns)), [position.setup, columns]);
  const rows = useMemo(() => rowsOf(places, columns), [places]);
  const cursor = useSignal(Math.max(0, cells.findIndex((cell) => cell.status === "free")));

  const move = (event: KeyboardEvent): void => {
    const target = stepFrom(cursor.peek(), event.key, places, columns);
    if (target === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    grid.current?.querySelector<HTMLElement>(`[data-index="${target}"]`)?.focus();
  };

  const cellAt = (event: Event): number | null => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-index]") : null;
    return button ? Number(button.dataset["index"]) : null;
  };
  const choiceAt = (event: Event): Choice | null => {
    const cell = cells[cellAt(event) ?? -1];
    return cell ? choiceOf(cell) : null;
  };
  const lastPly = position.moves.length;
  return (
    <div
      ref={grid}
      class={`pool${cells.length > 60 ? " dense" : ""}${verdicts ? " judged" : ""}${busy ? " busy" : ""}`}
      role="grid"
      aria-label={`Numbers ${low} to ${high}`}
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, ${widestCell(cells.length)}px))`,
      }}
      onKeyDown={move}
      onClick={(event) => {
        const choice = choiceAt(event);
        if (choice) onTry(choice);
      }}
      onPointerOver={(event) => {
        if (event.pointerType === "touch") return;
        const choice = choiceAt(event);
        // The pointer still rests on the number just played, and what was played is said instead.
        attention.look(choice?.isGone ? null : choice);
      }}
      onPointerLeave={() => attention.look(null)}
      onFocusIn={(event) => {
        cursor.value = cellAt(event) ?? cursor.peek();
        if (isSeen(event)) attention.look(choiceAt(event));
      }}
      onFocusOut={() => attention.look(null)}
    >
      {rows.map((row, rowIndex) => (
        <div key={rowIndex} role="row">
          {row.map((index) => {
            const cell = cells[index] as Cell;
            const key = String(cell.move);
            return (
              <PoolCell
                key={cell.number}
                cell={cell}
                index={index}
                area={`${rowIndex + 1} / ${((places[index] ?? 0) % columns) + 1}`}
                cursor={cursor}
                leaving={attention.leaving}
                chosen={attention.chosen}
                pick={cell.taken_by === null ? null : picksBy(cell.taken_by, cell.ply)}
                isLast={cell.ply !== null && cell.ply === lastPly}
                pendingPlayer={pending && String(pending.move) === key ? pending.player : null}
                verdict={verdicts?.get(key) ?? null}
                isHighlighted={highlights?.has(key) ?? false}
                isHinted={hinted?.has(key) ?? false}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** As many columns as the room allows, now and after every change of it. */
function useColumns(grid: { current: HTMLElement | null }, count: number): number {
  const [columns, setColumns] = useState(() => columnsFor(count, Math.min(innerWidth - 24, 600)));
  useLayoutEffect(() => {
    const room = grid.current?.parentElement;
    if (!room) return;
    const measure = (): void => setColumns(columnsFor(count, room.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(room);
    return () => observer.disconnect();
  }, [count]);
  return columns;
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
  };
}

interface PoolCellProps {
  cell: Cell;
  index: number;
  /** Its row and column. */
  area: string;
  cursor: Signal<number>;
  leaving: { readonly value: ReadonlySet<number> };
  chosen: Signal<Choice | null>;
  pick: Pick | null;
  isLast: boolean;
  pendingPlayer: 1 | 2 | null;
  verdict: Verdict | null;
  isHighlighted: boolean;
  isHinted: boolean;
}

function PoolCell(props: PoolCellProps): JSX.Element {
  const { cell, index, area, cursor, leaving, chosen, pick, isLast, pendingPlayer, verdict, isHighlighted, isHinted } = props;
  // Bound as signals, so that pointing at numbers redraws only those that change.
  const tabIndex = useComputed(() => (cursor.value === index ? 0 : -1));
  const isLeaving = useComputed(() => leaving.value.has(cell.number)).value;
  const isChosen = useComputed(() => chosen.value?.move === cell.move).value;
  const player = pendingPlayer ?? pick?.owner.player ?? null;
  const names = ["cell", cell.status];
  if (player) names.push(`player-${player}`);
  if (pendingPlayer) names.push("pending");
  if (isLast) names.push("last");
  if (isLeaving) names.push("leaving");
  if (isChosen) names.push("chosen");
  if (isHighlighted) names.push("highlighted");
  if (isHinted) names.push("hinted");
  return (
    <div role="gridcell" style={{ gridArea: area }}>
      <button
        type="button"
        class={names.join(" ")}
        data-index={index}
        data-number={cell.number}
        tabIndex={tabIndex}
        aria-disabled={cell.status !== "free"}
        aria-label={labelOf(cell, pick, verdict, isHinted)}
      >
        <span class="number">{cell.number}</span>
        {verdict ? (
          <span class={`verdict ${verdict}`}>
            {SIGNS[verdict]} <span class="word">{VERDICT_WORDS[verdict]}</span>
          </span>
        ) : (
          <span class="factors">{cell.factors.length > 1 ? factorText(cell.factors) : ""}</span>
        )}
        <Marks factors={cell.factors} />
        {cell.ply !== null && (
          <span class="ply">
            {pick && <span class="shape">{SHAPES[pick.owner.player]}</span>}
            {cell.ply}
          </span>
        )}
        {isHinted && <span class="hint-sign">{HINT_SIGN}</span>}
      </button>
    </div>
  );
}

function labelOf(cell: Cell, pick: Pick | null, verdict: Verdict | null, isHinted: boolean): string {
  const judged = `${isHinted ? ", pointed out" : ""}${verdict ? `, ${VERDICT_WORDS[verdict]}` : ""}`;
  if (cell.status === "gone") {
    const how = pick ? `taken by ${pick.maker.name}` : "gone";
    const swapped = pick && pick.owner.player !== pick.maker.player ? `, ${pick.owner.name}’s since the swap` : "";
    return `${cell.number}, ${how}${cell.ply === null ? "" : ` at move ${cell.ply}`}${swapped}`;
  }
  const told = cell.text ?? factorisation(cell);
  return `${cell.number}, ${cell.status === "free" ? "available" : "not allowed"}${judged}${told ? `, ${told}` : ""}`;
}

function factorisation({ number, factors }: Cell): string {
  if (factors.length < 2) return factors.length === 1 ? "prime" : "";
  return `${number} = ${factors.join("·")}`;
}
