import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

import { inAddress } from "../api";
import { CopyButton } from "../CopyButton";
import { Problem } from "../Problem";
import { navigate } from "../route";
import { positionOf } from "../stepping/positions";
import { tied, useRefusal } from "../useRefusal";

interface NotationFormProps {
  notation: string;
  /** Why there is no position of this notation, or null. */
  problem?: string | null;
}

const FIELD = "notation";

/** The notation of the position, to copy, or to be replaced by another. */
export function NotationForm({ notation, problem = null }: NotationFormProps): JSX.Element {
  const [text, setText] = useState(notation);
  const isEdited = useRef(false);
  const submits = useRef(0);
  const refusal = useRefusal();
  const id = useId();
  // A position that was asked for before the reader began to type may come late, and must not overwrite the text.
  useEffect(() => {
    if (!isEdited.current) setText(notation);
  }, [notation]);
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === "") return;
    isEdited.current = false;
    const refuse = refusal.submit();
    const submit = ++submits.current;
    try {
      const position = await positionOf(wanted);
      if (submit !== submits.current) return;
      navigate(`/analysis/${inAddress(position.notation)}`);
      // The board of it is at the top, out of sight from here.
      scrollTo(0, 0);
    } catch (error) {
      isEdited.current = true;
      // It has one field, which every refusal is about.
      if (submit === submits.current) refuse(error, FIELD);
    }
  };
  const refused = refusal.on(FIELD) ?? (text === notation ? problem : null);
  return (
    <form ref={refusal.form} class="notation-form" onSubmit={(event) => void open(event)}>
      <label for={id}>Notation: copy it, or paste another</label>
      <input
        id={id}
        name={FIELD}
        value={text}
        {...tied(`${id}-problem`, refused)}
        onInput={(event) => {
          isEdited.current = true;
          setText(event.currentTarget.value);
        }}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
      />
      <Problem id={`${id}-problem`}>{refused}</Problem>
      <div class="row">
        <CopyButton text={notation}>Copy</CopyButton>
        <button type="submit">Open</button>
      </div>
    </form>
  );
}
