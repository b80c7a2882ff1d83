// A game in words, to whoever reads it: one of the players may be "you".

import { TUTOR_NAME } from "../progress";
import type { Game, GamePlayer, Player } from "../types";
import { grouped, other, readable, signOf, YOU } from "../words";

export const nameOf = (game: Game, player: Player): string => (game.players[player - 1] as GamePlayer).name;

/** The player that the reader is; null for whoever watches, and on one device, where two people read. */
export const readerOf = (game: Game, mine: Player[]): Player | null => (game.opponent === "one-device" ? null : (mine[0] ?? null));

/** Whether the tutor is the opponent. */
export const isTutored = ({ players }: Game): boolean => players.some(({ program }) => program === TUTOR_NAME);

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
  if (game.is_waiting) return mine.length === 0 ? "The second player has not come yet." : "Waiting for your friend to join.";
  const you = readerOf(game, mine);
  const called = (player: Player, own: string): string => (player === you ? own : nameOf(game, player));
  const required = (mover: Player): string => grouped(mover === you ? game.position.requirement : game.their_requirement);
  if (game.result) {
    const { winner, by } = game.result;
    const loser = other(winner);
    const wins = `${called(winner, "You")} ${winner === you ? "win" : "wins"}`;
    if (by === "resignation") return `${called(loser, "You")} resigned. ${wins}.`;
    return `${wins}, because ${called(loser, YOU)} cannot move. ${required(loser)}`;
  }
  const mover = game.to_move as Player;
  if (!game.swap_open) return `${mover === you ? "Your move" : `${nameOf(game, mover)} to move`}. ${required(mover)}`;
  const starter = other(mover);
  const first = `${starter === you ? "your" : `${nameOf(game, starter)}’s`} ${firstMoveText(game)}`;
  const next = (player: Player): string => `${called(player, YOU)} ${player === you ? "move" : "moves"} next`;
  const taken = mover === you ? "yours" : `${nameOf(game, mover)}’s`;
  return `${called(mover, "You")} may swap: ${first} becomes ${taken}, and ${next(starter)}; without a swap ${next(mover)}.`;
}

/** The first move, as what a swap is about. */
export function firstMoveText({ position: { moves, board } }: Game): string {
  const [move] = moves;
  return board.kind === "pool" && move !== undefined ? grouped(move) : "first move";
}

/** Whether the second player has taken over the first seat. */
export const isSwapped = (game: Game): boolean => game.seats[0] !== game.starter;

/** What has happened, what the tutor says of it, and how the game stands now. */
export function newsOf(game: Game, mine: Player[]): string {
  const remark = readable(game.remark?.text ?? "", signOf(game.position.board));
  return [lastText(game, mine), remark, statusText(game, mine)].filter(Boolean).join(" ");
}

/** The last move or the swap, said of the reader where it was theirs. */
export function lastText(game: Game, mine: Player[]): string | null {
  if (game.last === null) return null;
  const { player, deed } = game.last;
  const told = deed === null ? `swapped sides and took over the ${firstMoveText(game)}` : grouped(deed);
  return `${player === readerOf(game, mine) ? "You" : nameOf(game, player)} ${told}.`;
}
