import { levelCalled, type Played } from "../progress";
import type { Game, GamePlayer, Player } from "../types";
import { other } from "../words";
import { readerOf } from "./words";

/** A game that has ended, as it counts for the progress of its reader; null unless it was against a level or the tutor. */
export function playedIn(game: Game, mine: Player[]): Played | null {
  const reader = readerOf(game, mine);
  if (game.result === null || reader === null || game.opponent !== "computer") return null;
  const { level, program } = game.players[other(reader) - 1] as GamePlayer;
  const played = level ?? levelCalled(program);
  if (played === null) return null;
  const isWon = game.result.winner === reader;
  return { id: `${game.id}/${game.games}`, game: game.game, level: played, isWon, hints: game.hints[reader - 1] ?? 0 };
}
