import type { Picker } from "../board/Board";
import type { Seat } from "../types";

/** Without a table there are no names: who moves first is Player 1. */
export const picksByNumber = (seat: Seat): Picker => ({ player: seat, name: `Player ${seat}` });
