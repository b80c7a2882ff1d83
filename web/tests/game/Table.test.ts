import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { keptGames } from "../../src/game/kept";
import { Table } from "../../src/game/Table";
import type { Game, Move } from "../../src/types";

const game = (number: number, moves: Move[], more: Partial<Game> = {}): Game =>
  ({
    id: "k3",
    number,
    opponent: "computer",
    players: [{ name: "Ann" }, { name: "Computer" }],
    to_move: moves.length % 2 === 0 ? 1 : 2,
    last: null,
    position: { moves, notation: `factor-clash:2-20:${moves.join()}`, board: { kind: "pool" } },
    result: null,
    target: null,
    games: 1,
    ...more,
  }) as unknown as Game;

interface Sent {
  path: string;
  prefer: string | null;
  body: { id: string; ply: number; move: Move; token: string };
}

type Answering = (sent: Sent) => Response | Promise<Response>;

let sent: Sent[];
let answering: Answering;
let stored: Map<string, string>;

class SilentSocket {
  static readonly OPEN = 1;
  static readonly CONNECTING = 0;
  static newest: SilentSocket;
  readyState = SilentSocket.CONNECTING;
  readonly sent: unknown[] = [];
  onopen: () => void = () => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  constructor() {
    SilentSocket.newest = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
}

const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });

