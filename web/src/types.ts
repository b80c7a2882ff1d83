// The JSON that the server speaks. What is legal, why, and what a move does always comes from there.

/** A number, or where one of several numbers is changed a text such as "48/2". */
export type Move = number | string;
/** 1 moves first in the game at hand. */
export type Seat = 1 | 2;
/** Stays the same person through a match, whoever moves first. */
export type Player = 1 | 2;
/** What a move does to a number: "48/2" stands for 48 ÷ 2 in one game, for 48 − 2 in another. Boards of numbers have one. */
export type Sign = string | undefined;
export type Verdict = "win" | "loss" | "unknown";

export interface Cell {
  number: number;
  factors: number[];
  status: "free" | "barred" | "gone";
  move: Move;
  taken_by: Seat | null;
  ply: number | null;
  /** Null, as the next three, in pools of more than 200 numbers: the position with `why` tells. */
  text: string | null;
  removes: number[] | null;
  replies: number | null;
  preview: string | null;
}

export interface PoolBoard {
  kind: "pool";
  low: number;
  high: number;
  cells: Cell[];
}

export interface Divisor {
  divisor: number;
  move: Move;
  leaves: number;
  /** Null, as the next two, where there are more than 200. */
  text: string | null;
  replies: number | null;
  preview: string | null;
}

export interface ChangingNumber {
  number: number;
  factors: number[];
  /** What to do with it, to go before a divisor: "Divide 60 by". */
  command: string;
  divisors: Divisor[];
}

export interface TrailStep {
  ply: number;
  numbers: number[];
  move: Move | null;
  seat: Seat | null;
}

export interface NumbersBoard {
  kind: "numbers";
  sign: string;
  numbers: ChangingNumber[];
  trail: TrailStep[];
}

export type Board = PoolBoard | NumbersBoard;

export interface Why {
  move: string;
  allowed: boolean;
  text: string;
}

/** What a line of play comes to, by the rules alone. */
export interface Line {
  game: string;
  setup: string;
  moves: Move[];
  to_move: Seat;
  legal: Move[];
  over: boolean;
  winner: Seat | null;
  notation: string;
}

export interface Position extends Line {
  title: string;
  requirement: string;
  objections: Record<string, string>;
  why?: Why;
  board: Board;
}

export interface Drawing {
  edges: [number, number][];
  joins: string;
  numbers: number[];
  pairs: [number, number][];
  groups: { numbers: number[]; worth: string }[];
  line: string[];
  move: string | null;
}

export interface Analysis extends Line {
  verdict: Verdict;
  winning: Move[];
  losing: Move[];
  unknown: Move[];
  nimber: number | null;
  value: string | number | null;
  reason: string | null;
  proof: ({ kind: string } & Record<string, unknown>) | null;
  proof_is_cut?: boolean;
  nodes: number;
  seconds: number;
  drawing: Drawing | null;
}

export type MoveLabel = "best" | "only move" | "missed win" | "mistake" | "lost anyway" | "unknown";

export interface ReviewedMove {
  ply: number;
  player: Player;
  move: Move;
  verdict: Verdict;
  label: MoveLabel;
  better: Move | null;
  reason: string | null;
}

export interface Review {
  game: string;
  setup: string;
  notation: string;
  winner: Player | null;
  accuracy: number | null;
  moves: ReviewedMove[];
  leaders: (Player | null)[];
  decisive: number | null;
  summary: string;
  kept: [[number, number], [number, number]];
  names: [string, string];
  /** Of the computer; null for people. */
  levels: [number | null, number | null];
  /** Who could take over the first seat, and whether that happened; null in games without a swap. */
  swap: { player: Player; is_taken: boolean | null } | null;
  /** Whom the page speaks to as "you"; the server does not know. */
  reader?: Player;
  /** How moves are written, as the first board of it says. */
  sign?: Sign;
}

