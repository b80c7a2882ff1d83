import type { JSX } from "preact";

import { markOf } from "./primeMarks";

/** The marks of the different primes among `factors`. For the eye only: the factors are told in figures beside them. */
export function Marks({ factors }: { factors: readonly number[] }): JSX.Element {
  const primes = [...new Set(factors)];
  // Where there are none, as of 1, the room for one is kept.
  const places = Math.max(1, primes.length);
  return (
    <svg class="marks" viewBox={`0 0 ${places * 11 - 1} 10`} aria-hidden="true" focusable="false">
      {primes.map((prime, place) => {
        const mark = markOf(prime);
        return (
          <path key={prime} class={`mark-${mark.style} colour-${mark.colour}`} transform={`translate(${place * 11})`} d={mark.path} />
        );
      })}
    </svg>
  );
}
