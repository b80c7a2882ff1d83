// A game in words, to whoever plays it: the server speaks of both players by name, and here one of them is "you".

import type { Game, GamePlayer, Player } from "../types";
import { grouped, other, YOU } from "../words";

export const nameOf = (game: Game, player: Player): string => (game.players[player - 1] as GamePlayer).name;

/** The player that the reader is; null for whoever watches, and on one device, where two people read. */
export const readerOf = (game: Game, mine: Player[]): Player | null => (game.opponent === "one-device" ? null : (mine[0] ?? null));

/** Whether a player goes by no more than a number. */
export const isUnnamed = (game: Game, player: Player): boolean => nameOf(game, player) === `Player ${player}`;

/** A player as one is called beside a number: by name, or else as "you". */
export const calledBy = (game: Game, mine: Player[], player: Player): string =>
  readerOf(game, mine) === player && isUnnamed(game, player) ? YOU : nameOf(game, player);

/** Who is not at the table, to whoever waits for them. */
export function awayText(game: Game, mine: Player[]): string | null {
  if (game.opponent !== "friend" || game.is_waiting) return null;
  const isAway = (player: Player): boolean => !mine.includes(player) && !(game.players[player - 1] as GamePlayer).is_here;
  const names = ([1, 2] as const).filter(isAway).map((player) => nameOf(game, player));
  return names.length === 0 ? null : `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} away.`;
}

/** Whose move it is and what is required, or how the game ended. */
export function statusText(game: Game, mine: Player[]): string {
  if (game.is_waiting) return mine.length === 0 ? "The second player has not come yet." : game.status;
  const you = readerOf(game, mine);
  if (you === null) return game.status;
  if (game.result) return endText(game, you);
  if (game.to_move !== you) return game.status;
  return game.swap_open ? swapQuestion(game, you) : `Your move. ${grouped(game.position.requirement)}`;
}

function endText(game: Game, you: Player): string {
  const [own, theirs] = [nameOf(game, you), nameOf(game, other(you))];
  const hasWon = game.result?.winner === you;
  if (game.result?.by === "resignation") return hasWon ? `${theirs} resigned. You win.` : `You resigned. ${theirs} wins.`;
  if (!hasWon) return `${theirs} wins, because you cannot move. ${grouped(game.position.requirement)}`;
  const why = game.status.slice(`${own} wins, because ${theirs} cannot move.`.length);
  return `You win, because ${theirs} cannot move.${why}`;
}

/** The first move, as what a swap is about. */
export function firstMoveText({ position: { moves, board } }: Game): string {
  const [move] = moves;
  return board.kind === "pool" && move !== undefined ? String(move) : "first move";
}

/** What swapping means, to whoever may swap. */
function swapQuestion(game: Game, you: Player): string {
  const them = nameOf(game, other(you));
  return `You may swap: ${them}’s ${firstMoveText(game)} becomes yours, and ${them} moves next; without a swap you move next.`;
}

/** Whether the second player has taken over the first seat. */
export const isSwapped = (game: Game): boolean => game.seats[0] !== game.starter;

/** The last move or the swap, said of the reader where it was theirs. */
export function lastText(game: Game, mine: Player[]): string | null {
  if (game.last === null) return null;
  const { length } = game.players_of_moves;
  const by = length === 1 && isSwapped(game) ? other(game.starter) : game.players_of_moves[length - 1];
  if (by === undefined || by !== readerOf(game, mine)) return game.last;
  return `You${game.last.slice(nameOf(game, by).length)}`;
}
