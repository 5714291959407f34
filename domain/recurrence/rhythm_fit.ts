import { dayOfMonthAt } from "../base/month.ts";
import { rhythmEvidence } from "./rhythm_evidence.ts";
import { dueDay, type DueDays, nearestPayment, type Rhythm } from "./payment_rhythm.ts";

/** Payments that may be missing, or too many, for each that is there. */
const FEWEST_PER_PERIOD = 0.62;
const MOST_PER_PERIOD = 1.7;

/** Payments nearest to the middle whose day of the month is tried as the due day. */
const MOST_TRIED = 5;

/** Least resultant length of the days, as a share of that of days within reach by chance. */
const LEAST_CONCENTRATION = 0.75;

/** Cosines all around: looked up far more often than there are different ones. */
const CIRCLE = Array.from({ length: 1024 }, (_, at) => Math.cos(2 * Math.PI * at / 1024));

/** A rhythm through some days. */
export interface RhythmFit {
  readonly due: DueDays;
  /** Places of the days that are payments, ascending. */
  readonly places: readonly number[];
  /** Which payment each of them is. */
  readonly numbers: readonly number[];
  /** Mean days off the due day. */
  readonly meanOff: number;
  /** Nats in favour of the rhythm. */
  readonly evidence: number;
}

/** Fits a rhythm to days. */
export function fitRhythm(days: readonly number[], rhythm: Rhythm): RhythmFit | null {
  const first = days[0] ?? 0;
  const last = days[days.length - 1] ?? 0;
  const periods = Math.round((last - first) / rhythm.length) + 1;
  const perPeriod = days.length / periods;
  if (periods < 2 || perPeriod < FEWEST_PER_PERIOD || perPeriod > MOST_PER_PERIOD) return null;
  const { phase, resultantLength } = meanResultant(days, rhythm);
  if (resultantLength < LEAST_CONCENTRATION * rhythm.uniformResultantLength) return null;
  const due = rhythm.unit === "days"
    ? bestWeekday(days, rhythm)
    : bestDayOfMonth(days, rhythm, phase);
  return measured(days, due);
}

/**
 * Gives the mean resultant of the days on a circle of one period (Mardia and Jupp,
 * "Directional Statistics", 2000): where their middle lies, and how concentrated they are.
 */
function meanResultant(
  days: readonly number[],
  rhythm: Rhythm,
): { readonly phase: number; readonly resultantLength: number } {
  let [x, y] = [0, 0];
  for (let nth = 0; nth < days.length; nth++) {
    const periods = (days[nth] as number) / rhythm.length;
    const at = Math.floor((periods - Math.floor(periods)) * CIRCLE.length);
    x += CIRCLE[at] ?? 0;
    y += CIRCLE[(at + CIRCLE.length * 3 / 4) % CIRCLE.length] ?? 0;
  }
  const phase = Math.atan2(y, x) / (2 * Math.PI) * rhythm.length;
  return { phase, resultantLength: Math.hypot(x, y) / days.length };
}

/** The day of the week, fortnight or so that the days are nearest to. */
function bestWeekday(days: readonly number[], rhythm: Rhythm): DueDays {
  const { every } = rhythm;
  const counts = new Array<number>(every).fill(0);
  for (const day of days) counts[day % every] = (counts[day % every] ?? 0) + 1;
  let best = 0;
  let least = Infinity;
  for (let phase = 0; phase < every; phase++) {
    let off = 0;
    for (let at = 0; at < every; at++) {
      const apart = Math.abs(at - phase);
      off += (counts[at] ?? 0) * Math.min(apart, every - apart);
    }
    if (off < least) [best, least] = [phase, off];
  }
  return { rhythm, origin: best, dayOfMonth: 0 };
}

/** The day of the month, and which of the months, that the days are nearest to. */
function bestDayOfMonth(days: readonly number[], rhythm: Rhythm, phase: number): DueDays {
  const apart = (day: number): number => {
    const off = Math.abs(day - phase) % rhythm.length;
    return Math.min(off, rhythm.length - off);
  };
  const central = days.toSorted((a, b) => apart(a) - apart(b)).slice(0, MOST_TRIED);
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

/** Takes the nearest day for each payment and weighs what is left. */
function measured(days: readonly number[], due: DueDays): RhythmFit | null {
  const places: number[] = [];
  const numbers: number[] = [];
  const off: number[] = [];
  for (let at = 0; at < days.length; at++) {
    const day = days[at] ?? 0;
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
  const meanOff = off.reduce((sum, one) => sum + one, 0) / off.length;
  const evidence = rhythmEvidence(due.rhythm, { off, numbers, visits: days.length });
  return { due, places, numbers, meanOff, evidence };
}
