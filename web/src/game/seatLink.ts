// A seat on another device: a link that has the token of the seat, after the number sign, which is sent to no server.

import * as api from "../api";
import { keepSeats } from "./kept";

const MARK = "#seat=";

export const seatAddress = (id: string, token: string): string => `${location.origin}/games/${id}${MARK}${token}`;

/** The token in the fragment of an address, or null. */
export const tokenIn = (hash: string): string | null => (hash.startsWith(MARK) ? hash.slice(MARK.length) : null);

/** Keeps the seat that a link is for in this browser too; a link that is for none leaves a reader who watches. */
export async function takeSeat(id: string, token: string): Promise<void> {
  const game = await api.game(id, token);
  if (game.you.length > 0) keepSeats(game, Object.fromEntries(game.you.map((player) => [player, token])));
}
