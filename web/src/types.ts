// What the server says, under the names that the page has for it, and what only the page knows. All else is made from the
// server's own description of its answers. What is legal, why, and what a move does always comes from there.

import type {
  Divided, Done, Event, GameOffered, GameSince, HintTold, Label, LevelOffered, Message, NewSeat, NewSeats, OwnGame, Position, Record,
  Result, Review as ToldReview, Rules, Seated, Step,
} from "./answers";

export type {
  Analysis, Catalogue, Cell, Claim, Decision, Divisor, Drawing, Hint, NewGame, NumbersBoard, Opponent, Picture, PoolBoard, Position, Refusal,
  ReviewedMove, Seat, Verdict,
} from "./answers";

/** A number, or where one of several numbers is changed a text such as "48/2". */
export type Move = Position["moves"][number];
/** Stays the same person through a match, whoever moves first. */
export type Player = Result["winner"];
/** What a move does to a number: "48/2" stands for 48 ÷ 2 in one game, for 48 − 2 in another. Boards of numbers have one. */
export type Sign = string | undefined;

export type Board = Position["board"];
export type ChangingNumber = Divided;
export type TrailStep = Step;
export type MoveLabel = Label;
export type SetupRules = Rules;
export type CatalogueGame = GameOffered;
export type Level = LevelOffered;
export type RecordedGames = Record;
export type GamePlayer = Seated;
export type GameEvent = Event;
export type LiveMessage = Message;
/** A game as it stands; `you` is missing in pushed messages, which go to everybody. */
export type Game = Omit<OwnGame, "you"> & Partial<Pick<OwnGame, "you">>;
export type GameWithEvents = GameSince;
export type CreatedGame = NewSeats;
export type JoinedGame = NewSeat;
/** The answer to a command: the number of the event that it made, and the game after it. */
export type Answer = Done;
export type GivenHint = HintTold;

export interface Review extends ToldReview {
  /** Whom the page speaks to as "you"; the server does not know. */
  reader?: Player;
  /** How moves are written, as the first board of it says. */
  sign?: Sign;
}
