// What pointer, focus and keys do on a surface of choices: buttons that are numbered by data-index.

import type { Signal } from "@preact/signals";
import type { TargetedEvent } from "preact";

import type { SurfaceProps } from "./Board";
import type { Choice } from "./attention";

interface Surface extends Pick<SurfaceProps, "attention" | "onTry"> {
  /** The one that Tab leads to. */
  cursor: Signal<number>;
  choiceOf: (index: number) => Choice | null;
  /** Where a key leads from there, or null. */
  target: (index: number, key: string, buttons: () => HTMLElement[]) => number | null;
}

type On<Kind extends Event> = (event: TargetedEvent<HTMLElement, Kind>) => void;

export interface SurfaceEvents {
  onKeyDown: On<KeyboardEvent>;
  onClick: On<MouseEvent>;
  onPointerOver: On<PointerEvent>;
  onPointerLeave: () => void;
  onFocusIn: On<FocusEvent>;
  onFocusOut: () => void;
}

export function surfaceEvents({ attention, onTry, cursor, choiceOf, target }: Surface): SurfaceEvents {
  const indexAt = ({ target }: Event): number | null => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
    return button ? Number(button.dataset["index"]) : null;
  };
  const choiceAt = (event: Event): Choice | null => {
    const index = indexAt(event);
    return index === null ? null : choiceOf(index);
  };
  return {
    onKeyDown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || indexAt(event) === null) return;
      const { currentTarget } = event;
      const buttons = (): HTMLElement[] => [...currentTarget.querySelectorAll<HTMLElement>("[data-index]")];
      const next = target(cursor.peek(), event.key, buttons);
      if (next === null) return;
      event.preventDefault();
      currentTarget.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
    },
    onClick: (event) => {
      const choice = choiceAt(event);
      if (choice) onTry(choice);
    },
    onPointerOver: (event) => {
      if (event.pointerType === "touch") return;
      const choice = choiceAt(event);
      // The pointer still rests on what was just played, and what was played is said instead.
      attention.look(choice?.isGone ? null : choice);
    },
    onPointerLeave: () => attention.look(null),
    onFocusIn: (event) => {
      cursor.value = indexAt(event) ?? cursor.peek();
      // A tap focuses too, without anybody looking around.
      if (event.target instanceof Element && event.target.matches(":focus-visible")) attention.look(choiceAt(event));
    },
    onFocusOut: () => attention.look(null),
  };
}
