import * as api from "../api";
import { keepCreated } from "../game/kept";
import { navigate } from "../route";
import type { NewGame } from "../types";

/** Creates a game, keeps the seats of it in this browser and goes there. */
export async function start(game: NewGame): Promise<void> {
  const created = await api.createGame(game);
  keepCreated(created);
  navigate(`/games/${created.id}`);
}
