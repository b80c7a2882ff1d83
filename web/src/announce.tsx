// The one live region of the page.

import { signal } from "@preact/signals";
import type { JSX } from "preact";

const spoken = signal("");

/** Has a screen reader say it when it next pauses. The same words twice are said twice. */
export function announce(text: string): void {
  spoken.value = spoken.peek() === text ? `${text}\u00a0` : text;
}

/** Takes back what was said and concerns what is no longer in sight. */
export function hush(): void {
  spoken.value = "";
}

export function LiveRegion(): JSX.Element {
  return (
    <div class="unseen" role="status" aria-live="polite">
      {spoken}
    </div>
  );
}
