import assert from "node:assert/strict";
import { test } from "node:test";

import { awayText, calledBy, lastText, statusText } from "../../src/game/words";
import type { Game, Player } from "../../src/types";

const game = (more: Partial<Game> = {}): Game =>
  ({
    opponent: "computer",
    players: [{ name: "Player 1" }, { name: "Computer" }],
    starter: 1,
    seats: [1, 2],
    to_move: 1,
    is_waiting: false,
    swap_open: false,
    their_requirement: "Pick a number that shares a factor with their 14.",
    last: { player: 2, deed: "took 5" },
    players_of_moves: [1, 2],
    position: { moves: [14, 5], requirement: "Pick a number that shares a factor with your 14.", board: { kind: "pool" } },
    result: null,
    ...more,
  }) as unknown as Game;

test("whoever plays is spoken to, whoever watches hears the names", () => {
  const named = "Player 1 to move. Pick a number that shares a factor with their 14.";
  assert.equal(statusText(game(), [1]), "Your move. Pick a number that shares a factor with your 14.");
  assert.equal(statusText(game(), []), named);
  assert.equal(statusText(game({ opponent: "one-device" }), [1, 2]), named);
  assert.equal(statusText(game(), [2]), named);
});

test("long numbers are grouped, but not those in a name", () => {
  const players = [{ name: "Ann12345" }, { name: "Computer" }] as Game["players"];
  const long = game({ players, their_requirement: "Divide 1000000.", last: { player: 1, deed: "divided 2000000 by 2" } });
  assert.equal(statusText(long, []), "Ann12345 to move. Divide 1,000,000.");
  assert.equal(lastText(long, []), "Ann12345 divided 2,000,000 by 2.");
});

test("whoever waits for a friend reads another sentence than whoever watches", () => {
  const waiting = game({ opponent: "friend", is_waiting: true, to_move: null });
  assert.equal(statusText(waiting, [1]), "Waiting for your friend to join.");
  assert.equal(statusText(waiting, []), "The second player has not come yet.");
});

test("the end is told to the winner, to the loser and to others", () => {
  const position = { ...game().position, requirement: "No number that shares a factor with your 14 is left." };
  const over = { to_move: null, position, their_requirement: "No number that shares a factor with their 14 is left." };
  const won = game({ ...over, result: { winner: 1, by: "rules" } });
  assert.equal(statusText(won, [1]), `You win, because Computer cannot move. ${over.their_requirement}`);
  assert.equal(statusText(won, []), `Player 1 wins, because Computer cannot move. ${over.their_requirement}`);
  const lost = game({ ...over, result: { winner: 2, by: "rules" } });
  assert.equal(statusText(lost, [1]), `Computer wins, because you cannot move. ${position.requirement}`);
  const resigned = (winner: Player): Game => game({ to_move: null, result: { winner, by: "resignation" } });
  assert.equal(statusText(resigned(2), [1]), "You resigned. Computer wins.");
  assert.equal(statusText(resigned(1), [1]), "Computer resigned. You win.");
  assert.equal(statusText(resigned(1), []), "Computer resigned. Player 1 wins.");
});

test("whoever may swap is told what that means, and so are others", () => {
  const open = game({ swap_open: true, position: { ...game().position, moves: [14] } });
  assert.equal(
    statusText(open, [1]),
    "You may swap: Computer’s 14 becomes yours, and Computer moves next; without a swap you move next.",
  );
  assert.equal(
    statusText(open, [2]),
    "Player 1 may swap: your 14 becomes Player 1’s, and you move next; without a swap Player 1 moves next.",
  );
  assert.equal(
    statusText(open, []),
    "Player 1 may swap: Computer’s 14 becomes Player 1’s, and Computer moves next; without a swap Player 1 moves next.",
  );
});

test("the last move is said of the reader where it was theirs", () => {
  assert.equal(lastText(game({ last: { player: 1, deed: "took 14" } }), [1]), "You took 14.");
  assert.equal(lastText(game(), [1]), "Computer took 5.");
  assert.equal(lastText(game({ last: null }), [1]), null);
  const swapped = game({ last: { player: 2, deed: null } });
  assert.equal(lastText(swapped, [1]), "Computer swapped sides and took over the 14.");
  assert.equal(lastText(swapped, [2]), "You swapped sides and took over the 14.");
  const changing = { ...swapped, position: { ...swapped.position, board: { kind: "numbers" } } } as Game;
  assert.equal(lastText(changing, [2]), "You swapped sides and took over the first move.");
});

test("whoever waits or watches is told who is away", () => {
  const friends = (first: boolean, second: boolean): Game =>
    game({ opponent: "friend", players: [{ name: "Ann", is_here: first }, { name: "Bob", is_here: second }] as Game["players"] });
  assert.equal(awayText(friends(true, false), [1]), "Bob is away.");
  assert.equal(awayText(friends(true, true), [1]), null);
  assert.equal(awayText(friends(false, false), [1]), "Bob is away.");
  assert.equal(awayText(friends(false, false), []), "Ann and Bob are away.");
  assert.equal(awayText({ ...friends(true, false), is_waiting: true }, [1]), null);
  assert.equal(awayText(game(), [1]), null);
});

test("only somebody without a name is called you beside a number", () => {
  assert.equal(calledBy(game(), [1], 1), "you");
  assert.equal(calledBy(game(), [], 1), "Player 1");
  const [, computer] = game().players;
  assert.equal(calledBy(game({ players: [{ ...computer, name: "Ann" }, computer] }), [1], 1), "Ann");
});