async function tableAt(start: Game): Promise<Table> {
  answering = () => json(start);
  const table = new Table("k3");
  await table.open();
  return table;
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

beforeEach(() => {
  mock.timers.reset();
  sent = [];
  stored = new Map();
  Object.assign(globalThis, {
    WebSocket: SilentSocket,
    location: { protocol: "http:", host: "localhost" },
    document: { addEventListener() {}, removeEventListener() {} },
    addEventListener() {},
    removeEventListener() {},
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
    fetch: async (path: string, request: RequestInit) => {
      const asking = { path, prefer: new Headers(request.headers).get("Prefer"), body: request.body ? JSON.parse(String(request.body)) : null };
      sent.push(asking);
      return answering(asking);
    },
  });
  keptGames.value = { k3: { tokens: { 1: "secret" } } as never };
});

test("a pressed number is pending before the server has said anything", async () => {
  const table = await tableAt(game(1, []));
  answering = () => new Promise(() => undefined);
  void table.play(14);
  assert.deepEqual(table.pending.value, { move: 14, player: 1, ply: 1 });
});

test("the answer of the computer is shown 350 milliseconds after the own move, not before", async () => {
  const table = await tableAt(game(1, []));
  mock.timers.enable({ apis: ["setTimeout"] });
  answering = () => json({ number: 3, game: game(3, [14, 7]) });
  await table.play(14);
  assert.deepEqual(table.game.value?.position.moves, []);
  assert.equal(table.pending.value?.move, 14);
  mock.timers.tick(351);
  assert.deepEqual(table.game.value?.position.moves, [14, 7]);
  assert.equal(table.pending.value, null);
});

test("the game after a move is sent once: by the socket while there is one, or else with the answer", async (test) => {
  const table = await tableAt(game(1, []));
  test.after(() => table.close());
  answering = () => json({ number: 2, game: game(2, [14]) });
  await table.play(14);
  assert.equal(sent.at(-1)?.prefer, null);
  assert.deepEqual(table.game.value?.position.moves, [14]);
  const friendly = { opponent: "friend" } as const;
  const hear = (of: Game): void => SilentSocket.newest.onmessage({ data: JSON.stringify({ type: "game", game: of, events: [] }) });
  hear(game(3, [14, 7], friendly));
  answering = () => json({ number: 4 });
  await table.play(2);
  assert.equal(sent.at(-1)?.prefer, "return=minimal");
  assert.equal(table.pending.value?.move, 2);
  hear(game(4, [14, 7, 2], friendly));
  assert.equal(table.pending.value, null);
  assert.deepEqual(table.game.value?.position.moves, [14, 7, 2]);
});

test("a socket that does not tell what happened is asked whether it is alive, and replaced if not", async (test) => {
  const table = await tableAt(game(1, []));
  test.after(() => table.close());
  mock.timers.enable({ apis: ["setTimeout"] });
  const first = SilentSocket.newest;
  first.onmessage({ data: JSON.stringify({ type: "game", game: game(1, []), events: [] }) });
  first.readyState = SilentSocket.OPEN;
  answering = () => json({ number: 2 });
  await table.play(14);
  assert.deepEqual(first.sent.at(-1), { type: "ping" });
  assert.equal(SilentSocket.newest, first);
  mock.timers.tick(5001);
  assert.notEqual(SilentSocket.newest, first);
});

test("a refused move puts the board back to the game of the refusal and says why", async () => {
  const table = await tableAt(game(1, []));
  const now = game(4, [15, 5, 10], { opponent: "friend" });
  answering = () => json({ error: { code: "wrong_ply", message: "The game has gone on meanwhile." }, game: now }, 409);
  await table.play(14);
  assert.equal(table.pending.value, null);
  assert.deepEqual(table.game.value?.position.moves, [15, 5, 10]);
  assert.equal(table.problem.value, "The game has gone on meanwhile.");
});

test("a move that found no server is sent again with the same id, and only then another", async () => {
  const table = await tableAt(game(1, []));
  mock.timers.enable({ apis: ["setTimeout"] });
  let isUp = false;
  answering = () => {
    if (!isUp) throw new TypeError("no network");
    return json({ number: 2, game: game(2, [14]) });
  };
  const playing = table.play(14);
  await settled();
  assert.equal(table.isRetrying.value, true);
  isUp = true;
  mock.timers.tick(500);
  await playing;
  const moves = sent.filter(({ path }) => path.endsWith("/moves"));
  assert.equal(moves.length, 2);
  assert.equal(moves[0]?.body.id, moves[1]?.body.id);
  assert.equal(table.isRetrying.value, false);
  assert.deepEqual(table.game.value?.position.moves, [14]);
});

test("a seat is claimed with a token that is kept before it is asked for, and asked for again with the same", async () => {
  keptGames.value = {};
  const table = await tableAt(game(1, [], { opponent: "friend" }));
  mock.timers.enable({ apis: ["setTimeout"] });
  let isUp = false;
  answering = ({ body }) => {
    if (!isUp) throw new TypeError("no network");
    return json({ token: body.token, player: 2, game: game(2, [], { opponent: "friend" }) });
  };
  const joining = table.join("secret", "Bob");
  assert.match(table.claim.value?.token ?? "", /^[A-Za-z0-9_-]{22}$/);
  assert.deepEqual(new Table("k3").claim.value, table.claim.value);
  await settled();
  isUp = true;
  mock.timers.tick(500);
  await joining;
  const claims = sent.filter(({ path }) => path.endsWith("/join")).map(({ body }) => body.token);
  assert.equal(claims.length, 2);
  assert.equal(claims[0], claims[1]);
  assert.deepEqual(table.tokens.value, { 2: claims[0] });
  assert.equal(table.claim.value, null);
  assert.equal(new Table("k3").claim.value, null);
});

test("a page that was closed before its seat was granted asks for it again when it opens", async () => {
  keptGames.value = {};
  stored.set("commonfactor.claims", JSON.stringify({ k3: { token: "mine", invitation: "secret", name: "Bob" } }));
  answering = ({ path }) =>
    path.endsWith("/join") ? json({ token: "mine", player: 2, game: game(2, []) }) : json(game(2, [], { opponent: "friend" }));
  const table = new Table("k3");
  await table.open();
  assert.deepEqual(table.mine.value, [2]);
});

test("a hint stays until it is closed or something happens", async () => {
  const hint = { step: 1 as const, text: "Look at 14.", moves: [], claims: [], short: null };
  const table = await tableAt(game(4, [15, 5], { hint }));
  const step = (): number | undefined => table.hint.value?.step;
  assert.deepEqual(table.hint.value, hint);
  table.closeHint();
  assert.equal(step(), undefined);
  answering = () => json({ number: 5, game: game(5, [15, 5], { hint: { step: 2, text: "14 or 16.", moves: [], claims: [], short: null } }) });
  await table.command("hint", {});
  assert.equal(step(), 2);
  answering = () => json({ number: 6, game: game(6, [15, 5, 10], { hint: null }) });
  await table.command("moves", { ply: 3, move: 10 });
  assert.equal(step(), undefined);
});

test("the last hint is shown again without being asked for again", async () => {
  const hint = { step: 3 as const, text: "Play 14.", moves: [14], claims: [], short: null };
  const table = await tableAt(game(6, [15, 5], { hint }));
  table.closeHint();
  assert.equal(table.hint.value, null);
  const before = sent.length;
  await table.askForHint();
  assert.deepEqual(table.hint.value, hint);
  assert.equal(sent.length, before);
});

test("one device with both seats greets the server with the one token of both", async () => {
  keptGames.value = { k3: { tokens: { 1: "secret", 2: "secret" } } as never };
  await tableAt(game(1, [], { opponent: "one-device" }));
  SilentSocket.newest.onopen();
  assert.deepEqual(SilentSocket.newest.sent, [{ token: "secret" }]);
});

test("who asked hears of a refusal until something else happens, who was asked hears nothing of a withdrawal", async () => {
  for (const [asker, told] of [[1, "Tim declined."], [2, null]] as const) {
    const friend = (number: number, more: Partial<Game> = {}): Game =>
      game(number, [15], { opponent: "friend", players: [{ name: "Ann" }, { name: "Tim" }] as never, offer: null, ...more });
    const table = await tableAt(friend(4, { offer: { kind: "takeback", by: asker, number: 4 } }));
    const push = (pushed: Game, events: unknown[]): void =>
      SilentSocket.newest.onmessage({ data: JSON.stringify({ type: "game", game: pushed, events }) });
    push(friend(5), [{ number: 5, kind: "declined", player: 2, at: "" }]);
    assert.equal(table.declined.value, told);
    push(friend(6), [{ number: 6, kind: "move", player: 2, at: "" }]);
    assert.equal(table.declined.value, null);
    table.close();
  }
});

test("what went wrong is past once something else has happened", async () => {
  const table = await tableAt(game(4, [15, 5]));
  table.problem.value = "There is no move of yours to take back.";
  SilentSocket.newest.onmessage({ data: JSON.stringify({ type: "game", game: game(5, [15, 5]), events: [] }) });
  assert.equal(table.problem.value, null);
  table.close();
});

test("news that come late do not turn the game back", async () => {
  const table = await tableAt(game(5, [15, 5, 10]));
  answering = () => json({ number: 4, game: game(4, [15, 5]) });
  await table.command("takeback", {});
  assert.equal(table.game.value?.number, 5);
});

test("a game that is not there is gone, and another trouble is one sentence", async () => {
  answering = () => json({ error: { code: "no_such_game", message: "There is no such game." } }, 404);
  const gone = new Table("k3");
  await gone.open();
  assert.equal(gone.connection.line.value, "gone");
  answering = () => json({ error: { code: "too_many", message: "Wait 3 seconds." } }, 429);
  const busy = new Table("k3");
  await busy.open();
  assert.equal(busy.problem.value, "Wait 3 seconds.");
});
