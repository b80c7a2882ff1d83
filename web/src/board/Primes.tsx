import type { JSX } from "preact";

import { primePowers } from "../words";

interface PrimesProps {
  factors: readonly number[];
  /** Those by which the number is related to what counts now. */
  shared?: readonly number[];
}

/** The prime factors of a number in figures, 2·2·3, and 2⁵·3 where that would be long. */
export function Primes({ factors, shared = [] }: PrimesProps): JSX.Element {
  return (
    <>
      {primePowers(factors).map(([prime, text], index) => (
        <>
          {index > 0 && "·"}
          {shared.includes(prime) ? <b>{text}</b> : text}
        </>
      ))}
    </>
  );
}
