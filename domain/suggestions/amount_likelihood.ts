/** How many amounts the prior's mean is worth. */
const PRIOR_WEIGHT = 0.3;

/** Half as many amounts as the prior's spread is worth. */
const PRIOR_SHAPE = 1;

/** The spread that is expected before anything is known: a factor of about 1.6. */
const PRIOR_SPREAD = 0.5;

/** Amounts as natural logarithms, each with a weight, summed up. */
export interface AmountTally {
  readonly weight: number;
  readonly sum: number;
  readonly sumOfSquares: number;
}

/** A tally without amounts: what is likely is the prior's alone. */
export const NO_AMOUNTS: AmountTally = { weight: 0, sum: 0, sumOfSquares: 0 };

/** Gives the size of an amount as the model sees it. */
export function sizeOf(amount: number): number {
  return Math.log(Math.max(1, Math.abs(amount)));
}

/**
 * Gives the logarithm of the density of a size: Student's t with the parameters
 * that the prior and the tally lead to.
 */
export function amountLogLikelihood(tally: AmountTally, size: number, centre: number): number {
  const { weight, sum, sumOfSquares } = tally;
  const mean = weight > 0 ? sum / weight : centre;
  const scatter = Math.max(0, sumOfSquares - weight * mean * mean);
  const prior = PRIOR_WEIGHT + weight;
  const shape = PRIOR_SHAPE + weight / 2;
  const shift = PRIOR_WEIGHT * weight * (mean - centre) ** 2 / (2 * prior);
  const rate = PRIOR_SHAPE * PRIOR_SPREAD ** 2 + scatter / 2 + shift;
  const scaleSquared = rate * (prior + 1) / (shape * prior);
  const distance = size - (PRIOR_WEIGHT * centre + sum) / prior;
  return Math.log(gammaRatio(shape)) - Math.log(2 * Math.PI * shape * scaleSquared) / 2 -
    (shape + 0.5) * Math.log1p(distance ** 2 / (2 * shape * scaleSquared));
}

/**
 * Gamma(x + 1/2) / Gamma(x) by its asymptotic series (Digital Library of
 * Mathematical Functions, 5.11.13); within 0.1 % from 1 on.
 */
function gammaRatio(x: number): number {
  const inverse = 1 / x;
  return Math.sqrt(x) *
    (1 + inverse * (-1 / 8 + inverse * (1 / 128 + inverse * (5 / 1024 - inverse * 21 / 32768))));
}
