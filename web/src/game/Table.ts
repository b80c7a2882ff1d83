// A table as this page sees it: the game that is shown, the move that is on its way, and all that can be done.

import { batch, computed, signal } from "@preact/signals";

import { announce } from "../announce";
import * as api from "../api";
import { RefusalError, isAway, requestId, seatToken, sentenceOf } from "../api";
import { keepPlayed } from "../progress";
import type { Game, GameEvent, GamePlayer, Move, Player } from "../types";
import { readable, signOf } from "../words";
import { delayBefore } from "./backoff";
import { Connection } from "./Connection";
import { claimOf, keepClaim, keepSeats, keepSeen, keptGames, type Claim, type Tokens } from "./kept";
import { playedIn } from "./played";
import { newsOf, statusText } from "./words";

export interface Pending {
  move: Move;
  player: Player;
  ply: number;
}

/** An answer that comes at once feels like a machine's; the reader has seen the own move by then. */
const SHORTEST_ANSWER = 350;
const TRIES = 6;
const LAST_HINT = 3;

export class Table {
  readonly game = signal<Game | null>(null);
  readonly pending = signal<Pending | null>(null);
  /** One sentence about what went wrong last, or null. */
  readonly problem = signal<string | null>(null);
  /** The last hint, until something happens or the reader has closed it. */
  readonly hint = computed(() => (this.closed.value === this.game.value?.number ? null : (this.game.value?.hint ?? null)));
  /** That the other player has declined what was asked here, until something else happens. */
  readonly declined = computed(() => (this.decline.value?.number === this.game.value?.number ? this.decline.value?.sentence : null) ?? null);
  readonly tokens = signal<Tokens>({});
  /** The players that this browser plays for. */
  readonly mine = computed(() => Object.keys(this.tokens.value).map((player) => Number(player) as Player));
  readonly connection: Connection;
  /** True while a command is tried again because the server did not answer. */
  readonly isRetrying = signal(false);

  /** The seat that is being asked for. */
  readonly claim = signal<Claim | null>(null);

