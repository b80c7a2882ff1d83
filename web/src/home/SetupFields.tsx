// The numbers that a game is played with, chosen from proposals, in parts or as text.

import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

import { catalogue } from "../catalogue";
import { Problem } from "../Problem";
import {
  limitsText, openingText, poolSetupOf, poolSetupText, relationText, setupText, severalIn, type PoolSetup,
} from "../setups";
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
            {setupText(proposal, game.relation_words)} <small>{word}</small>
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
      {problem === null && several && <p>With {several}, a move changes one of them, and whoever can change none loses.</p>}
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

/** The parts of a setup, for those who need not know how it is written. */
function PoolFields({ game, setup, doubt, onSetup }: PoolFieldsProps): JSX.Element {
  const field = useId();
  // What is no number cannot be read back from the text, and still is what the reader has typed.
  const [typed, setTyped] = useState<PoolSetup | null>(null);
  const known = typed && poolSetupText(typed, game) === setup ? typed : poolSetupOf(setup, game);
  const pool = known ?? (poolSetupOf("-", game) as PoolSetup);
  const [own = ""] = game.relations;
  const wordsOf = (relation: string): string => relationText(relation, game.relation_words);
  const change = (part: Partial<PoolSetup>): void => {
    const next = { ...(known ?? poolSetupOf(game.default_setup, game) ?? pool), ...part };
    setTyped(next);
    onSetup(poolSetupText(next, game));
  };
  const step = (event: KeyboardEvent, part: "low" | "high"): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || !isNumber(pool[part])) return;
    event.preventDefault();
    change({ [part]: String(Math.max(1, Number(pool[part]) + by)) });
  };
  return (
    <>
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
        <ChoiceField
          label="First number"
          value={pool.opening}
          choices={game.openings}
          textOf={openingText}
          onChoose={(opening) => change({ opening })}
        />
        <ChoiceField
          label="Two numbers are linked if…"
          value={pool.relation}
          choices={game.relations}
          textOf={wordsOf}
          onChoose={(relation) => change({ relation })}
        />
        <div class="field">
          <label for={`${field}-without`}>Without (such as 7, 11)</label>
          <input
            id={`${field}-without`}
            autocomplete="off"
            value={pool.without}
            {...doubt}
            onInput={(event) => change({ without: event.currentTarget.value })}
          />
        </div>
      </div>
      {pool.relation !== own && <p>This takes the place of “{wordsOf(own)}” in the rules.</p>}
    </>
  );
}

interface ChoiceFieldProps {
  label: string;
  value: string;
  choices: string[];
  textOf: (choice: string) => string;
  onChoose: (choice: string) => void;
}

function ChoiceField({ label, value, choices, textOf, onChoose }: ChoiceFieldProps): JSX.Element | null {
  const field = useId();
  if (choices.length === 0) return null;
  return (
    <div class="field">
      <label for={field}>{label}</label>
      <select id={field} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {[...new Set([...choices, value])].map((choice) => (
          <option key={choice} value={choice}>
            {textOf(choice)}
          </option>
        ))}
      </select>
    </div>
  );
}
