import type { JSX } from "preact";

import { catalogue } from "../catalogue";
import { progress, starsOf, TUTOR, type Played } from "../progress";

/** The stars of a game, one for each level, and how to earn the one that a win has not earned. */
export function Stars({ played: { game, level, hints } }: { played: Played }): JSX.Element | null {
  const levels = catalogue.value?.levels ?? [];
  const earned = starsOf(progress.value, game);
  if (level === TUTOR || levels.length === 0) return null;
  return (
    <p class="stars">
      <span role="img" aria-label={`${earned.length} of ${levels.length} stars`}>
        {levels.map(({ number }) => (earned.includes(number) ? "★" : "☆")).join("")}
      </span>{" "}
      {earned.includes(level) ? `Level ${level} is yours.` : hints > 0 && `Win without a hint, and the star of level ${level} is yours.`}
    </p>
  );
}
