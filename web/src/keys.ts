// What a key means on a page with a board.

export type Shortcut = "undo" | "hint" | "analysis" | "moves" | "rules" | "big" | "help";
export type KeyMeaning =
  | { kind: "digit"; digit: string }
  | { kind: "enter" }
  | { kind: "clear" }
  | { kind: "shortcut"; shortcut: Shortcut };

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

export const SHORTCUTS: Record<string, Shortcut> = { u: "undo", h: "hint", a: "analysis", m: "moves", r: "rules", f: "big", "?": "help" };

export const KEY_HELP: [keys: string, effect: string][] = [
  ["← ↑ → ↓", "move over the board"],
  ["Home, End", "first and last number"],
  ["0 to 9", "jump to a number"],
  ["Enter", "play the number"],
  ["Esc", "clear what was typed or chosen"],
  ["← →", "step through a review or a line"],
  ["u", "undo"],
  ["h", "hint"],
  ["a", "analysis"],
  ["m", "say which numbers can be played"],
  ["r", "rules"],
  ["f", "the big board, and back"],
  ["?", "this list"],
];

export function meaningOf(key: Key): KeyMeaning | null {
  if (key.ctrlKey || key.metaKey || key.altKey) return null;
  if (/^[0-9]$/.test(key.key)) return { kind: "digit", digit: key.key };
  if (key.key === "Enter") return { kind: "enter" };
  if (key.key === "Escape") return { kind: "clear" };
  const shortcut = SHORTCUTS[key.key.toLowerCase()];
  return shortcut ? { kind: "shortcut", shortcut } : null;
}

const PAUSE = 1500;
const LONGEST = 13;

/** Digits typed one after another make a number, until a pause. */
export class TypedNumber {
  text = "";
  private last = -Infinity;

  add(digit: string, now: number): string {
    const isGoingOn = now - this.last <= PAUSE && this.text.length < LONGEST;
    this.text = isGoingOn ? this.text + digit : digit;
    this.last = now;
    return this.text;
  }

  /** What was typed and still counts. */
  at(now: number): string {
    return now - this.last <= PAUSE ? this.text : "";
  }

  clear(): void {
    this.text = "";
    this.last = -Infinity;
  }
}

/** True where keys belong to something else: a field that is being filled, or an open dialog. */
export function isTakenElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}
