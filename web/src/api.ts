// Every request that the page makes, as a typed function.

import type * as sent from "./answers";
import type {
  Analysis,
  Answer,
  Catalogue,
  CreatedGame,
  Game,
  GameWithEvents,
  Hint,
  JoinedGame,
  Move,
  NewGame,
  Position,
  RecordedGames,
  Refusal,
  Review,
  SetupRules,
} from "./types";

/** A request that the server refused or that never reached it (`code` "no_server"). */
export class RefusalError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    readonly game?: Game,
    readonly position?: Position,
    /** Seconds after which the server wants to be asked again. */
    readonly retryAfter?: number,
    /** The field of the body, or the parameter, that the refusal is about. */
    readonly field?: string,
  ) {
    super(message);
  }
}

/** Whether the server was away, so that the same request may do better in a moment. */
export const isAway = (error: unknown): boolean => error instanceof RefusalError && (error.status === 0 || error.status > 501);

/** One clear sentence for whatever went wrong. */
export function sentenceOf(error: unknown): string {
  return error instanceof RefusalError ? error.message : "Something went wrong in this page. Reload it to go on.";
}

// crypto.randomUUID exists only in secure contexts, and a classroom server is often plain http.
const randomBytes = (): Uint8Array => crypto.getRandomValues(new Uint8Array(16));

/** A fresh id for an intention; the same id is sent again when the same intention is tried again. */
export function requestId(): string {
  return Array.from(randomBytes(), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A fresh secret that whoever joins claims the seat with: base64url, as the server writes its own. */
export function seatToken(): string {
  const text = btoa(String.fromCharCode(...randomBytes()));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

interface Asking {
  token?: string | null | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** Whether the game after a command is not wanted, because the socket tells it. */
  isMinimal?: boolean;
}

async function asked(path: string, { token, body, signal, isMinimal }: Asking): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (isMinimal) headers["Prefer"] = "return=minimal";
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const request: RequestInit = { method: body === undefined ? "GET" : "POST", headers };
  if (body !== undefined) request.body = JSON.stringify(body);
  if (signal) request.signal = signal;
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RefusalError("no_server", "The server cannot be reached. Check the connection, then try again.", 0);
  }
  if (!response.ok) throw await refusalOf(response);
  return response;
}

async function refusalOf(response: Response): Promise<RefusalError> {
  const retryAfter = Number(response.headers.get("Retry-After")) || undefined;
  let refusal: Partial<Refusal> = {};
  try {
    refusal = (await response.json()) as Partial<Refusal>;
  } catch {
    // A proxy in between answers in its own words; the status is all there is.
  }
  const code = refusal.error?.code ?? "unexpected";
  const message = refusal.error?.message ?? `The server answered with the error ${response.status}. Try again in a moment.`;
  return new RefusalError(code, message, response.status, refusal.game, refusal.position, retryAfter, refusal.error?.field);
}

async function json<T>(path: string, asking: Asking = {}): Promise<T> {
  return (await (await asked(path, asking)).json()) as T;
}

/** NOTATION as part of an address: its slashes, commas and signs stand as they are. */
export function inAddress(notation: string): string {
  return encodeURI(notation).replace(/[?#]/g, encodeURIComponent);
}

function at(id: string): string {
  return `/api/games/${encodeURIComponent(id)}`;
}

export const catalogue = (): Promise<Catalogue> => json("/api/catalogue");

export const position = (notation: string, why?: Move, signal?: AbortSignal): Promise<Position> =>
  json(`/api/positions/${inAddress(notation)}${why === undefined ? "" : `?why=${encodeURIComponent(why)}`}`, { signal });

export const rules = (notation: string, signal?: AbortSignal): Promise<SetupRules> =>
  json(`/api/positions/${inAddress(notation)}/rules`, { signal });

export const analysis = (notation: string, seconds = 2, signal?: AbortSignal): Promise<Analysis> =>
  json(`/api/positions/${inAddress(notation)}/analysis?seconds=${seconds}`, { signal });

export const review = (notation: string, signal?: AbortSignal): Promise<Review> =>
  json(`/api/positions/${inAddress(notation)}/review`, { signal });

export const readRecord = (text: string): Promise<RecordedGames> => json("/api/records", { body: { text } });

export const createGame = (game: NewGame): Promise<CreatedGame> => json("/api/games", { body: game });

/** With the same `token` the seat is claimed at most once, and the answer is the same again. */
export const joinGame = (id: string, invitation: string, name: string | null, token: string): Promise<JoinedGame> =>
  json(`${at(id)}/join`, { body: { invitation, name, token } });

/** The picture of a link. */
export const codeOf = (text: string, signal?: AbortSignal): Promise<sent.QrCode> => json("/api/codes", { body: { text }, signal });

export const game = (id: string, token?: string | null, since?: number): Promise<GameWithEvents> =>
  json(`${at(id)}${since === undefined ? "" : `?since=${since}`}`, { token });

export const gameAnalysis = (id: string, token?: string | null, signal?: AbortSignal): Promise<Analysis> =>
  json(`${at(id)}/analysis`, { token, signal });

/** `gameNumber` counts the games of the table from 1; the last finished one if it is left out. */
export const gameReview = (id: string, gameNumber?: number, token?: string | null, signal?: AbortSignal): Promise<Review> =>
  json(`${at(id)}/review${gameNumber === undefined ? "" : `?game=${gameNumber}`}`, { token, signal });

/** `match` counts the matches of the table from 1; the last one if it is left out. */
export const gameRecord = async (id: string, match?: number): Promise<string> =>
  (await asked(`${at(id)}/record${match === undefined ? "" : `?match=${match}`}`, {})).text();

/** Empty to ask, the number of the other's offer to accept it, `accept: false` to decline it or to withdraw one's own. */
export type OfferAnswer = Omit<sent.Consent, "id">;

export interface Commands {
  moves: Omit<sent.Move, "id">;
  swap: Omit<sent.SwapAnswer, "id">;
  takeback: OfferAnswer;
  rematch: OfferAnswer;
  next: Omit<sent.Command, "id">;
  resign: Omit<sent.Command, "id">;
  hint: Omit<sent.Command, "id">;
}

export type AnswerTo<Name extends keyof Commands> = Name extends "hint" ? Hint : Answer;

/** Does something at the table; with the same `requestId` it is done at most once. */
export const command = <Name extends keyof Commands>(
  id: string,
  name: Name,
  body: Commands[Name],
  token: string,
  requestId: string,
  isMinimal: boolean,
): Promise<AnswerTo<Name>> => json(`${at(id)}/${name}`, { token, body: { ...body, id: requestId }, isMinimal });
