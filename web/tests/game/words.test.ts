import assert from "node:assert/strict";
import { test } from "node:test";

import { awayText, calledBy, lastText, statusText } from "../../src/game/words";
import type { Game } from "../../src/types";

const game = (more: Partial<Game> = {}): Game =>
  ({
    opponent: "computer",
    players: [{ name: "Player 1" }, { name: "Computer" }],
    starter: 1,
    seats: [1, 2],
    to_move: 1,
    is_waiting: false,
    swap_open: false,
    status: "Player 1 to move. Pick a number that shares a factor with Player 1's 14.",
    last: "Computer took 5.",
    players_of_moves: [1, 2],
    position: { moves: [14, 5], requirement: "Pick a number that shares a factor with your 14.", board: { kind: "pool" } },
    result: null,
    ...more,
  }) as unknown as Game;

test("whoever plays is spoken to, whoever watches hears the names", () => {
  assert.equal(statusText(game(), [1]), "Your move. Pick a number that shares a factor with your 14.");
  assert.equal(statusText(game(), []), game().status);
  assert.equal(statusText(game({ opponent: "one-device" }), [1, 2]), game().status);
  assert.equal(statusText(game({ to_move: 2, status: "Computer to move." }), [1]), "Computer to move.");
});

test("the end is told to the winner and to the loser", () => {
  const position = { ...game().position, requirement: "No number that shares a factor with your 14 is left." };
  const won = game({
    result: { winner: 1, by: "rules" },
    status: "Player 1 wins, because Computer cannot move. No number that shares a factor with Computer's 5 is left.",
  });
  assert.equal(statusText(won, [1]), "You win, because Computer cannot move. No number that shares a factor with Computer's 5 is left.");
  const lost = game({ result: { winner: 2, by: "rules" }, status: "Computer wins, …", position });
  assert.equal(statusText(lost, [1]), `Computer wins, because you cannot move. ${position.requirement}`);
  assert.equal(statusText(game({ result: { winner: 2, by: "resignation" } }), [1]), "You resigned. Computer wins.");
  assert.equal(statusText(game({ result: { winner: 1, by: "resignation" } }), [1]), "Computer resigned. You win.");
});

test("whoever may swap is told what that means", () => {
  const open = game({ swap_open: true, position: { ...game().position, moves: [14] } });
  assert.equal(
    statusText(open, [1]),
    "You may swap: Computer’s 14 becomes yours, and Computer moves next; without a swap you move next.",
  );
});

test("the last move is said of the reader where it was theirs", () => {
  assert.equal(lastText(game({ last: "Player 1 took 14.", players_of_moves: [1] }), [1]), "You took 14.");
  assert.equal(lastText(game(), [1]), "Computer took 5.");
  assert.equal(lastText(game({ last: null, players_of_moves: [] }), [1]), null);
  const swapped = { last: "Computer swapped sides and took over the 14.", players_of_moves: [1], seats: [2, 1] } satisfies Partial<Game>;
  assert.equal(lastText(game(swapped), [1]), swapped.last);
  const own = { ...swapped, last: "Player 1 swapped sides and took over the 14.", players_of_moves: [2], starter: 2, seats: [1, 2] } satisfies Partial<Game>;
  assert.equal(lastText(game(own), [1]), "You swapped sides and took over the 14.");
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
