import type { JSX } from "preact";

import { partsOf } from "./words";

/** A sentence whose pairs and calculations are not torn apart at the end of a line. */
export function Sentence({ children }: { children: string }): JSX.Element {
  return (
    <>
      {partsOf(children).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={index} class="whole">
            {part}
          </span>
        ),
      )}
    </>
  );
}
