/**
 * Fitted once, by maximum likelihood, to the leave-one-out predictions of 24
 * generated histories and two invented households, both kinds with equal say.
 * `test/domain/suggestions/calibration_test.ts` repeats the fit; no other test measures on
 * the same histories.
 */
export const CALIBRATION: {
  readonly intercept: number;
  readonly slope: number;
} = { intercept: 0.21, slope: 0.835 };

/**
 * One use cannot tell a habit from an exception, whatever else speaks for it: this
 * is how often the second use followed the first in the generated histories.
 */
const MOST_AFTER_ONE_USE = 0.85;

/** Beyond these the model's own probability says no more. */
const LEAST = 0.01;
const MOST = 0.998;

/** Calibrates a probability. */
export function calibratedConfidence(probability: number, uses: number): number {
  const logit = CALIBRATION.intercept + CALIBRATION.slope * logOdds(probability);
  const confidence = Math.floor(100 / (1 + Math.exp(-logit))) / 100;
  return uses > 1 ? confidence : Math.min(MOST_AFTER_ONE_USE, confidence);
}

/** Gives the log-odds of a probability, bounded as the calibration needs it. */
export function logOdds(probability: number): number {
  const bounded = Math.min(MOST, Math.max(LEAST, probability));
  return Math.log(bounded / (1 - bounded));
}
