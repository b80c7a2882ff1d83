import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";

import { inAddress } from "../api";
import { CopyButton } from "../CopyButton";
import { navigate } from "../route";

/** The notation of the position, to copy, or to be replaced by another. */
export function NotationForm({ notation }: { notation: string }): JSX.Element {
  const [text, setText] = useState(notation);
  const id = useId();
  useEffect(() => setText(notation), [notation]);
  const open = (event: Event): void => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === "") return;
    navigate(`/analysis/${inAddress(wanted)}`);
    // The board of it is at the top, out of sight from here.
    scrollTo(0, 0);
  };
  return (
    <form class="notation-form" onSubmit={open}>
      <label for={id}>Notation: copy it, or paste another</label>
      <input
        id={id}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
      />
      <div class="row">
        <CopyButton text={notation}>Copy</CopyButton>
        <button type="submit">Open</button>
      </div>
    </form>
  );
}
