// Every prime has its own mark: a shape, and a way to draw it. Twelve shapes, three ways: 36 primes before one comes again,
// more than any pool up to 150 has. The factors stand beside the marks in figures, so nothing depends on telling them apart.

export interface Mark {
  /** An SVG path in a square of 10 by 10. */
  path: string;
  style: "filled" | "ring" | "dotted";
  /** Which of the colours of marks, from 1. */
  colour: number;
}

const COLOURS = 6;

const polygon = (corners: number, turn = 0): string => {
  const points = Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners - Math.PI / 2 + turn;
    return `${(5 + 4 * Math.cos(angle)).toFixed(2)} ${(5 + 4 * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join("L")}Z`;
};

const SHAPES = [
  "M1 5a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",
  polygon(3),
  "M1.6 1.6H8.4V8.4H1.6Z",
  polygon(5),
  "M5 .6L9.4 5L5 9.4L.6 5Z",
  polygon(6),
  polygon(3, Math.PI),
  "M3.6 1h2.8v2.6H9v2.8H6.4V9H3.6V6.4H1V3.6h2.6Z",
  "M1 3H9V7H1Z",
  "M3 1H7V9H3Z",
  "M1 8A4 6 0 0 1 9 8Z",
  "M1 2A4 6 0 0 0 9 2Z",
];

const primes: number[] = [];
const rankOf = new Map<number, number>();

/** 0 for 2, 1 for 3, 2 for 5 and so on; primes beyond the largest pool share a rank by their size. */
function rank(prime: number): number {
  if (prime > 2000) return prime % (SHAPES.length * 3);
  for (let next = (primes.at(-1) ?? 1) + 1; next <= prime; next++) {
    if (primes.some((smaller) => next % smaller === 0)) continue;
    rankOf.set(next, primes.length);
    primes.push(next);
  }
  return rankOf.get(prime) ?? 0;
}

export function markOf(prime: number): Mark {
  const place = rank(prime);
  const style = (["filled", "ring", "dotted"] as const)[Math.floor(place / SHAPES.length) % 3] ?? "filled";
  return { path: SHAPES[place % SHAPES.length] ?? "", style, colour: (place % COLOURS) + 1 };
}
