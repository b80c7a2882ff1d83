import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { announce } from "./announce";
import { sentenceOf } from "./api";
import { focusOn, stillness } from "./focus";

interface CopyButtonProps {
  /** The text, or where it comes from. */
  text: string | (() => Promise<string>);
  class?: string;
  children: ComponentChildren;
}

/** Puts a text on the clipboard; where the browser keeps that to secure pages, it shows the text to copy by hand. */
export function CopyButton({ text, class: className, children }: CopyButtonProps): JSX.Element {
  const [outcome, setOutcome] = useState<"copied" | { byHand: string } | { problem: string } | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isAwaited = useRef<() => boolean>(() => false);
  useLayoutEffect(() => {
    if (!isAwaited.current()) return;
    focusOn(field.current);
    field.current?.select();
  }, [outcome]);
  const copy = async (): Promise<void> => {
    isAwaited.current = stillness();
    let copied: string;
    try {
      copied = typeof text === "string" ? text : await text();
    } catch (error) {
      return setOutcome({ problem: sentenceOf(error) });
    }
    try {
      await navigator.clipboard.writeText(copied);
      setOutcome("copied");
      announce("Copied.");
      setTimeout(() => setOutcome(null), 2000);
    } catch {
      setOutcome({ byHand: copied });
    }
  };
  return (
    <>
      <button type="button" class={className} onClick={() => void copy()}>
        {outcome === "copied" ? "✓ Copied" : children}
      </button>
      {outcome && typeof outcome === "object" && "problem" in outcome && <p class="problem">{outcome.problem}</p>}
      {outcome && typeof outcome === "object" && "byHand" in outcome && (
        <textarea
          class="by-hand"
          readOnly
          aria-label="Text to copy"
          value={outcome.byHand}
          ref={field}
        />
      )}
    </>
  );
}
