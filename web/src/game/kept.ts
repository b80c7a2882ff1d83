// The games that this browser holds a seat in.

import { signal } from "@preact/signals";

import { remember, remembered } from "../memory";
import type { CreatedGame, Game, Opponent, Player } from "../types";

export type Tokens = Partial<Record<Player, string>>;

/** What helps a player who plays a program or beside a friend. */
export const HELPS = ["hints", "analysis"] as const;
export type Help = (typeof HELPS)[number];

export interface KeptGame {
  tokens: Tokens;
  invitation: string | null;
  /** Its name; older entries have none. */
  game?: string;
  title: string;
  setup: string;
  opponent: Opponent;
  names: [string, string];
  isOver: boolean;
  /** Helps that are not offered while it is played. */
  without?: readonly Help[];
  /** How many moves had been made; older entries do not say. */
  moves?: number;
  /** When it was last seen, in milliseconds. */
  at: number;
}

/** A seat that has been asked for, written down before it is: a lost answer then loses no seat. */
export interface Claim {
  token: string;
  invitation: string;
  name: string;
}

const MOST = 60;

type Kept = Record<string, KeptGame>;

export const keptGames = signal<Kept>({});

function reload(): void {
  keptGames.value = remembered<Kept>("games", {});
}

/** Reads what is there, and follows what other tabs change. */
export function followKeptGames(): void {
  reload();
  addEventListener("storage", reload);
}

function change(edit: (kept: Kept) => void): void {
  // Read again, or this tab would undo what another has kept meanwhile.
  const kept = { ...remembered<Kept>("games", {}) };
  edit(kept);
  const newest = Object.entries(kept).sort(([, one], [, two]) => two.at - one.at);
  keptGames.value = Object.fromEntries(newest.slice(0, MOST));
  remember("games", keptGames.value);
}

export const claimOf = (id: string): Claim | null => remembered<Record<string, Claim>>("claims", {})[id] ?? null;

export function keepClaim(id: string, claim: Claim | null): void {
  const { [id]: _before, ...others } = remembered<Record<string, Claim>>("claims", {});
  remember("claims", claim ? { ...others, [id]: claim } : others);
}

export function keepCreated({ id, tokens, invitation, game }: CreatedGame, without: readonly Help[] = []): void {
  change((kept) => (kept[id] = { ...keptOf(game, tokens, invitation), without }));
}

/** Keeps seats that were not created here. */
export function keepSeats(game: Game, tokens: Tokens): void {
  change((kept) => (kept[game.id] = keptOf(game, { ...kept[game.id]?.tokens, ...tokens }, kept[game.id]?.invitation ?? null)));
}

/** Writes down how far a kept game is; a game that is only watched is not kept. */
export function keepSeen(game: Game): void {
  if (!(game.id in keptGames.peek())) return;
  change((kept) => {
    const before = kept[game.id];
    if (before) kept[game.id] = { ...keptOf(game, before.tokens, before.invitation), without: before.without ?? [] };
  });
}

export function forget(id: string): void {
  change((kept) => delete kept[id]);
}

/** The player that the reader is; null on one device, where two people read. */
export function keptReader({ tokens, opponent }: KeptGame): Player | null {
  return ([1, 2] as const).find((player) => opponent !== "one-device" && tokens[player] !== undefined) ?? null;
}

function keptOf(game: Game, tokens: Tokens, invitation: string | null): KeptGame {
  const isOver = game.result !== null && (game.target === null || game.match_winner !== null);
  const names: [string, string] = [game.players[0].name, game.players[1].name];
  const { title, setup, opponent } = game;
  return { tokens, invitation, game: game.game, title, setup, opponent, names, isOver, moves: game.position.moves.length, at: Date.now() };
}
