const MILLIUNITS_PER_UNIT = 1000;

/** Largest absolute amount that tools accept, in currency units; still exact in milliunits. */
export const MAX_AMOUNT = 1e12;

/** Amounts by name, in milliunits. */
export type Amounts<Name extends string> = Readonly<Record<Name, number>>;

export function fromMilliunits(milliunits: number): number {
  // A single division is correctly rounded, so the result prints as the exact decimal.
  return milliunits === 0 ? 0 : milliunits / MILLIUNITS_PER_UNIT;
}

export function toMilliunits(amount: number): number | null {
  if (!Number.isFinite(amount) || Math.abs(amount) > MAX_AMOUNT) return null;
  const milliunits = Math.round(amount * MILLIUNITS_PER_UNIT);
  return fromMilliunits(milliunits) === amount ? milliunits + 0 : null;
}

export function sumOf(amounts: Iterable<number>): number {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return sum;
}

/** Divides integers and rounds half away from zero, so that refunds round like payments. */
export function roundedQuotient(dividend: number, divisor: number): number {
  // Unlike the remainder, a floating-point quotient isn't exact: x.4999... could be rounded up.
  const size = Math.abs(dividend);
  const rest = size % divisor;
  const whole = (size - rest) / divisor + (2 * rest >= divisor ? 1 : 0);
  return dividend < 0 ? 0 - whole : whole;
}

/** Splits a month's amount into daily shares that add up exactly; omits the days before `from`. */
export function spreadAmount(amount: number, days: number, from: number): readonly number[] {
  // Each part is the difference of two rounded running totals, so the parts add up exactly.
  const until = (day: number): number => roundedQuotient(amount * day, days);
  return Array.from(
    { length: days - from + 1 },
    (_, at) => until(from + at) - until(from + at - 1),
  );
}
