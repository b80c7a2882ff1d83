// The board of a game that changes numbers: each with its factors and the divisors that may be chosen for it.

import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";

import { isNarrow } from "../settings";
import type { ChangingNumber, Divisor, NumbersBoard, Sign } from "../types";
import { grouped, signOf } from "../words";
import type { Attention, Choice } from "./attention";
import type { SurfaceProps } from "./Board";
import { Judged } from "./Judged";
import { nearest } from "./nearest";
import { Primes } from "./Primes";
import { surfaceEvents } from "./surface";
import { judgedIn, namesOf, type BoardView } from "./view";

interface Place {
  of: ChangingNumber;
  divisor: Divisor;
}

/** From here on, what a move leaves needs wider buttons. */
const LONG = 1_000_000;
/** More divisors than these have to be smaller to be in sight at once. */
const MANY = 20;

export function Numbers({ view, attention, onTry }: SurfaceProps): JSX.Element {
  const board = view.position.board as NumbersBoard;
  const { numbers } = board;
  const sign = signOf(board);
  const isTabbed = isNarrow.value && numbers.length > 1;
  const open = useOpenNumber(view);
  const shown = numbers.filter((_, index) => !isTabbed || index === open.value);
  const places = shown.flatMap((of) => of.divisors.map((divisor): Place => ({ of, divisor })));
  const cursor = useSignal(0);
  if (cursor.peek() >= places.length) cursor.value = 0;

  const choiceAt = (at: number): Choice | null => (places[at] ? choiceOf(places[at], numbers.length > 1 ? sign : undefined) : null);
  const target = (from: number, key: string, buttons: () => HTMLElement[]): number | null =>
    nearest(buttons().map((button) => button.getBoundingClientRect()), from, key);
  let index = 0;
  return (
    <div
      class={`numbers${isTabbed ? " tabbed" : ""}${view.busy ? " busy" : ""}`}
      style={{ "--count": numbers.length }}
      {...surfaceEvents({ attention, onTry, cursor, choiceOf: choiceAt, target })}
    >
      {numbers.map((of, place) => {
        const isOpen = !isTabbed || place === open.value;
        return (
          <div key={place} class={`divided${of.number < LONG ? "" : " long"}${of.divisors.length > 0 ? "" : " done"}`} role="group" aria-label={`The number ${grouped(of.number)}`}>
            {isTabbed ? (
              <button type="button" class="value" aria-expanded={isOpen} onClick={() => (open.value = place)}>
                {grouped(of.number)}
              </button>
            ) : (
              <p class="value" key={of.number}>
                {grouped(of.number)}
              </p>
            )}
            {isOpen && <p class="factorisation">{of.factors.length === 1 ? "prime" : <Primes factors={of.factors} />}</p>}
            {isOpen && of.divisors.length > 0 && (
              <div role="toolbar" aria-label={grouped(of.command)} class={of.divisors.length * numbers.length > MANY ? "divisors many" : "divisors"}>
                {of.divisors.map((divisor) => (
                  <DivisorButton
                    key={divisor.divisor}
                    divisor={divisor}
                    sign={sign}
                    index={index++}
                    cursor={cursor}
                    view={view}
                    attention={attention}
                  />
                ))}
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Which of several numbers is open where there is room for one: what a hint or a verdict points at, or else one that can be changed. */
function useOpenNumber({ position, marks }: BoardView): Signal<number> {
  const { numbers } = position.board as NumbersBoard;
  const open = useSignal(0);
  const marked = [...(marks?.keys() ?? [])].at(0);
  useLayoutEffect(() => {
    const pointed = numbers.findIndex(({ divisors }) => divisors.some(({ move }) => String(move) === marked));
    const changeable = numbers[open.peek()]?.divisors.length ? open.peek() : numbers.findIndex(({ divisors }) => divisors.length > 0);
    open.value = Math.max(0, pointed >= 0 ? pointed : changeable);
  }, [position.notation, marked]);
  return open;
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
  view: BoardView;
  attention: Attention;
}

function DivisorButton({ divisor, sign, index, cursor, view, attention }: DivisorButtonProps): JSX.Element {
  const names = ["cell", "free", "divisor", ...namesOf(view, divisor.move)];
  if (attention.chosen.value?.move === divisor.move) names.push("chosen");
  return (
    <button
      type="button"
      class={names.join(" ")}
      data-index={index}
      data-number={divisor.divisor}
      tabIndex={cursor.value === index ? 0 : -1}
      aria-label={grouped(`${divisor.divisor}, available${judgedIn(view, divisor.move)}`)}
      aria-description={grouped(divisor.text ?? `leaves ${divisor.leaves}`)}
    >
      <span class="number">
        {sign} {grouped(divisor.divisor)}
      </span>
      <Judged view={view} move={divisor.move}>
        leaves {grouped(divisor.leaves)}
      </Judged>
    </button>
  );
}
