// What the player looks at on a board, has chosen and waits to confirm, or has tried in vain.

import { computed, signal } from "@preact/signals";

import * as api from "../api";
import type { Cell, Move, Position, Sign } from "../types";
import { capital, grouped, readable, signOf } from "../words";
import type { Link } from "./view";

/** Something on the board that can be looked at and tried. */
export interface Choice {
  move: Move;
  /** As it is named in a sentence: "14", or "36 ÷ 2". */
  name: string;
  isAllowed: boolean;
  isGone: boolean;
  /** Why it is or is not allowed; null where the server has to be asked. */
  text: string | null;
  preview: string | null;
  removes: readonly number[];
  bond?: Cell["bond"];
}

const NOTHING: ReadonlySet<number> = new Set();
const PATIENCE = 150;

export class Attention {
  readonly looked = signal<Choice | null>(null);
  readonly chosen = signal<Choice | null>(null);
  /** A sentence that answers something tried in vain; stays until something else is looked at. */
  readonly note = signal<string | null>(null);
  private readonly told = signal<ReadonlyMap<string, string>>(new Map());

  /** The numbers that would leave the board. */
  readonly leaving = computed(() => {
    const choice = this.chosen.value ?? this.looked.value;
    return choice?.isAllowed ? new Set(choice.removes) : NOTHING;
  });

  /** What joins the number that is looked at with one that decides about it. */
  readonly link = computed((): Link | null => {
    const choice = this.chosen.value ?? this.looked.value;
    return choice?.bond ? { from: choice.bond.number, to: Number(choice.move), tie: choice.bond.tie, isBad: !choice.isAllowed && !choice.isGone } : null;
  });

  readonly sentence = computed(() => {
    const chosen = this.chosen.value;
    if (chosen) return this.explanation(chosen);
    if (this.note.value) return this.note.value;
    const looked = this.looked.value;
    return looked ? this.explanation(looked) : "";
  });

  /** What was tried in vain. Looking at it again, as a pointer does that rests there, leaves the answer in place. */
  private tried: Move | null = null;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private notation = "";
  private sign: Sign;

  /** Turns to another position, about which nothing is known yet. */
  turnTo({ notation, board }: Position): void {
    this.notation = notation;
    this.sign = signOf(board);
    this.told.value = new Map();
    this.look(null);
    this.clear();
  }

  explanation(choice: Choice): string {
    if (choice.text === null) return this.told.value.get(String(choice.move)) ?? "";
    if (choice.isGone) return `${capital(choice.text)}.`;
    if (!choice.isAllowed) return this.objection(choice);
    return grouped(choice.preview ?? `${capital(choice.text)}.`);
  }

  objection(choice: Choice): string {
    return `${choice.name} is not allowed: ${choice.text}.`;
  }

  look(choice: Choice | null): void {
    // The pointer moves within a number too, and nothing else is looked at then.
    if (choice && choice.move === this.looked.peek()?.move) return;
    clearTimeout(this.waiting);
    this.looked.value = choice;
    if (choice && choice.move !== this.tried) this.note.value = null;
    if (choice?.text === null) this.waiting = setTimeout(() => void this.ask(choice.move), PATIENCE);
  }

  /** Answers something tried in vain: a number on the board, or one that was typed. */
  answer(sentence: string, tried: Move | null): void {
    this.tried = tried;
    this.chosen.value = null;
    this.note.value = sentence;
  }

  clear(): void {
    this.chosen.value = null;
    this.note.value = null;
  }

  /** Asks the server why a move is or is not allowed. */
  async ask(move: Move): Promise<string> {
    const key = String(move);
    const known = this.told.peek().get(key);
    if (known !== undefined) return known;
    const { notation } = this;
    try {
      const text = readable((await api.position(notation, move)).why?.text ?? "", this.sign);
      if (notation === this.notation) this.told.value = new Map(this.told.peek()).set(key, text);
      return text;
    } catch (error) {
      return readable(api.sentenceOf(error), this.sign);
    }
  }
}
