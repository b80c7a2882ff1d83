// What few want to choose before a game: folded away, and told in a line.

import type { ComponentChildren, JSX } from "preact";
import { useId, useState } from "preact/hooks";

import { HELPS, type Help } from "../game/kept";
import { Problem } from "../Problem";
import { setupText } from "../setups";
import type { CatalogueGame } from "../types";
import { tied, type Refusal } from "../useRefusal";
import { counted } from "../words";
import type { Choices } from "./choices";
import { SetupFields } from "./SetupFields";

interface MoreChoicesProps {
  game: CatalogueGame;
  choices: Choices;
  /** How many won games a match may go to. */
  longest: number;
  refusal: Refusal;
  onChange: (part: Partial<Choices>, field?: string) => void;
  children: ComponentChildren;
}

export function MoreChoices({ game, choices, longest, refusal, onChange, children }: MoreChoicesProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const refused = ["setup", "target", "names[0]"].some((field) => refusal.on(field) !== null);
  return (
    <details class="more-choices" open={isOpen || refused} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>More</b> <span class="quiet">{chosenText(game, choices)}</span>
      </summary>
      <div class="more-fields">
        <SetupFields game={game} setup={choices.setup} refused={refusal.on("setup")} onSetup={(setup) => onChange({ setup }, "setup")} />
        <Match choices={choices} longest={longest} refused={refusal.on("target")} onChange={onChange} />
        {choices.opponent !== "friend" && <Helps without={choices.without} onWithout={(without) => onChange({ without })} />}
        {children}
      </div>
    </details>
  );
}

/** "2 to 30, swap allowed, no hints" */
function chosenText(game: CatalogueGame, { setup, target, swap, without }: Choices): string {
  const parts = [
    setupText(setup.trim(), game.relation_words),
    target && `first to win ${counted(Number(target), "game")}`,
    swap && "swap allowed",
    ...without.map((help) => `no ${help}`),
  ];
  return parts.filter(Boolean).join(", ");
}

interface MatchProps {
  choices: Choices;
  longest: number;
  refused: string | null;
  onChange: (part: Partial<Choices>, field?: string) => void;
}

const TARGETS = [2, 3, 5, 10];

function Match({ choices: { target, swap }, longest, refused, onChange }: MatchProps): JSX.Element {
  const field = useId();
  const targets = new Set([...TARGETS, ...(target ? [Number(target)] : [])].filter((games) => games <= longest).sort((one, two) => one - two));
  return (
    <fieldset>
      <legend>Match</legend>
      <div class="field">
        <label for={field}>How long</label>
        <select
          id={field}
          name="target"
          value={target}
          {...tied(`${field}-problem`, refused)}
          onChange={(event) => onChange({ target: event.currentTarget.value }, "target")}
        >
          <option value="">single games</option>
          {[...targets].map((games) => (
            <option key={games} value={String(games)}>
              first to win {counted(games, "game")}
            </option>
          ))}
        </select>
      </div>
      <Problem id={`${field}-problem`}>{refused}</Problem>
      <Check isOn={swap} about="After the first move the second player may take over that move and its seat, and then the other moves next. That makes any start fair." onChange={(isOn) => onChange({ swap: isOn })}>
        Swap allowed
      </Check>
    </fieldset>
  );
}

const HELP_WORDS: Record<Help, [name: string, about: string]> = {
  hints: ["Hints", "Help in three small steps."],
  analysis: ["Analysis", "Shows which numbers win, while you play."],
};

function Helps({ without, onWithout }: { without: readonly Help[]; onWithout: (without: readonly Help[]) => void }): JSX.Element {
  return (
    <fieldset>
      <legend>Helps</legend>
      {HELPS.map((help) => (
        <Check
          key={help}
          isOn={!without.includes(help)}
          about={HELP_WORDS[help][1]}
          onChange={(isOn) => onWithout(HELPS.filter((each) => (each === help ? !isOn : without.includes(each))))}
        >
          {HELP_WORDS[help][0]}
        </Check>
      ))}
    </fieldset>
  );
}

interface CheckProps {
  isOn: boolean;
  about: string;
  onChange: (isOn: boolean) => void;
  children: string;
}

function Check({ isOn, about, onChange, children }: CheckProps): JSX.Element {
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {children}
        <small>{about}</small>
      </span>
    </label>
  );
}
