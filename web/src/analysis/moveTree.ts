// The lines that a reader has tried from one start, kept as a tree: nothing that was looked at is lost by looking elsewhere.

export interface Branch {
  move: string;
  branches: Branch[];
}

export interface MoveTree {
  /** GAME:SETUP, which all lines have in common. */
  start: string;
  branches: Branch[];
}

/** Moves in a row without a choice between them, from the branching at which they leave the line above. */
export interface Run {
  depth: number;
  steps: { move: string; ply: number; path: string[] }[];
}

/** The tree with one more line in it, the same tree if it was there, a new one if the line starts elsewhere. */
export function grown(tree: MoveTree | null, start: string, moves: readonly string[]): MoveTree {
  if (tree?.start !== start) return { start, branches: withLine([], moves) };
  const branches = withLine(tree.branches, moves);
  return branches === tree.branches ? tree : { start, branches };
}

function withLine(branches: Branch[], moves: readonly string[]): Branch[] {
  const [move, ...rest] = moves;
  if (move === undefined) return branches;
  const branch = branches.find((each) => each.move === move);
  if (!branch) return [...branches, { move, branches: withLine([], rest) }];
  const inner = withLine(branch.branches, rest);
  return inner === branch.branches ? branches : branches.map((each) => (each === branch ? { move, branches: inner } : each));
}

/** The first line that was tried, and below each of its moves, further in, what was tried instead. */
export function runsOf({ branches }: MoveTree): Run[] {
  return variations(branches, [], 0);
}

function variations(branches: Branch[], before: string[], depth: number): Run[] {
  return branches.flatMap((branch, index) => run(branch, before, depth + Math.min(index, 1)));
}

function run(first: Branch, before: string[], depth: number): Run[] {
  const steps: Run["steps"] = [];
  const others: Run[] = [];
  let path = before;
  for (let branch: Branch | undefined = first; branch; branch = branch.branches[0]) {
    path = [...path, branch.move];
    steps.push({ move: branch.move, ply: path.length, path });
    others.push(...branch.branches.slice(1).flatMap((other) => run(other, path, depth + 1)));
  }
  return [{ depth, steps }, ...others];
}

/** The line as far as the tree knows it from here, following what was tried first. */
export function longestFrom({ branches }: MoveTree, moves: readonly string[]): string[] {
  let next: Branch[] = branches;
  for (const move of moves) next = next.find((branch) => branch.move === move)?.branches ?? [];
  const line = [...moves];
  for (let branch = next[0]; branch; branch = branch.branches[0]) line.push(branch.move);
  return line;
}
