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

/** The indices of numbers at these places, ascending, row by row; rows without any are left out. */
export function rowsOf(places: readonly number[], columns: number): number[][] {
  const rows: number[][] = [];
  places.forEach((place, index) => (rows[Math.floor(place / columns)] ??= []).push(index));
  return Object.values(rows);
}

/** Where a key leads from the number at place `index` of `places`, past places without one, or null if nowhere. */
export function stepFrom(index: number, key: string, places: readonly number[], columns: number): number | null {
  const within = (target: number): number | null => (target in places ? target : null);
  const below = (by: number): number | null => {
    const column = places.flatMap((place, at) => ((place - (places[index] ?? 0)) % columns === 0 ? [at] : []));
    return column[column.indexOf(index) + by] ?? null;
  };
  switch (key) {
    case "ArrowLeft":
      return within(index - 1);
    case "ArrowRight":
      return within(index + 1);
    case "ArrowUp":
      return below(-1);
    case "ArrowDown":
      return below(1);
    case "Home":
      return within(0);
    case "End":
      return within(places.length - 1);
    default:
      return null;
  }
}
