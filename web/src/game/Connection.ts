// The live line to a table: a WebSocket that comes back by itself, and polling while it cannot.

import { signal } from "@preact/signals";

import * as api from "../api";
import type { Game, GameEvent, LiveMessage } from "../types";
import { delayBefore } from "./backoff";

export type Line = "connecting" | "live" | "polling" | "lost" | "gone";

const POLL_EVERY = 2000;
const PING_EVERY = 25_000;
const PONG_WITHIN = 5000;
const NO_SUCH_GAME = 4404;
const FAILURES_BEFORE_POLLING = 2;

export interface Listener {
  /** The number of the last event that is known. */
  known: () => number;
  token: () => string | null;
  /** `events` are those since the last one known. */
  onGame: (game: Game, events: GameEvent[]) => void;
  onPresence: (here: [boolean, boolean]) => void;
}

export class Connection {
  readonly line = signal<Line>("connecting");
  private socket: WebSocket | null = null;
  private failures = 0;
  private isClosed = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private polling: ReturnType<typeof setTimeout> | undefined;
  private ping: ReturnType<typeof setInterval> | undefined;
  private pong: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly id: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    this.isClosed = false;
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  close(): void {
    this.isClosed = true;
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    clearTimeout(this.retry);
    clearTimeout(this.polling);
    this.drop();
  }

  /** Connects anew, for instance with a token that has just been won. */
  reconnect(): void {
    this.drop();
    this.connect();
  }

  /** After sleep or a lost network a socket may look open and be dead; asking it costs little. */
  private readonly wake = (): void => {
    if (document.visibilityState === "hidden" || this.isClosed || this.line.peek() === "gone") return;
    if (this.socket?.readyState === WebSocket.OPEN) this.check();
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.connect();
  };

  private connect(): void {
    clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/api/games/${encodeURIComponent(this.id)}/events?since=${this.listener.known()}`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ token: this.listener.token() }));
    socket.onmessage = ({ data }) => {
      if (socket === this.socket) this.receive(JSON.parse(String(data)) as LiveMessage);
    };
    socket.onclose = ({ code }) => {
      if (socket === this.socket) this.lose(code);
    };
  }

  private receive(message: LiveMessage): void {
    clearTimeout(this.pong);
    if (message.type === "presence") return this.listener.onPresence(message.here);
    if (message.type !== "game") return;
    this.failures = 0;
    clearTimeout(this.polling);
    this.polling = undefined;
    if (this.line.peek() !== "live") {
      this.line.value = "live";
      clearInterval(this.ping);
      this.ping = setInterval(() => this.check(), PING_EVERY);
    }
    this.listener.onGame(message.game, message.events);
  }

  /** Finds out whether the socket is alive, and takes another if not. */
  check(): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ type: "ping" }));
    clearTimeout(this.pong);
    this.pong = setTimeout(() => this.reconnect(), PONG_WITHIN);
  }

  private drop(): void {
    clearInterval(this.ping);
    clearTimeout(this.pong);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private lose(code: number): void {
    this.drop();
    if (this.isClosed) return;
    if (code === NO_SUCH_GAME) return this.end();
    if (this.line.peek() === "live") this.line.value = "connecting";
    this.retry = setTimeout(() => this.connect(), delayBefore(this.failures, Math.random()));
    this.failures += 1;
    if (this.failures >= FAILURES_BEFORE_POLLING && this.polling === undefined) void this.poll();
  }

  private end(): void {
    this.close();
    this.line.value = "gone";
  }

  private async poll(): Promise<void> {
    try {
      const game = await api.game(this.id, this.listener.token(), this.listener.known());
      this.listener.onGame(game, game.events);
      if (this.line.peek() !== "live") this.line.value = "polling";
    } catch (error) {
      if (error instanceof api.RefusalError && error.status === 404) return this.end();
      if (this.line.peek() !== "live") this.line.value = "lost";
    }
    if (!this.isClosed && this.line.peek() !== "live") this.polling = setTimeout(() => void this.poll(), POLL_EVERY);
  }
}
