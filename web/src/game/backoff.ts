const FIRST = 500;
const LONGEST = 10_000;

/**
 * Milliseconds to wait before attempt number `attempt` (from 0) to reach the server again. `chance` from 0 to 1 spreads the
 * attempts of many pages after a restart.
 */
export function delayBefore(attempt: number, chance: number): number {
  const full = Math.min(LONGEST, FIRST * 2 ** Math.min(attempt, 10));
  return Math.round(full * (0.8 + 0.2 * chance));
}
