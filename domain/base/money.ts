const MILLIUNITS_PER_UNIT = 1000;

/** Largest absolute amount that a tool takes, in currency units: its milliunits are exact. */
export const LARGEST_AMOUNT = 1e12;

/** Turns milliunits into the decimal number an answer shows. */
export function fromMilliunits(milliunits: number): number {
  // One correctly rounded division: the result prints as the exact decimal.
  return milliunits === 0 ? 0 : milliunits / MILLIUNITS_PER_UNIT;
}

/** Turns a decimal number into milliunits. */
export function toMilliunits(amount: number): number | null {
  if (!Number.isFinite(amount) || Math.abs(amount) > LARGEST_AMOUNT) return null;
  const milliunits = Math.round(amount * MILLIUNITS_PER_UNIT);
  return fromMilliunits(milliunits) === amount ? milliunits + 0 : null;
}

/** Adds up milliunits. */
export function sumOf(amounts: Iterable<number>): number {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return sum;
}
