import type { JSX } from "preact";

import { theme, type Theme } from "./settings";

const THEMES: Theme[] = ["system", "light", "dark"];
const SIGNS: Record<Theme, string> = { system: "◐", light: "☀", dark: "☾" };

/** Goes round the three themes; its label says which one is on. */
export function ThemeSwitch(): JSX.Element {
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "system";
  return (
    <button
      type="button"
      class="plain"
      aria-label={`Colours: ${theme.value}. Switch to ${next}`}
      title={`Colours: ${theme.value}`}
      onClick={() => (theme.value = next)}
    >
      <span aria-hidden="true">{SIGNS[theme.value] ?? SIGNS.system}</span>
    </button>
  );
}
