import type { Pick } from "../board/view";
import type { Seat } from "../types";

/** Without a table there are no names: who moves first is Player 1. */
export function picksByNumber(seat: Seat): Pick {
  const player = { player: seat, name: `Player ${seat}` };
  return { owner: player, maker: player };
}
