import type { JSX } from "preact";
import { useId } from "preact/hooks";

import { Problem } from "../Problem";

interface ChoiceTilesProps<Value extends string> {
  legend: string;
  name: string;
  value: Value;
  choices: (readonly [value: Value, label: string, about?: string])[];
  onChoose: (value: Value) => void;
  /** The server's objection to the choice, or null. */
  refused?: string | null;
}

/** One of a few, side by side; what there is to say about the chosen one stands below. */
export function ChoiceTiles<Value extends string>(props: ChoiceTilesProps<Value>): JSX.Element {
  const { legend, name, value, choices, onChoose, refused = null } = props;
  const id = useId();
  const about = choices.find(([choice]) => choice === value)?.[2];
  const told = [about && `${id}-about`, refused !== null && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="tiles" style={{ "--count": choices.length }}>
        {choices.map(([choice, label]) => (
          <label key={choice} class="choice">
            <input
              type="radio"
              name={name}
              checked={choice === value}
              aria-describedby={(choice === value && told) || undefined}
              onChange={() => onChoose(choice)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {about && (
        <p id={`${id}-about`} class="quiet">
          {about}
        </p>
      )}
      <Problem id={`${id}-problem`}>{refused}</Problem>
    </fieldset>
  );
}
