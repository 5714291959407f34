import { dayInMonth, dayOfMonthAt, DAYS_PER_MONTH, DAYS_PER_YEAR } from "../base/month.ts";
import { meanOf } from "../base/statistics.ts";
import { dayAt, dayNumber } from "../base/day.ts";

/** Name of a rhythm. A rhythm without a name of its own uses the name of a similar one. */
export type Cadence = "weekly" | "biweekly" | "monthly" | "quarterly" | "half-yearly" | "yearly";

export interface Rhythm {
  readonly cadence: Cadence;
  readonly unit: "days" | "months";
  readonly every: number;
  readonly length: number;
  /** Maximum number of days between a payment and its due date. */
  readonly reach: number;
  readonly paymentsPerYear: number;
  /** Mean resultant length of days distributed uniformly within `reach` days of the due date. */
  readonly uniformResultantLength: number;
  readonly isUsual: boolean;
}

/** A rhythm and its anchor in the calendar, which together determine the due dates. */
export interface DueDays {
  readonly rhythm: Rhythm;
  /** Due date or month of payment number 0, as a `dayNumber` or `monthNumber`. */
  readonly origin: number;
  /** Preferred day of the month, 1 to 31; only for rhythms measured in months. */
  readonly dayOfMonth: number;
}

/**
 * Rhythms, shortest first. `monthly` also covers payments every four weeks or every 30 days, and
 * `quarterly` also covers payments every two or every four months. Yearly totals use the actual
 * payment frequency: every four weeks means 13 payments a year.
 */
export const RHYTHMS: readonly Rhythm[] = [
  every(7, "days", { cadence: "weekly", reach: 3 }),
  every(14, "days", { cadence: "biweekly", reach: 5 }),
  every(28, "days", { cadence: "monthly", reach: 7, isUsual: false }),
  every(30, "days", { cadence: "monthly", reach: 7, isUsual: false }),
  every(1, "months", { cadence: "monthly", reach: 7 }),
  every(2, "months", { cadence: "quarterly", reach: 9, isUsual: false }),
  every(3, "months", { cadence: "quarterly", reach: 10 }),
  every(4, "months", { cadence: "quarterly", reach: 11, isUsual: false }),
  every(6, "months", { cadence: "half-yearly", reach: 13 }),
  every(12, "months", { cadence: "yearly", reach: 16 }),
];

function every(
  count: number,
  unit: Rhythm["unit"],
  traits: Pick<Rhythm, "cadence" | "reach"> & Partial<Pick<Rhythm, "isUsual">>,
): Rhythm {
  const length = unit === "days" ? count : count * DAYS_PER_MONTH;
  // A year has 52 weekly or 26 biweekly payments.
  const perYear = count % 7 === 0 ? 364 / count : DAYS_PER_YEAR / count;
  const half = 2 * Math.PI * traits.reach / length;
  return {
    unit,
    every: count,
    length,
    paymentsPerYear: unit === "days" ? perYear : 12 / count,
    // First moment of a uniform distribution on an arc (Mardia and Jupp, 2000).
    uniformResultantLength: Math.sin(half) / half,
    isUsual: true,
    ...traits,
  };
}

export function dueDay({ rhythm, origin, dayOfMonth }: DueDays, number: number): number {
  const place = origin + number * rhythm.every;
  return rhythm.unit === "days" ? place : dayInMonth(place, dayOfMonth);
}

function nearestPayment(due: DueDays, day: number): number {
  const guess = Math.round((day - dueDay(due, 0)) / due.rhythm.length);
  if (due.rhythm.unit === "days") return guess;
  const off = day - dueDay(due, guess);
  // Month lengths differ, so the guess may be off by one payment.
  if (Math.abs(off) * 2 < due.rhythm.length - 4) return guess;
  const other = guess + Math.sign(off);
  return Math.abs(day - dueDay(due, other)) < Math.abs(off) ? other : guess;
}

/** How many days late a payment may be before it counts as missed. */
export function slackDays(rhythm: Rhythm): number {
  return Math.min(15, rhythm.reach + 1);
}

export function hasEnded(rhythm: Rhythm, days: number): boolean {
  return days > 1.5 * rhythm.length + slackDays(rhythm);
}

