// The numbers that a game is played with, chosen from proposals, in parts or as text.

import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import { catalogue } from "../catalogue";
import { Problem } from "../Problem";
import { ANY_OPENING, limitsText, openingText, poolSetupOf, poolSetupText, setupText, severalIn, type PoolSetup } from "../setups";
import type { CatalogueGame } from "../types";
import { tied } from "../useRefusal";
import { BestPlay } from "./BestPlay";
import { useObjection } from "./setupCheck";

/** What the server calls them. */
const FIELD = "setup";

interface SetupProps {
  game: CatalogueGame;
  setup: string;
  /** What the server had against it when the game was to start, or null. */
  refused: string | null;
  onSetup: (setup: string) => void;
}

export function SetupFields({ game, setup, refused, onSetup }: SetupProps): JSX.Element {
  const field = useId();
  const sentence = `${field}-problem`;
  const { limits } = catalogue.value as NonNullable<typeof catalogue.value>;
  const objection = useObjection(game.name, setup.trim());
  const problem = refused ?? objection;
  const several = severalIn(setup.trim());
  const doubt = { name: FIELD, ...tied(sentence, problem) };
  const proposals = [...new Map([[game.recommended_setup, "recommended"], [game.default_setup, "classic"]].reverse() as [string, string][])];
  return (
    <fieldset>
      <legend>Numbers</legend>
      <div class="row">
        {proposals.reverse().map(([proposal, word]) => (
          <button
            key={proposal}
            type="button"
            class="proposal"
            title={proposal}
            aria-pressed={setup.trim() === proposal}
            onClick={() => onSetup(proposal)}
          >
            {setupText(proposal)} <small>{word}</small>
          </button>
        ))}
      </div>
      {game.has_pool && <PoolFields game={game} setup={setup} doubt={doubt} onSetup={onSetup} />}
      <div class="field">
        <label for={field}>
          {game.has_pool ? "The same as text" : `One number such as ${game.default_setup}, or several such as ${game.recommended_setup}`}
        </label>
        <input
          id={field}
          value={setup}
          spellcheck={false}
          {...doubt}
          autocomplete="off"
          autocapitalize="off"
          onInput={(event) => onSetup(event.currentTarget.value)}
        />
      </div>
      <Problem id={sentence}>{problem}</Problem>
      {problem === null && several && <p>With {several}, a move divides one of them, and whoever finds only primes loses.</p>}
      <p class="quiet">{limitsText(game, limits)}</p>
      <BestPlay game={game.name} setup={setup.trim()} />
    </fieldset>
  );
}

interface PoolFieldsProps extends Omit<SetupProps, "refused"> {
  doubt: { name: string } & ReturnType<typeof tied>;
}

// A field of type "number" would drop what is no number before anybody could say so.
const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** From, to and the opening, for those who need not know how a setup is written. */
function PoolFields({ game, setup, doubt, onSetup }: PoolFieldsProps): JSX.Element {
  const field = useId();
  // What is no number cannot be read back from the text, and still is what the reader has typed.
  const [typed, setTyped] = useState<PoolSetup | null>(null);
  const known = typed && poolSetupText(typed) === setup ? typed : poolSetupOf(setup);
  const pool = known ?? { low: "", high: "", opening: ANY_OPENING };
  const openings = game.openings.includes(pool.opening) ? game.openings : [...game.openings, pool.opening];
  const change = (part: Partial<PoolSetup>): void => {
    const next = { ...(known ?? poolSetupOf(game.default_setup) ?? pool), ...part };
    setTyped(next);
    onSetup(poolSetupText(next));
  };
  const step = (event: KeyboardEvent, part: "low" | "high"): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || !isNumber(pool[part])) return;
    event.preventDefault();
    change({ [part]: String(Math.max(1, Number(pool[part]) + by)) });
  };
  return (
    <div class="pool-fields">
      {([["low", "From"], ["high", "To"]] as const).map(([part, word]) => (
        <div key={part} class="field">
          <label for={`${field}-${part}`}>{word}</label>
          <input
            id={`${field}-${part}`}
            role="spinbutton"
            inputMode="numeric"
            autocomplete="off"
            value={pool[part]}
            aria-valuenow={isNumber(pool[part]) ? Number(pool[part]) : undefined}
            aria-valuemin={1}
            aria-valuemax={catalogue.value?.limits.largest_number}
            {...doubt}
            onKeyDown={(event) => step(event, part)}
            onInput={(event) => change({ [part]: event.currentTarget.value })}
          />
        </div>
      ))}
      <div class="field">
        <label for={`${field}-opening`}>Opening</label>
        <select id={`${field}-opening`} value={pool.opening} onChange={(event) => change({ opening: event.currentTarget.value })}>
          {openings.map((opening) => (
            <option key={opening} value={opening}>
              {openingText(opening)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
