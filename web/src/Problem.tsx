import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { announce } from "./announce";

/** A sentence about what went wrong, shown and said; nothing if there is none. */
export function Problem({ id, children: sentence }: { id?: string; children: string | null }): JSX.Element | null {
  useEffect(() => {
    if (sentence) announce(sentence);
  }, [sentence]);
  return sentence ? (
    <p id={id} class="problem">
      {sentence}
    </p>
  ) : null;
}
