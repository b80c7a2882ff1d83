// How a pool of numbers is laid out, and where the arrow keys lead in it.

const SMALLEST_TILE = 44;
const SMALLEST_GAP = 4;
/** Rows of these lengths put multiples of 4, of 5, of 2 and 3, of 7 and of 10 into columns. Sevens are for what is narrow. */
const LENGTHS = [4, 5, 6, 7, 10];
/** So many numbers stand in rows of four, in which their tiles are nearly square. */
const FEW = 10;
const NARROW = 560;

export interface Room {
  width: number;
  /** Null where a board may be as high as it likes. */
  height: number | null;
}

export interface Grid {
  columns: number;
  gap: number;
  /** The smaller side of a tile. */
  tile: number;
  /** The least height of a row. */
  row: number;
  /** Whether not all rows can be in sight at once. */
  isTall: boolean;
}

/** The grid in which the numbers from `low` to `high` become largest, in as many columns as they are `kept` in, if in any. */
export function gridFor(low: number, high: number, { width, height }: Room, kept?: number): Grid {
  const gridOf = (columns: number, gap: number): Omit<Grid, "row" | "isTall"> => {
    const share = (length: number, count: number): number => (length + gap) / count - gap;
    const rows = Math.ceil((high - low + 1 + emptyPlaces(low, columns)) / columns);
    const wide = share(width, columns);
    return { columns, gap, tile: wide < SMALLEST_TILE ? -Infinity : Math.min(wide, share(height ?? 0.8 * width, rows)) };
  };
  const suits = (columns: number): boolean => (columns === 4 ? high - low < FEW : columns !== 7 || width < NARROW);
  const lengths = kept === undefined ? LENGTHS.filter(suits) : [kept];
  const grids = lengths.map((columns) => gridOf(columns, Math.max(SMALLEST_GAP, Math.min(10, 60 / columns, width / 70))));
  // Where not even four are wide enough for a finger, as many as are.
  const few = gridOf(Math.max(1, Math.floor((width + SMALLEST_GAP) / (SMALLEST_TILE + SMALLEST_GAP))), SMALLEST_GAP);
  const largest = grids.reduce((best, next) => (next.tile > best.tile ? next : best));
  const grid = largest.tile === -Infinity ? few : largest;
  const tile = Math.max(SMALLEST_TILE, height === null ? 0.8 * grid.tile : grid.tile);
  return { ...grid, tile, row: height === null ? tile : SMALLEST_TILE, isTall: height !== null && grid.tile < SMALLEST_TILE };
}

/** Places left empty before the first number, so that the multiples of what a row has stand in one column. */
export const emptyPlaces = (low: number, columns: number): number => (columns === 7 ? 0 : (low - 1) % columns);

/** The indices of numbers at these places, ascending, row by row; rows without any are left out. */
export function rowsOf(places: readonly number[], columns: number): number[][] {
  const rows: number[][] = [];
  places.forEach((place, index) => (rows[Math.floor(place / columns)] ??= []).push(index));
  return Object.values(rows);
}

/** Where a tile stands in its grid. */
export interface Tile {
  offsetLeft: number;
  offsetTop: number;
  offsetWidth: number;
  offsetHeight: number;
}

export interface LinkLine {
  path: string;
  /** Where there is room to write on it. */
  x: number;
  y: number;
}

/** The line from a little within one tile to a little within another, and the place between tiles next to its middle. */
export function linkLine(from: Tile, to: Tile, gap: number): LinkLine {
  const [width, height] = [from.offsetWidth + gap, from.offsetHeight + gap];
  const [x, y] = [from.offsetLeft + from.offsetWidth / 2, from.offsetTop + from.offsetHeight / 2];
  const [dx, dy] = [to.offsetLeft - from.offsetLeft, to.offsetTop - from.offsetTop];
  const at = (part: number): [x: number, y: number] => [Math.round(x + dx * part), Math.round(y + dy * part)];
  const inset = 0.4 * Math.min(from.offsetWidth / Math.abs(dx), from.offsetHeight / Math.abs(dy));
  const [across, down] = [Math.round(Math.abs(dx) / width), Math.round(Math.abs(dy) / height)];
  const between = [across, down].flatMap((tiles) => Array.from({ length: tiles }, (_, index) => (index + 0.5) / tiles));
  const middle = between.reduce((best, part) => (Math.abs(part - 0.5) < Math.abs(best - 0.5) ? part : best), Infinity);
  const [placeX, placeY] = at(middle);
  return { path: `M${at(inset).join(" ")}L${at(1 - inset).join(" ")}`, x: placeX, y: placeY };
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
