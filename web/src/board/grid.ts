// How a pool of numbers is laid out, and where the arrow keys lead in it.

const GAP = 4;
const SMALLEST_CELL = 44;

/** How many columns a pool of `count` numbers has in a board of `width` pixels. */
export function columnsFor(count: number, width: number): number {
  const fitting = Math.max(1, Math.floor((width + GAP) / (SMALLEST_CELL + GAP)));
  if (count <= 30) return Math.min(fitting, width >= 560 ? 10 : width >= 440 ? 7 : 5);
  return Math.min(fitting, width >= 560 ? 10 : 7);
}

/** The widest a cell may become, in pixels: a small pool looks best large, a large one must not become endless. */
export function widestCell(count: number): number {
  return count <= 30 ? 76 : count <= 60 ? 68 : count <= 120 ? 56 : SMALLEST_CELL;
}

/** Places left empty before the first number, so that fives and tens stand in one column. */
export function emptyPlaces(low: number, columns: number): number {
  return 10 % columns === 0 ? (low - 1) % columns : 0;
}

/** The indices of `count` numbers, row by row. */
export function rowsOf(count: number, columns: number, empty: number): number[][] {
  const rows: number[][] = [];
  for (let index = 0; index < count; index++) (rows[Math.floor((index + empty) / columns)] ??= []).push(index);
  return rows;
}

/** Where a key leads from place `index` of `count`, or null if it leads nowhere. */
export function stepFrom(index: number, key: string, count: number, columns: number): number | null {
  const within = (target: number): number | null => (target >= 0 && target < count ? target : null);
  switch (key) {
    case "ArrowLeft":
      return within(index - 1);
    case "ArrowRight":
      return within(index + 1);
    case "ArrowUp":
      return within(index - columns);
    case "ArrowDown":
      return within(index + columns);
    case "Home":
      return within(0);
    case "End":
      return within(count - 1);
    default:
      return null;
  }
}
