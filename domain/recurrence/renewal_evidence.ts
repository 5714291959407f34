/** Shapes that are tried: 1 is chance, 64 is even to an eighth of the interval. */
const SHAPES: readonly number[] = [1, 2, 4, 8, 16, 32, 64];

/**
 * Shapes of who comes once a month or more seldom, give or take two days: only many visits
 * show that they drift through the calendar, where a contract keeps its day.
 */
const EVEN_SHAPES: readonly number[] = [...SHAPES, 128, 256];
const FEWEST_EVEN = 20;
const SHORTEST_EVEN_DAYS = 25;
/** Few shops are visited so evenly, and many contracts are: nats. */
const COST_OF_EVENNESS = 2;

/** Of a hundred intervals so many are single, double (a visit elsewhere), or any length. */
const SINGLE = 0.86;
const DOUBLE = 0.1;
const ANY = 0.04;

/** Logarithms of the factors before the densities, which do not change. */
const FACTORS = EVEN_SHAPES.map((shape) => ({
  shape,
  cost: SHAPES.includes(shape) ? 0 : COST_OF_EVENNESS,
  single: shape * Math.log(shape) - logGamma(shape),
  double: 2 * shape * Math.log(shape) - logGamma(2 * shape),
}));

/**
 * Weighs a renewal process against a Poisson process: a log Bayes factor between
 * visits whose intervals are drawn about a mean, one after the other (a gamma
 * distribution; Cox, "Renewal Theory", 1962), and visits at any time. Who visits a
 * shop when the tank is empty does so evenly, but keeps to no calendar.
 */
export function renewalEvidence(
  days: readonly number[],
  shortestEvenDays: number = SHORTEST_EVEN_DAYS,
): number {
  const intervals: number[] = [];
  for (let at = 1; at < days.length; at++) {
    const apart = (days[at] ?? 0) - (days[at - 1] ?? 0);
    if (apart > 0) intervals.push(apart);
  }
  if (intervals.length < 2) return 0;
  const mean = intervals.reduce((sum, one) => sum + one, 0) / intervals.length;
  const typical = intervals.toSorted((a, b) => a - b)[intervals.length >> 1] ?? mean;
  const chance = -intervals.length * (Math.log(mean) + 1);
  const areSeldom = intervals.length >= FEWEST_EVEN && typical >= shortestEvenDays;
  const even = FACTORS.slice(0, (areSeldom ? EVEN_SHAPES : SHAPES).length)
    .map((factors) => logDensity(intervals, typical, factors) - chance - factors.cost);
  return Math.max(0, logMeanOfExp(even));
}

/** Log density of intervals about a typical one. */
function logDensity(
  intervals: readonly number[],
  typical: number,
  { shape, single, double }: (typeof FACTORS)[number],
): number {
  let sum = 0;
  for (const interval of intervals) {
    const of = interval / typical;
    const log = Math.log(of);
    const density = SINGLE * Math.exp(single + (shape - 1) * log - shape * of) +
      DOUBLE * Math.exp(double + (2 * shape - 1) * log - shape * of) +
      ANY / 2 * Math.exp(-of / 2);
    sum += Math.log(density / typical);
  }
  return sum;
}

function logMeanOfExp(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, one) => sum + Math.exp(one - most), 0) / logs.length);
}

/** The logarithm of (n - 1)!, for the whole numbers that shapes are. */
function logGamma(n: number): number {
  let sum = 0;
  for (let factor = 2; factor < n; factor++) sum += Math.log(factor);
  return sum;
}
