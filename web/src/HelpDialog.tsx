import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";

import { Dialog } from "./Dialog";
import { isTakenElsewhere, KEY_HELP, meaningOf } from "./keys";
import { hasShortcuts } from "./settings";

const isOpen = signal(false);

export const openHelp = (): void => void (isOpen.value = true);

/** The list of keys, opened from anywhere by `openHelp` or the question mark. */
export function HelpDialog(): JSX.Element | null {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const meaning = meaningOf(event);
      if (meaning?.kind !== "shortcut" || meaning.shortcut !== "help") return;
      if (!hasShortcuts.peek() || isTakenElsewhere(event.target)) return;
      event.preventDefault();
      openHelp();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  if (!isOpen.value) return null;
  return (
    <Dialog title="Keys" onClose={() => (isOpen.value = false)}>
      <table class="keys">
        <tbody>
          {KEY_HELP.map(([keys, effect]) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>{effect}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <label class="check">
        <input
          type="checkbox"
          checked={hasShortcuts.value}
          onChange={(event) => (hasShortcuts.value = event.currentTarget.checked)}
        />
        <span>Single letters are shortcuts</span>
      </label>
      <p class="quiet">
        ● and ◆ are the two players. A number in the colour of one of them was taken, at the move that the small figure says; an
        outlined one went with another. A flat, pale number is not allowed now: point at it or press it to hear why. The ring shows what
        the next number must match.
      </p>
    </Dialog>
  );
}