/** Returns the next payment's due date, which may be in the past if the payment is merely late. */
export function nextDueDate(due: DueDays, last: number, today: number): string {
  let number = last + 1;
  while (dueDay(due, number) < today - slackDays(due.rhythm)) number++;
  return dayAt(dueDay(due, number));
}

export function expectedDates(
  { due, nextDate }: { readonly due: DueDays; readonly nextDate: string },
  until: string,
): readonly string[] {
  const first = dayNumber(nextDate);
  const last = dayNumber(until);
  const days: string[] = [];
  // Month lengths differ, so start a little early.
  let number = Math.floor((first - dueDay(due, 0)) / due.rhythm.length) - 1;
  for (let day = dueDay(due, number); day <= last; day = dueDay(due, ++number)) {
    if (day >= first) days.push(dayAt(day));
  }
  return days;
}

/** Limits on the mean number of payments per period, which allow for missing and extra payments. */
const MIN_PER_PERIOD = 0.62;
const MAX_PER_PERIOD = 1.7;

/**
 * Maximum number of candidates to try for the due day of the month. The candidates are the payment
 * days nearest the mean.
 */
const MAX_TRIED = 5;

/** Minimum resultant length, as a share of `uniformResultantLength`. */
const MIN_CONCENTRATION = 0.75;

/** A table of cosines, because the same few angles are needed very often. */
const CIRCLE = Array.from({ length: 1024 }, (_, at) => Math.cos(2 * Math.PI * at / 1024));

export interface RhythmFit {
  readonly due: DueDays;
  readonly places: readonly number[];
  readonly numbers: readonly number[];
  /** Mean distance from the due date, in days. */
  readonly meanOff: number;
  readonly evidence: number;
}

export function fitRhythm(days: readonly number[], rhythm: Rhythm): RhythmFit | null {
  const periods = Math.round(((days.at(-1) ?? 0) - (days[0] ?? 0)) / rhythm.length) + 1;
  const perPeriod = days.length / periods;
  if (periods < 2 || perPeriod < MIN_PER_PERIOD || perPeriod > MAX_PER_PERIOD) return null;
  const { phase, resultantLength } = meanResultant(days, rhythm);
  if (resultantLength < MIN_CONCENTRATION * rhythm.uniformResultantLength) return null;
  const due = rhythm.unit === "days"
    ? bestWeekday(days, rhythm)
    : bestDayOfMonth(days, rhythm, phase);
  return fitTo(due, days);
}

/**
 * Mean resultant vector of the days, placed on a circle whose circumference is one period (Mardia
 * and Jupp, "Directional Statistics", 2000). Its direction gives the average day, and its length
 * shows how tightly the days cluster around that day.
 */
function meanResultant(
  days: readonly number[],
  rhythm: Rhythm,
): { readonly phase: number; readonly resultantLength: number } {
  let [x, y] = [0, 0];
  for (const day of days) {
    const periods = day / rhythm.length;
    const at = Math.floor((periods - Math.floor(periods)) * CIRCLE.length);
    x += CIRCLE[at] ?? 0;
    y += CIRCLE[(at + CIRCLE.length * 3 / 4) % CIRCLE.length] ?? 0;
  }
  const phase = Math.atan2(y, x) / (2 * Math.PI) * rhythm.length;
  return { phase, resultantLength: Math.hypot(x, y) / days.length };
}

function bestWeekday(days: readonly number[], rhythm: Rhythm): DueDays {
  const { every } = rhythm;
  const counts = new Array<number>(every).fill(0);
  for (const day of days) counts[day % every] = (counts[day % every] ?? 0) + 1;
  let best = 0;
  let least = Infinity;
  for (let phase = 0; phase < every; phase++) {
    let off = 0;
    for (const [at, count] of counts.entries()) {
      const apart = Math.abs(at - phase);
      off += count * Math.min(apart, every - apart);
    }
    if (off < least) [best, least] = [phase, off];
  }
  return { rhythm, origin: best, dayOfMonth: 0 };
}

