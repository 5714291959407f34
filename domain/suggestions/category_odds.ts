/**
 * How likely each category is for a transaction, given past uses.
 *
 * A naive Bayes classifier whose parts are all smoothed by conjugate priors: how
 * often a category was used (Dirichlet), how much was paid for it (Student's t on
 * the logarithm of the amount), and from which account (Dirichlet again). One
 * more outcome stands for "something else", with the prior's weight, so that few
 * uses never look like certainty. Uses weigh less the further away in time they
 * are, and less again when the habit seems to have changed in between.
 *
 * (C. Manning, P. Raghavan, H. Schuetze, "Introduction to Information Retrieval",
 * 2008, chapter 13, for naive Bayes. The constants here and in the parts were chosen
 * for a small logarithmic loss on generated histories and invented households of
 * other seeds than those that the tests measure with; the loss is flat around them.)
 *
 * @module
 */

import { amountLogLikelihood, type AmountTally, NO_AMOUNTS, sizeOf } from "./amount_likelihood.ts";
import type { CategoryUse } from "./category_evidence.ts";
import { habitWeights } from "./habit_change.ts";

/** Days after which a use counts half. */
const HALF_LIFE_DAYS = 730;

/** How many uses "something else" is worth. */
const ELSE_WEIGHT = 0.25;

/** How many uses the prior over accounts is worth. */
const ACCOUNT_WEIGHT = 2;

/** What is known of the transaction in question. */
export type UseInQuestion = Pick<CategoryUse, "day" | "account" | "amount">;

/** The likeliest category. */
export interface LikeliestCategory {
  readonly category: string;
  /** Posterior probability, before calibration. */
  readonly probability: number;
}

/**
 * Finds the likeliest category.
 *
 * @param uses Past uses of the same payee and direction, oldest first.
 * @param asked The transaction in question.
 * @returns The category; `null` without uses.
 *
 * @example
 * ```ts
 * import { assert, assertEquals } from "@std/assert";
 *
 * const use = { category: "food", day: 19_753, account: "a", amount: -5000, weight: 1 };
 * const asked = { day: 19_754, account: "a", amount: -5000 };
 * const once = likeliestCategory([use], asked);
 * assertEquals(once?.category, "food");
 * assert((once?.probability ?? 1) < 0.95);
 * assertEquals(likeliestCategory([], asked), null);
 * ```
 */
export function likeliestCategory(
  uses: readonly CategoryUse[],
  asked: UseInQuestion,
): LikeliestCategory | null {
  const weights = weightsOf(uses, asked.day);
  const { tallies, centre, accounts } = talliesOf(uses, weights);
  accounts.add(asked.account);
  const size = sizeOf(asked.amount);
  const choices = Math.max(2, accounts.size);
  let best: Tally | null = null;
  let bestScore = 0;
  const otherwise = Math.log(ELSE_WEIGHT / choices) +
    amountLogLikelihood(NO_AMOUNTS, size, centre);
  // Scores relative to "something else", whose own score is thereby 1.
  let total = 1;
  for (const tally of tallies.values()) {
    const atAccount = (tally.byAccount.get(asked.account) ?? 0) + ACCOUNT_WEIGHT / choices;
    const score = Math.exp(
      Math.log(tally.weight * atAccount / (tally.weight + ACCOUNT_WEIGHT)) +
        amountLogLikelihood(tally, size, centre) - otherwise,
    );
    total += score;
    if (best === null || score > bestScore) [best, bestScore] = [tally, score];
  }
  return best === null ? null : { category: best.category, probability: bestScore / total };
}

interface Tally extends AmountTally {
  readonly category: string;
  weight: number;
  sum: number;
  sumOfSquares: number;
  readonly byAccount: Map<string, number>;
}

interface Tallies {
  readonly tallies: ReadonlyMap<string, Tally>;
  /** Mean size over all uses. */
  readonly centre: number;
  readonly accounts: Set<string>;
}

function talliesOf(uses: readonly CategoryUse[], weights: readonly number[]): Tallies {
  const tallies = new Map<string, Tally>();
  const accounts = new Set<string>();
  let weightSum = 0;
  let sizeSum = 0;
  for (const [index, { category, account, amount }] of uses.entries()) {
    const weight = weights[index] ?? 0;
    const size = sizeOf(amount);
    const tally = tallies.get(category) ?? newTally(category);
    tallies.set(category, tally);
    tally.weight += weight;
    tally.sum += weight * size;
    tally.sumOfSquares += weight * size * size;
    tally.byAccount.set(account, (tally.byAccount.get(account) ?? 0) + weight);
    accounts.add(account);
    weightSum += weight;
    sizeSum += weight * size;
  }
  return { tallies, accounts, centre: weightSum > 0 ? sizeSum / weightSum : 0 };
}

function newTally(category: string): Tally {
  return { category, ...NO_AMOUNTS, byAccount: new Map() };
}

/** Weighs uses by their distance in time, and by whether the habit has changed since. */
function weightsOf(uses: readonly CategoryUse[], day: number): readonly number[] {
  const decayed = uses.map((use) => use.weight * 2 ** (-Math.abs(day - use.day) / HALF_LIFE_DAYS));
  const first = uses[0]?.category;
  if (uses.every(({ category }) => category === first)) return decayed;
  const after = uses.findIndex((use) => use.day > day);
  const habits = habitWeights(
    uses.map(({ category }) => category),
    after < 0 ? uses.length : after,
  );
  return decayed.map((weight, index) => weight * (habits[index] ?? 1));
}