export interface CatalogueGame {
  name: string;
  short_name: string;
  title: string;
  summary: string;
  default_setup: string;
  recommended_setup: string;
  has_pool: boolean;
  /** The first is the one that a setup leaves out; the same holds for relations. */
  openings: string[];
  /** By name; none where there is no pool. */
  relations: string[];
  /** What comes after "if" to say that two numbers are linked, by relation. */
  relation_words: Record<string, string>;
  /** The largest number that a setup may have. */
  highest: number;
  setup_question: string;
  rules: string[];
  /** Null where there is no pool. */
  picture: Picture | null;
}

/** Some numbers of a pool after a few moves. */
export interface Picture {
  numbers: number[];
  /** By the two seats in turn. */
  taken: number[];
  swept: number[];
  joined: [number, number][];
}

/** The rules of a game with its setup, by paragraphs. */
export interface SetupRules {
  game: string;
  setup: string;
  title: string;
  rules: string[];
}

export interface Level {
  number: number;
  name: string;
  player: string;
  description: string;
}

export interface Catalogue {
  games: CatalogueGame[];
  levels: Level[];
  limits: {
    largest_number: number;
    largest_to_divide: number;
    most_first_moves: number;
    most_moves: number;
    longest_name: number;
    longest_match: number;
  };
}

export interface RecordedGames {
  names: [string, string];
  games: { notation: string; winner: Player | null; starter: Player }[];
}

export interface GamePlayer {
  name: string;
  program: string | null;
  level: number | null;
  is_here: boolean;
  has_joined: boolean;
}

export type Opponent = "computer" | "friend" | "one-device";

export interface Game {
  id: string;
  number: number;
  opponent: Opponent;
  game: string;
  setup: string;
  title: string;
  players: [GamePlayer, GamePlayer];
  seats: [Player, Player];
  starter: Player;
  to_move: Player | null;
  is_waiting: boolean;
  has_swap: boolean;
  swap_open: boolean;
  status: string;
  last: string | null;
  position: Position;
  players_of_moves: Player[];
  result: { winner: Player; by: "rules" | "resignation" } | null;
  score: [number, number];
  target: number | null;
  match_winner: Player | null;
  games: number;
  /** `number` is that of its event; whoever accepts names it. */
  offer: { kind: "takeback" | "rematch"; by: Player; number: number } | null;
  can_undo: [boolean, boolean];
  hints: [number, number];
  /** The last hint, if nothing has happened since. */
  hint: GivenHint | null;
  /** Missing in pushed messages, which go to everybody. */
  you?: Player[];
}

export interface GameEvent {
  number: number;
  kind:
    | "created"
    | "joined"
    | "move"
    | "swap"
    | "takeback"
    | "offer"
    | "declined"
    | "resigned"
    | "hint"
    | "next"
    | "rematch";
  player: Player | null;
  move?: Move;
  ply?: number;
  at: string;
}

export interface GameWithEvents extends Game {
  events: GameEvent[];
}

export interface NewGame {
  game?: string;
  setup?: string;
  position?: string;
  opponent: Opponent;
  level?: number | string;
  names?: string[];
  you?: Player;
  target?: number | null;
  swap?: boolean;
}

export interface CreatedGame {
  id: string;
  tokens: Partial<Record<Player, string>>;
  invitation: string | null;
  game: Game;
}

export interface JoinedGame {
  token: string;
  player: Player;
  game: Game;
}

/** The answer to a command: the number of the event that it made, and the game after it. */
export interface Answer {
  number: number;
  game: Game;
}

export interface GivenHint {
  step: 1 | 2 | 3;
  text: string;
  /** Those that it names, to be found on the board. */
  moves: Move[];
}

export interface Hint extends Answer, GivenHint {}

export type LiveMessage =
  | { type: "game"; events: GameEvent[]; game: Game }
  | { type: "presence"; here: [boolean, boolean] }
  | { type: "pong" };

/** Every refusal has this shape, whatever its status. */
export interface Refusal {
  /** `field` is what to correct in the request, where that is one thing. */
  error: { code: string; message: string; field?: string };
  game?: Game;
  position?: Position;
}
