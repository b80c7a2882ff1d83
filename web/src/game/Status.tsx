import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

import { announce } from "../announce";
import type { Game, GamePlayer, Player } from "../types";
import { awayText, statusText } from "./words";

export function Status({ game, mine, isSending }: { game: Game; mine: Player[]; isSending: boolean }): JSX.Element {
  const isAnswering = game.to_move !== null && (game.players[game.to_move - 1] as GamePlayer).program !== null;
  const isWaitingForComputer = game.result === null && (isAnswering || (isSending && game.opponent === "computer"));
  const thinking = useThinkingText(isWaitingForComputer, game.number);
  const isMatch = game.target !== null || game.games > 1;
  const asides = [mine.length === 0 && "You are watching.", awayText(game, mine), isMatch && scoreText(game)].filter(Boolean);
  return (
    <div class={`status${game.result ? " over" : ""}`}>
      <p class="sentence">{thinking ?? statusText(game, mine)}</p>
      {asides.length > 0 && <p class="quiet">{asides.join(" ")}</p>}
    </div>
  );
}

const THINKING_AFTER = 400;
const STILL_THINKING_AFTER = 2000;
const STILL_THINKING = "The computer is still thinking. Please wait…";

/** Says that the computer is thinking, once that takes a while, and says it aloud once it takes long. */
function useThinkingText(isWaiting: boolean, number: number): string | null {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    setText(null);
    if (!isWaiting) return;
    const soon = setTimeout(() => setText("The computer is thinking…"), THINKING_AFTER);
    const late = setTimeout(() => {
      setText(STILL_THINKING);
      announce(STILL_THINKING);
    }, STILL_THINKING_AFTER);
    return () => {
      clearTimeout(soon);
      clearTimeout(late);
    };
  }, [isWaiting, number]);
  return isWaiting ? text : null;
}

const scoreText = ({ games, score, target }: Game): string =>
  `Game ${games}. Score ${score[0]} – ${score[1]}${target === null ? "" : `, first to ${target}`}`;