  /** The number of the event whose hint was closed. */
  private readonly closed = signal(0);
  private readonly decline = signal<{ number: number; sentence: string } | null>(null);
  private newest: Game | null = null;
  private pressed = { ply: Infinity, at: -Infinity };
  private showing: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    this.tokens.value = keptGames.peek()[id]?.tokens ?? {};
    this.claim.value = claimOf(id);
    this.connection = new Connection(id, {
      known: () => this.newest?.number ?? 0,
      token: () => this.anyToken(),
      onGame: (game, events) => this.follow(game, events),
      onPresence: (here) => this.notePresence(here),
    });
  }

  /** Fetches the game, then follows it. */
  async open(): Promise<void> {
    this.problem.value = null;
    try {
      this.receive(await api.game(this.id, this.anyToken()));
      this.connection.open();
      const claim = this.claim.peek();
      if (claim && !this.anyToken()) await this.join(claim.invitation, claim.name);
    } catch (error) {
      if (error instanceof RefusalError && error.status === 404) this.connection.line.value = "gone";
      else this.problem.value = sentenceOf(error);
    }
  }

  close(): void {
    clearTimeout(this.showing);
    this.connection.close();
  }

  /** Claims the free seat; the error if that was refused, or null. */
  async join(invitation: string, name: string): Promise<unknown> {
    const claim = { token: this.claim.peek()?.token ?? seatToken(), invitation, name };
    this.claim.value = claim;
    keepClaim(this.id, claim);
    try {
      const joined = await this.tried(() => api.joinGame(this.id, invitation, name.trim() || null, claim.token));
      const { token, player, game } = joined;
      keepSeats(game, { [player]: token });
      batch(() => {
        this.problem.value = null;
        this.tokens.value = { [player]: token };
        this.dropClaim();
        this.receive(game);
      });
      this.connection.reconnect();
      return null;
    } catch (error) {
      if (!isAway(error)) this.dropClaim();
      this.refuse(error);
      return error;
    }
  }

  async play(move: Move): Promise<void> {
    const game = this.game.peek();
    const player = game?.to_move;
    if (!game || !player || this.pending.peek()) return;
    const ply = game.position.moves.length + 1;
    this.pressed = { ply, at: performance.now() };
    batch(() => {
      this.problem.value = null;
      this.closeHint();
      this.pending.value = { move, player, ply };
    });
    await this.command("moves", { ply, move }, player);
  }

  async askForHint(): Promise<void> {
    const game = this.game.peek();
    if (!game) return;
    const last = game.hint;
    if (last?.step === LAST_HINT) this.closed.value = 0;
    // Nothing follows the last step.
    const hint = last?.step === LAST_HINT ? last : await this.command("hint", {});
    if (hint) announce(`Hint ${hint.step} of 3. ${readable(hint.short ?? hint.text, signOf(game.position.board))}`);
  }

  closeHint(): void {
    this.closed.value = this.game.peek()?.number ?? 0;
  }

  /** Does something at the table; null if it was refused. */
  async command<Name extends keyof api.Commands>(
    name: Name,
    body: api.Commands[Name],
    player: Player | null = this.actor(),
  ): Promise<api.AnswerTo<Name> | null> {
    const token = (player && this.tokens.peek()[player]) ?? this.anyToken();
    if (!token) return null;
    const id = requestId();
    this.problem.value = null;
    try {
      const answer = await this.tried(() => api.command(this.id, name, body, token, id, this.connection.line.peek() === "live"));
      if (answer.game) this.receive(answer.game);
      // The socket has told it, unless it is dead.
      else if (answer.number > (this.newest?.number ?? 0)) this.connection.check();
      return answer;
    } catch (error) {
      this.refuse(error);
      return null;
    }
  }

  /** Sends the same again while the server does not answer, for a while. */
  private async tried<T>(send: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await send();
        this.isRetrying.value = false;
        return answer;
      } catch (error) {
        this.isRetrying.value = isAway(error) && attempt < TRIES;
        if (!this.isRetrying.peek()) throw error;
        await new Promise((resolve) => setTimeout(resolve, delayBefore(attempt, Math.random())));
      }
    }
  }

  private dropClaim(): void {
    this.claim.value = null;
    keepClaim(this.id, null);
  }

  /** Who acts: the only player held, or the one to move where one device holds both. */
  private actor(): Player | null {
    const mine = this.mine.peek();
    const toMove = this.game.peek()?.to_move ?? null;
    return toMove && mine.includes(toMove) ? toMove : (mine[0] ?? null);
  }

  /** One device holds both seats with the same token. */
  private anyToken(): string | null {
    return Object.values(this.tokens.peek())[0] ?? null;
  }

  /** Puts the board back to what the refusal says it is, and says why. */
  private refuse(error: unknown): void {
    this.pressed = { ply: Infinity, at: -Infinity };
    batch(() => {
      this.pending.value = null;
      if (error instanceof RefusalError && error.game) this.receive(error.game);
      this.problem.value = sentenceOf(error);
    });
    announce(sentenceOf(error));
  }

  /** Takes what happened elsewhere. */
  private follow(game: Game, events: GameEvent[]): void {
    const before = this.newest;
    this.receive(game);
    const mine = this.mine.peek();
    const last = events.at(-1);
    if (last?.kind !== "declined" || !last.player || mine.includes(last.player)) return;
    // Whoever asked may withdraw, which the server tells in the same way.
    const asker = events.filter(({ kind }) => kind === "offer").at(-1)?.player ?? before?.offer?.by;
    if (!asker || !mine.includes(asker)) return;
    const { name } = game.players[last.player - 1] as GamePlayer;
    this.decline.value = { number: last.number, sentence: `${name} declined.` };
    announce(this.decline.value.sentence);
  }

  private receive(game: Game): void {
    if (this.newest && game.number < this.newest.number) return;
    this.newest = game;
    clearTimeout(this.showing);
    const wait = this.remainingPause(game);
    if (wait > 0) this.showing = setTimeout(() => this.show(game), wait);
    else this.show(game);
  }

  private remainingPause(game: Game): number {
    const isAnswer = game.opponent === "computer" && game.position.moves.length > this.pressed.ply;
    return isAnswer ? this.pressed.at + SHORTEST_ANSWER - performance.now() : 0;
  }

  private show(game: Game): void {
    const before = this.game.peek();
    batch(() => {
      const pending = this.pending.peek();
      if (pending && (game.position.moves.length >= pending.ply || game.games !== before?.games)) this.pending.value = null;
      if (before && before.number !== game.number) this.problem.value = null;
      this.game.value = game;
    });
    if (before?.number === game.number) return;
    keepSeen(game);
    const mine = this.mine.peek();
    const played = playedIn(game, mine);
    if (played) keepPlayed(played);
    // A move and its answer may come at once, and whoever is to move may then be required what was required before.
    const isNew = before && (statusText(before, mine) !== statusText(game, mine) || before.position.notation !== game.position.notation);
    if (isNew) announce(newsOf(game, mine));
  }

  private notePresence(here: [boolean, boolean]): void {
    const game = this.newest;
    if (!game) return;
    const [one, two] = game.players;
    this.receive({ ...game, players: [{ ...one, is_here: here[0] }, { ...two, is_here: here[1] }] });
  }
}
