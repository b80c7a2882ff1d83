// What this browser remembers. Storage may be full, forbidden or edited by hand: then the page works and remembers nothing.

import { effect, signal, type Signal } from "@preact/signals";

const PREFIX = "commonfactor.";

export function remembered<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Nothing depends on it within this visit.
  }
}

/** A signal that is the same on the next visit. */
export function lasting<T>(key: string, otherwise: T): Signal<T> {
  const value = signal(remembered(key, otherwise));
  effect(() => remember(key, value.value));
  return value;
}
