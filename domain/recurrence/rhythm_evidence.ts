import type { Rhythm } from "./payment_rhythm.ts";

// What a bill's payments do: one in twelve or so is missing or comes along with
// another, one in twenty is anywhere within reach.
const LOG_PAID = Math.log(0.92);
const LOG_MISSED = Math.log(0.06);
const LOG_STRAY = Math.log(0.04);
const FAR_SHARE = 0.05;
const SMALLEST_SCALE = 0.7;

/** Payments as a rhythm sees them. */
export interface PaymentsInRhythm {
  /** Days off the due day, at least zero, of each payment. */
  readonly off: readonly number[];
  /** Which payment each of them is, ascending. */
  readonly numbers: readonly number[];
  /** How many days there were, those included that are no payment. */
  readonly visits: number;
}

/**
 * Weighs a rhythm against chance: a log Bayes factor (Kass and Raftery, "Bayes
 * Factors", 1995) between payments that follow the rhythm, off by some days as a
 * Laplace or a normal distribution has it and missing now and then, and as many
 * visits at any time, a Poisson process.
 */
export function rhythmEvidence(rhythm: Rhythm, payments: PaymentsInRhythm): number {
  return dayEvidence(rhythm, payments.off) + periodEvidence(payments);
}

/** Being near the due day, against lying anywhere between two of them. */
function dayEvidence(rhythm: Rhythm, off: readonly number[]): number {
  const meanOff = Math.max(SMALLEST_SCALE, off.reduce((sum, one) => sum + one, 0) / off.length);
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
  // One payment says where the others should lie, and all of them how far off.
  return Math.max(peaked, round) - logDensity(laplace(0)) - Math.log(off.length) / 2;
}

/** One payment in each period, against as many visits at random. */
function periodEvidence({ numbers, visits }: PaymentsInRhythm): number {
  const periods = (numbers[numbers.length - 1] ?? 0) - (numbers[0] ?? 0) + 1;
  const paid = numbers.length;
  const ordered = paid * LOG_PAID + (periods - paid) * LOG_MISSED + (visits - paid) * LOG_STRAY;
  const random = visits * Math.log(visits / periods) - visits;
  // The first and the last period are paid by definition.
  return (ordered - random) * (visits - 1) / visits;
}
