// What the build makes of the documentation page of a game.

export type Span = string | { code: string } | { strong: Span[] } | { emphasis: Span[] } | { link: string; spans: Span[] };

export type Block =
  | { kind: "heading"; level: number; id: string; spans: Span[] }
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; items: Span[][] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] }
  | { kind: "code"; language: string; text: string };

export interface Section {
  id: string;
  title: string;
  blocks: Block[];
}

export interface GameDocument {
  game: string;
  title: string;
  intro: Block[];
  sections: Section[];
}