function bestDayOfMonth(days: readonly number[], rhythm: Rhythm, phase: number): DueDays {
  const apart = (day: number): number => {
    const off = Math.abs(day - phase) % rhythm.length;
    return Math.min(off, rhythm.length - off);
  };
  const central = days.toSorted((a, b) => apart(a) - apart(b)).slice(0, MAX_TRIED);
  let best: DueDays | undefined;
  let least = Infinity;
  for (const one of central) {
    const { month: origin, dayOfMonth } = dayOfMonthAt(one);
    const due = { rhythm, origin, dayOfMonth };
    let off = 0;
    for (const day of days) {
      off += Math.min(rhythm.reach, Math.abs(day - dueDay(due, nearestPayment(due, day))));
      if (off >= least) break;
    }
    if (off < least) [best, least] = [due, off];
  }
  return best ?? { rhythm, origin: 0, dayOfMonth: 1 };
}

/** Matches each due date with the nearest payment day, if that is at most `reach` days away. */
function fitTo(due: DueDays, days: readonly number[]): RhythmFit | null {
  const places: number[] = [];
  const numbers: number[] = [];
  const off: number[] = [];
  for (const [at, day] of days.entries()) {
    const number = nearestPayment(due, day);
    const apart = Math.abs(day - dueDay(due, number));
    if (apart > due.rhythm.reach) continue;
    const before = places.length - 1;
    if (numbers[before] !== number) {
      places.push(at);
      numbers.push(number);
      off.push(apart);
    } else if (apart < (off[before] ?? 0)) {
      places[before] = at;
      off[before] = apart;
    }
  }
  if (places.length < 2) return null;
  const meanOff = meanOf(off);
  // The evidence is a log Bayes factor (Kass and Raftery, "Bayes Factors", 1995). It compares
  // two explanations: the payments follow the rhythm (with Laplace or normal deviations, and with
  // some payments missing), or they occur at random times (a Poisson process).
  const evidence = dayEvidence(due.rhythm, off) + periodEvidence(numbers, days.length);
  return { due, places, numbers, meanOff, evidence };
}

// How irregular a recurring bill is assumed to be. About one payment in twelve is missing or merged
// with another, and one in twenty falls on a random day within `reach` days of the due date.
const LOG_PAID = Math.log(0.92);
const LOG_MISSED = Math.log(0.06);
const LOG_STRAY = Math.log(0.04);
const FAR_SHARE = 0.05;
const SMALLEST_SCALE = 0.7;

/** Log likelihood ratio: days clustered around the due date versus uniformly distributed days. */
function dayEvidence(rhythm: Rhythm, off: readonly number[]): number {
  const meanOff = Math.max(SMALLEST_SCALE, meanOf(off));
  const decay = Math.exp(-1 / meanOff);
  const laplace = (apart: number): number => decay ** apart * (1 - decay) / (1 + decay);
  const deviation = meanOff * Math.sqrt(Math.PI / 2);
  const normal = (apart: number): number =>
    Math.exp(-((apart / deviation) ** 2) / 2) / (deviation * Math.sqrt(2 * Math.PI));
  const far = FAR_SHARE / (2 * rhythm.reach + 1);
  const logDensity = (near: number): number =>
    Math.log(rhythm.length * ((1 - FAR_SHARE) * near + far));
  let [peaked, round] = [0, 0];
  for (const apart of off) {
    peaked += logDensity(laplace(apart));
    round += logDensity(normal(apart));
  }
  // Correct for overfitting: the due dates and the spread are estimated from the same payments.
  return Math.max(peaked, round) - logDensity(laplace(0)) - Math.log(off.length) / 2;
}

/**
 * Log likelihood ratio: one payment per period versus payments at random times. `visits` counts all
 * payments, including those that don't belong to the rhythm.
 */
function periodEvidence(numbers: readonly number[], visits: number): number {
  const periods = (numbers.at(-1) ?? 0) - (numbers[0] ?? 0) + 1;
  const paid = numbers.length;
  const ordered = paid * LOG_PAID + (periods - paid) * LOG_MISSED + (visits - paid) * LOG_STRAY;
  const random = visits * Math.log(visits / periods) - visits;
  // The first and last periods always contain a payment.
  return (ordered - random) * (visits - 1) / visits;
}
