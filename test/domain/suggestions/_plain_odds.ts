import {
  amountLogLikelihood,
  type AmountTally,
  NO_AMOUNTS,
  sizeOf,
} from "../../../domain/suggestions/amount_likelihood.ts";
import type { CategoryUse } from "../../../domain/suggestions/category_evidence.ts";
import type {
  LikeliestCategory,
  UseInQuestion,
} from "../../../domain/suggestions/category_odds.ts";

const HALF_LIFE_DAYS = 730;

const ELSE_WEIGHT = 0.25;

const ACCOUNT_WEIGHT = 2;

/** See `likeliestCategory`. */
export function plainLikeliestCategory(
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

function weightsOf(uses: readonly CategoryUse[], day: number): readonly number[] {
  const decayed = uses.map((use) => use.weight * 2 ** (-Math.abs(day - use.day) / HALF_LIFE_DAYS));
  const first = uses[0]?.category;
  if (uses.every(({ category }) => category === first)) return decayed;
  const after = uses.findIndex((use) => use.day > day);
  const habits = plainHabitWeights(
    uses.map(({ category }) => category),
    after < 0 ? uses.length : after,
  );
  return decayed.map((weight, index) => weight * (habits[index] ?? 1));
}

const CHANGE_PRIOR = 0.1;

const CONCENTRATION = 0.5;

const CHOICES = 20;

const LARGEST_LOG_ODDS = 50;

/** See `habitWeights`. */
export function plainHabitWeights(choices: readonly string[], place: number): readonly number[] {
  const change = changeProbabilities(choices);
  const weights = choices.map(() => 1);
  // A change in the gap at the place itself parts it from either side half the time.
  const inGap = (change[place] ?? 0) / 2;
  let older = inGap;
  for (let at = place - 1; at >= 0; at--) {
    weights[at] = Math.max(0, 1 - older);
    older += change[at] ?? 0;
  }
  let newer = inGap;
  for (let at = place; at < choices.length; at++) {
    if (at > place) newer += change[at] ?? 0;
    weights[at] = Math.max(0, 1 - newer);
  }
  return weights;
}

function changeProbabilities(choices: readonly string[]): readonly number[] {
  const count = choices.length;
  const before = runningEvidence(choices);
  const after = runningEvidence(choices.toReversed());
  const whole = before[count] ?? 0;
  const odds = choices.map((_, at) => {
    if (at === 0) return 0;
    const logOdds = (before[at] ?? 0) + (after[count - at] ?? 0) - whole;
    return CHANGE_PRIOR / (count - 1) * Math.exp(Math.min(LARGEST_LOG_ODDS, logOdds));
  });
  const total = odds.reduce((sum, one) => sum + one, 1 - CHANGE_PRIOR);
  return odds.map((one) => one / total);
}

function runningEvidence(choices: readonly string[]): readonly number[] {
  const counts = new Map<string, number>();
  const evidence = [0];
  let sum = 0;
  for (const [index, choice] of choices.entries()) {
    const count = counts.get(choice) ?? 0;
    counts.set(choice, count + 1);
    sum += Math.log((count + CONCENTRATION / CHOICES) / (index + CONCENTRATION));
    evidence.push(sum);
  }
  return evidence;
}
