import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";

import { Sentence } from "./Sentence";
import type { Sign } from "./types";
import { readable } from "./words";

interface WhyProps {
  /** What is said first; null of hints from before there was such a sentence, which are told as a whole. */
  short: string | null;
  full: string;
  sign: Sign;
  /** Whether the proof is shown, for whoever wants to remember that. */
  open?: Signal<boolean>;
  /** What else belongs to the proof. */
  children?: ComponentChildren;
}

/** A reason: one short sentence, and the proof for those who ask for it. */
export function Why({ short, full, sign, open, children }: WhyProps): JSX.Element {
  const own = useSignal(false);
  const isOpen = open ?? own;
  const hasMore = children !== undefined || (short !== null && short !== full);
  return (
    <>
      <p class="why">
        <Sentence>{readable(short ?? full, sign)}</Sentence>
      </p>
      {hasMore && (
        <button type="button" class="show-proof" aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
          {isOpen.value ? "Hide the proof" : "Show the proof"}
        </button>
      )}
      {hasMore && isOpen.value && (
        <div class="proof">
          <p class="reason">
            <Sentence>{readable(full, sign)}</Sentence>
          </p>
          {children}
        </div>
      )}
    </>
  );
}
