// The board of Divisor Duel: each number with its factors and divisors, and the way it came.

import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";

import type { DividedNumber, Divisor, NumbersBoard, TrailStep, Verdict } from "../types";
import { moveText, SHAPES, SIGNS, VERDICT_WORDS } from "../words";
import { isSeen, type Choice } from "./attention";
import type { SurfaceProps } from "./Board";
import { Marks } from "./Marks";
import { nearest } from "./nearest";

interface Place {
  of: DividedNumber;
  divisor: Divisor;
}

export function Numbers(props: SurfaceProps): JSX.Element {
  const { position, verdicts, highlights, pending, busy, attention, onTry } = props;
  const { numbers, trail } = position.board as NumbersBoard;
  const surface = useRef<HTMLDivElement>(null);
  const places = numbers.flatMap((of) => of.divisors.map((divisor): Place => ({ of, divisor })));
  const cursor = useSignal(0);
  if (cursor.peek() >= places.length) cursor.value = 0;

  const indexAt = (event: Event): number | null => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-index]") : null;
    return button ? Number(button.dataset["index"]) : null;
  };
  const choiceAt = (event: Event): Choice | null => {
    const place = places[indexAt(event) ?? -1];
    return place ? choiceOf(place, numbers.length > 1) : null;
  };
  const move = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...(surface.current?.querySelectorAll<HTMLElement>("[data-index]") ?? [])];
    const target = nearest(buttons.map((button) => button.getBoundingClientRect()), cursor.peek(), event.key);
    if (target === null) return;
    event.preventDefault();
    buttons[target]?.focus();
  };
  let index = 0;
  return (
    <div
      ref={surface}
      class={`numbers${busy ? " busy" : ""}`}
      onKeyDown={move}
      onClick={(event) => {
        const choice = choiceAt(event);
        if (choice) onTry(choice);
      }}
      onPointerOver={(event) => event.pointerType !== "touch" && attention.look(choiceAt(event))}
      onPointerLeave={() => attention.look(null)}
      onFocusIn={(event) => {
        cursor.value = indexAt(event) ?? cursor.peek();
        if (isSeen(event)) attention.look(choiceAt(event));
      }}
      onFocusOut={() => attention.look(null)}
    >
      {numbers.map((of, place) => (
        <div key={place} class="divided" role="group" aria-label={`The number ${of.number}`}>
          <p class="value" key={of.number}>
            {of.number}
          </p>
          <p class="factorisation">
            <Marks factors={of.factors} />
            {of.factors.length > 1 ? of.factors.join("·") : "prime"}
          </p>
          {of.divisors.length > 0 && (
            <div role="toolbar" aria-label={`Divide ${of.number} by`} class="divisors">
              {of.divisors.map((divisor) => {
                const key = String(divisor.move);
                return (
                  <DivisorButton
                    key={divisor.divisor}
                    divisor={divisor}
                    index={index++}
                    cursor={cursor}
                    chosen={attention.chosen}
                    pendingPlayer={pending && String(pending.move) === key ? pending.player : null}
                    verdict={verdicts?.get(key) ?? null}
                    isHighlighted={highlights?.has(key) ?? false}
                  />
                );
              })}
            </div>
          )}
        </div>
      ))}
      <Trail trail={trail} picksBy={props.picksBy} />
    </div>
  );
}

function choiceOf({ of, divisor }: Place, hasSeveral: boolean): Choice {
  return {
    move: divisor.move,
    name: hasSeveral ? `${of.number} ÷ ${divisor.divisor}` : String(divisor.divisor),
    isAllowed: true,
    isGone: false,
    text: divisor.text,
    preview: divisor.preview,
    removes: [],
  };
}

interface DivisorButtonProps {
  divisor: Divisor;
  index: number;
  cursor: Signal<number>;
  chosen: Signal<Choice | null>;
  pendingPlayer: 1 | 2 | null;
  verdict: Verdict | null;
  isHighlighted: boolean;
}

function DivisorButton(props: DivisorButtonProps): JSX.Element {
  const { divisor, index, cursor, chosen, pendingPlayer, verdict, isHighlighted } = props;
  const names = ["cell", "free", "divisor"];
  if (pendingPlayer) names.push("pending", `player-${pendingPlayer}`);
  if (chosen.value?.move === divisor.move) names.push("chosen");
  if (isHighlighted) names.push("highlighted");
  const judged = verdict ? `, ${VERDICT_WORDS[verdict]}` : "";
  return (
    <button
      type="button"
      class={names.join(" ")}
      data-index={index}
      data-number={divisor.divisor}
      tabIndex={cursor.value === index ? 0 : -1}
      aria-label={`${divisor.divisor}, available${judged}, ${divisor.text}`}
    >
      <span class="number">÷ {divisor.divisor}</span>
      {verdict ? (
        <span class={`verdict ${verdict}`}>
          {SIGNS[verdict]} <span class="word">{VERDICT_WORDS[verdict]}</span>
        </span>
      ) : (
        <span class="factors">leaves {divisor.leaves}</span>
      )}
    </button>
  );
}

/** The earlier values, oldest first, each with the division that led to it. */
function Trail({ trail, picksBy }: { trail: TrailStep[]; picksBy: SurfaceProps["picksBy"] }): JSX.Element | null {
  if (trail.length < 2) return null;
  return (
    <ol class="trail" aria-label="The way here">
      {trail.map(({ ply, numbers, move, seat }) => {
        const picker = seat === null ? null : picksBy(seat, ply);
        return (
          <li key={ply}>
            {picker && move !== null && (
              <span class={`by player-${picker.player}`}>
                <span aria-hidden="true">{SHAPES[picker.player]} </span>
                <span class="unseen">{picker.name}: </span>
                {typeof move === "number" || !String(move).includes("/") ? `÷ ${move}` : moveText(move)}
              </span>
            )}
            <b>{numbers.join(" + ")}</b>
          </li>
        );
      })}
    </ol>
  );
}
