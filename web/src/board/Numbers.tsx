// The board of a game that changes numbers: each with its factors and divisors, and the way it came.

import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";

import type { ChangingNumber, Divisor, NumbersBoard, Sign, TrailStep, Verdict } from "../types";
import { factorText, grouped, HINT_SIGN, moveText, SHAPES, signOf, SIGNS, VERDICT_WORDS } from "../words";
import { isSeen, type Choice } from "./attention";
import type { SurfaceProps } from "./Board";
import { Marks } from "./Marks";
import { nearest } from "./nearest";

interface Place {
  of: ChangingNumber;
  divisor: Divisor;
}

/** More prime factors are written with exponents. */
const MOST_WRITTEN_OUT = 8;
/** From here on, what a move leaves needs wider buttons. */
const LONG = 1_000_000;

export function Numbers(props: SurfaceProps): JSX.Element {
  const { position, verdicts, highlights, hinted, pending, busy, attention, onTry } = props;
  const board = position.board as NumbersBoard;
  const { numbers, trail } = board;
  const sign = signOf(board);
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
    return place ? choiceOf(place, numbers.length > 1 ? sign : undefined) : null;
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
        <div key={place} class={of.number < LONG ? "divided" : "divided long"} role="group" aria-label={`The number ${grouped(of.number)}`}>
          <p class="value" key={of.number}>
            {grouped(of.number)}
          </p>
          <p class="factorisation">
            <Marks factors={of.factors} />
            {factorisation(of.factors)}
          </p>
          {of.divisors.length > 0 && (
            <div role="toolbar" aria-label={grouped(of.command)} class="divisors">
              {of.divisors.map((divisor) => {
                const key = String(divisor.move);
                return (
                  <DivisorButton
                    key={divisor.divisor}
                    divisor={divisor}
                    sign={sign}
                    index={index++}
                    cursor={cursor}
                    chosen={attention.chosen}
                    pendingPlayer={pending && String(pending.move) === key ? pending.player : null}
                    verdict={verdicts?.get(key) ?? null}
                    isHighlighted={highlights?.has(key) ?? false}
                    isHinted={hinted?.has(key) ?? false}
                  />
                );
              })}
            </div>
          )}
        </div>
      ))}
      <Trail trail={trail} sign={sign} picksBy={props.picksBy} />
    </div>
  );
}

function factorisation(factors: readonly number[]): string {
  if (factors.length < 2) return factors.length === 1 ? "prime" : "";
  return grouped(factors.length > MOST_WRITTEN_OUT ? factorText(factors) : factors.join("·"));
}

/** Without a sign it is clear which number is meant. */
function choiceOf({ of, divisor }: Place, sign: Sign): Choice {
  return {
    move: divisor.move,
    name: grouped(sign ? `${of.number} ${sign} ${divisor.divisor}` : divisor.divisor),
    isAllowed: true,
    isGone: false,
    text: divisor.text,
    preview: divisor.preview,
    removes: [],
  };
}

interface DivisorButtonProps {
  divisor: Divisor;
  sign: Sign;
  index: number;
  cursor: Signal<number>;
  chosen: Signal<Choice | null>;
  pendingPlayer: 1 | 2 | null;
  verdict: Verdict | null;
  isHighlighted: boolean;
  isHinted: boolean;
}

function DivisorButton(props: DivisorButtonProps): JSX.Element {
  const { divisor, sign, index, cursor, chosen, pendingPlayer, verdict, isHighlighted, isHinted } = props;
  const names = ["cell", "free", "divisor"];
  if (pendingPlayer) names.push("pending", `player-${pendingPlayer}`);
  if (chosen.value?.move === divisor.move) names.push("chosen");
  if (isHighlighted) names.push("highlighted");
  if (isHinted) names.push("hinted");
  const judged = `${isHinted ? ", pointed out" : ""}${verdict ? `, ${VERDICT_WORDS[verdict]}` : ""}`;
  return (
    <button
      type="button"
      class={names.join(" ")}
      data-index={index}
      data-number={divisor.divisor}
      tabIndex={cursor.value === index ? 0 : -1}
      aria-label={grouped(`${divisor.divisor}, available${judged}, ${divisor.text ?? `leaves ${divisor.leaves}`}`)}
    >
      <span class="number">
        {sign} {grouped(divisor.divisor)}
      </span>
      {verdict ? (
        <span class={`verdict ${verdict}`}>
          {SIGNS[verdict]} <span class="word">{VERDICT_WORDS[verdict]}</span>
        </span>
      ) : (
        <span class="factors">leaves {grouped(divisor.leaves)}</span>
      )}
      {isHinted && <span class="hint-sign">{HINT_SIGN}</span>}
    </button>
  );
}

interface TrailProps {
  trail: TrailStep[];
  sign: Sign;
  picksBy: SurfaceProps["picksBy"];
}

/** The earlier values, oldest first, each with the move that led to it. */
function Trail({ trail, sign, picksBy }: TrailProps): JSX.Element | null {
  if (trail.length < 2) return null;
  return (
    <ol class="trail" aria-label="The way here">
      {trail.map(({ ply, numbers, move, seat }) => {
        const picker = seat === null ? null : picksBy(seat, ply).maker;
        return (
          <li key={ply}>
            {picker && move !== null && (
              <span class={`by player-${picker.player}`}>
                <span aria-hidden="true">{SHAPES[picker.player]} </span>
                <span class="unseen">{picker.name}: </span>
                {String(move).includes("/") ? moveText(move, sign) : `${sign} ${moveText(move, sign)}`}
              </span>
            )}
            <b>{grouped(numbers.join(" + "))}</b>
          </li>
        );
      })}
    </ol>
  );
}
