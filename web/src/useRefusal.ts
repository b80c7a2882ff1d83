// A submit that was refused: the sentence is tied to the field that it is about, and the focus goes there.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { RefusalError, sentenceOf } from "./api";
import { focusOn, stillness } from "./focus";

interface Refused {
  sentence: string;
  field: string | null;
  /** Whether the reader still waits for the answer, and does nothing else. */
  isAwaited: () => boolean;
}

export interface Refusal {
  /** The form, whose inputs have the names that the server gives to fields. */
  form: RefObject<HTMLFormElement | null>;
  /** Begins a submit; what it returns is told the error, or a sentence and the field that it is about. */
  submit: () => (error: unknown, field?: string) => void;
  /** The sentence about a field, or null. */
  on: (field: string) => string | null;
  /** The sentence if it is about none of these fields, or null. */
  besides: (fields: readonly string[]) => string | null;
  /** Takes the sentence about a field back, since it has been changed. */
  forget: (field: string) => void;
}

export function useRefusal(): Refusal {
  const form = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  // Not an effect after the next frame: by then the reader may be typing.
  useLayoutEffect(() => {
    if (refused?.field && refused.isAwaited()) focusField(form.current, refused.field);
  }, [refused]);
  const submit: Refusal["submit"] = () => {
    setRefused(null);
    const isAwaited = stillness();
    return (error, field) => {
      const sentence = typeof error === "string" ? error : sentenceOf(error);
      setRefused({ sentence, field: field ?? (error instanceof RefusalError ? (error.field ?? null) : null), isAwaited });
    };
  };
  return {
    form,
    submit,
    on: (field) => (refused?.field === field ? refused.sentence : null),
    besides: (fields) => (refused && !fields.includes(refused.field ?? "") ? refused.sentence : null),
    forget: (field) => setRefused((before) => (before?.field === field ? null : before)),
  };
}

/** Ties a sentence, whose element has this id, to an input. */
export const tied = (id: string, sentence: string | null): { "aria-invalid": boolean; "aria-describedby": string | undefined } => ({
  "aria-invalid": sentence !== null,
  "aria-describedby": sentence === null ? undefined : id,
});

function focusField(form: HTMLFormElement | null, field: string): void {
  const inputs = [...(form?.elements ?? [])].filter((element): element is HTMLInputElement => element.getAttribute("name") === field);
  // Whoever stands in one of them already is where the mistake is.
  if (inputs.some((input) => input === document.activeElement)) return;
  focusOn(inputs.find((input) => input.checked) ?? inputs[0]);
}
