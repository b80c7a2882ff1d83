import type { JSX } from "preact";
import { useId } from "preact/hooks";

import { Problem } from "../Problem";
import { tied, type Refusal } from "../useRefusal";

/** What the server calls the two names. */
export const NAMES = ["names[0]", "names[1]"] as const;

interface NameFieldsProps {
  names: readonly [string, string];
  /** Whether both players are here. */
  isBoth: boolean;
  longest: number;
  refusal: Refusal;
  onNames: (names: readonly [string, string]) => void;
}

export function NameFields({ names, isBoth, longest, refusal, onNames }: NameFieldsProps): JSX.Element {
  const id = useId();
  return (
    <fieldset>
      <legend>{isBoth ? "Names" : "Your name"}</legend>
      <div class="row">
        {NAMES.slice(0, isBoth ? 2 : 1).map((field, place) => (
          <div key={field} class="field grows">
            <label for={`${id}${place}`}>{isBoth ? (place === 0 ? "First" : "Second") : "Name"} (may be left empty)</label>
            <input
              id={`${id}${place}`}
              name={field}
              value={names[place]}
              maxLength={longest}
              autocomplete="nickname"
              {...tied(`${id}${place}-problem`, refusal.on(field))}
              onInput={({ currentTarget: { value } }) => {
                onNames(place === 0 ? [value, names[1]] : [names[0], value]);
                refusal.forget(field);
              }}
            />
            <Problem id={`${id}${place}-problem`}>{refusal.on(field)}</Problem>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
