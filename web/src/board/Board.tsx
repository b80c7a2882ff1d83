// The board of any position. It holds no rule: what is allowed, why, and what a move does is in the position.

import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";

import { announce } from "../announce";
import { isTakenElsewhere, meaningOf, TypedNumber } from "../keys";
import { Sentence } from "../Sentence";
import { hasShortcuts } from "../settings";
import type { Move } from "../types";
import { Attention, type Choice } from "./attention";
import { Head } from "./Head";
import { Numbers } from "./Numbers";
import { playableText } from "./playable";
import { Pool } from "./Pool";
import type { BoardView } from "./view";

export interface BoardProps {
  view: BoardView;
  /** Left out, nothing can be played; numbers still explain themselves. */
  onMove?: ((move: Move) => void) | undefined;
  /** A first tap chooses, a second plays. */
  confirms?: boolean | undefined;
  /** What else belongs to the head of the board. */
  aside?: ComponentChildren;
  /** What else has to be in sight with the board: questions, hints. */
  notice?: ComponentChildren;
}

/** What the two kinds of board need. */
export interface SurfaceProps {
  view: BoardView;
  attention: Attention;
  onTry: (choice: Choice) => void;
}

export function Board({ view, onMove, confirms, aside, notice }: BoardProps): JSX.Element {
  const { position, busy, turn, occasion } = view;
  const surface = useRef<HTMLDivElement>(null);
  const tray = useRef<HTMLDivElement>(null);
  const attention = useMemo(() => new Attention(), []);
  useLayoutEffect(() => attention.turnTo(position), [position.notation]);
  useLayoutEffect(() => void (attention.note.value = null), [occasion]);

  const play = (choice: Choice): void => {
    attention.clear();
    onMove?.(choice.move);
  };
  const tell = (sentence: string, tried: Move | null): void => {
    attention.answer(sentence, tried);
    announce(sentence);
  };
  const attempt = async (choice: Choice): Promise<void> => {
    const { move } = choice;
    if (turn) return tell(turn, move);
    if (!choice.isAllowed) return tell(choice.text === null ? await attention.ask(move) : attention.objection(choice), move);
    if (busy) return tell(busy, move);
    if (!onMove) return;
    if (!confirms || attention.chosen.peek()?.move === move) return play(choice);
    attention.note.value = null;
    attention.chosen.value = choice;
    announce(`${choice.name} chosen. Press it again to play it. ${attention.explanation(choice)}`);
  };
  useTypedNumbers(surface, attention, tell, onMove !== undefined);
  useMovesKey(() => tell(turn ?? playableText(position), null), onMove !== undefined);
  useUncovered(tray, attention);

  const Surface = position.board.kind === "pool" ? Pool : Numbers;
  return (
    <div class={onMove ? "board" : "board read-only"} ref={surface}>
      <div class="stage">
        <Head view={view}>{aside}</Head>
        <Surface view={view} attention={attention} onTry={(choice) => void attempt(choice)} />
      </div>
      <div class="tray" ref={tray}>
        {notice}
        <Explanation attention={attention} idle={view.idle ?? ""} onPlay={play} />
      </div>
    </div>
  );
}

/** So far a page is scrolled to bring the end of a board into sight. */
const NUDGE = 120;

/** Keeps what answers a tap from lying over the last numbers of a board that fits, or else over the number tapped. */
function useUncovered(tray: { current: HTMLElement | null }, attention: Attention): void {
  const answer = attention.chosen.value ?? attention.note.value;
  useLayoutEffect(() => {
    const top = tray.current?.getBoundingClientRect().top;
    const stage = tray.current?.previousElementSibling;
    if (!answer || top === undefined || !stage || getComputedStyle(tray.current as Element).position !== "sticky") return;
    const covered = stage.getBoundingClientRect().bottom - top;
    const tapped = stage.contains(document.activeElement) ? document.activeElement : null;
    const needed = covered <= NUDGE ? covered : (tapped?.getBoundingClientRect().bottom ?? 0) - top;
    if (needed > 0) scrollBy(0, needed);
  }, [answer]);
}

/** Digits jump to a number, wherever the focus is; one that is not on the board is explained by the server. */
function useTypedNumbers(
  surface: { current: HTMLElement | null },
  attention: Attention,
  tell: (sentence: string, tried: Move | null) => void,
  isPlayable: boolean,
): void {
  const typed = useMemo(() => new TypedNumber(), []);
  useLayoutEffect(() => {
    // Beside a board to play on there may be others to look at, which digits are not meant for.
    if (!isPlayable) return;
    const place = (text: string): HTMLElement | null =>
      surface.current?.querySelector<HTMLElement>(`[data-number="${text}"]`) ?? null;
    const onKey = (event: KeyboardEvent): void => {
      const meaning = meaningOf(event);
      if (isTakenElsewhere(event.target)) return;
      if (meaning?.kind === "digit") {
        place(typed.add(meaning.digit, event.timeStamp))?.focus();
        return;
      }
      if (meaning?.kind === "clear") attention.clear();
      if (meaning?.kind !== "enter") {
        // Whoever goes elsewhere by arrows or Tab begins anew with the next digit.
        typed.clear();
      } else {
        const text = typed.at(event.timeStamp);
        typed.clear();
        if (text === "" || place(text)) return;
        // Enter would otherwise play the number that the first digits led to.
        event.preventDefault();
        void attention.ask(text).then((sentence) => tell(sentence, null));
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [attention, isPlayable]);
}

function useMovesKey(say: () => void, isPlayable: boolean): void {
  useLayoutEffect(() => {
    if (!isPlayable) return;
    const onKey = (event: KeyboardEvent): void => {
      const meaning = meaningOf(event);
      if (meaning?.kind !== "shortcut" || meaning.shortcut !== "moves") return;
      if (hasShortcuts.peek() && !isTakenElsewhere(event.target)) say();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

interface ExplanationProps {
  attention: Attention;
  idle: string;
  onPlay: (choice: Choice) => void;
}

/** The line that says what is looked at. It keeps its room, so that nothing moves. */
function Explanation({ attention, idle, onPlay }: ExplanationProps): JSX.Element {
  const chosen = attention.chosen.value;
  const sentence = attention.sentence.value;
  return (
    <div class="explanation">
      <p class={chosen || attention.note.value ? "answer" : sentence ? "" : "quiet"}>{sentence ? <Sentence>{sentence}</Sentence> : idle}</p>
      {chosen && (
        <div class="row">
          <button type="button" class="primary" onClick={() => onPlay(chosen)}>
            Play {chosen.name}
          </button>
          <button type="button" onClick={() => attention.clear()}>
            Cancel
          </button>
        </div>
      )}
    </div>
  );
}
