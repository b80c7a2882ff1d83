// What the reader has chosen, kept from visit to visit.

import { effect, signal } from "@preact/signals";

import { lasting } from "./memory";

export type Theme = "system" | "light" | "dark";

export const theme = lasting<Theme>("theme", "system");
/** Null leaves it to the board: touch on a large pool asks, everything else does not. */
export const confirmsMoves = lasting<boolean | null>("confirm", null);
export const hasShortcuts = lasting("shortcuts", true);
export const ownName = lasting("name", "");

/** Puts the theme on the document, now and whenever it or the system's changes. */
export function applyTheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = (): void => {
    const isDark = theme.value === "dark" || (theme.value !== "light" && dark.matches);
    document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
  };
  effect(apply);
  dark.addEventListener("change", apply);
}

/** Whether there is room for one thing beside the other: a phone, or a page that is magnified. */
const narrow = matchMedia("(max-width: 559px), (max-height: 500px)");
export const isNarrow = signal(narrow.matches);
narrow.addEventListener("change", () => void (isNarrow.value = narrow.matches));
