import { dayNumber } from "../base/day.ts";
import type { PayeeGroup } from "../payees/payee_index.ts";
import { liveLines, type SplitLineRecord, type TransactionRecord } from "../base/plan_records.ts";

/** Weight of an unapproved transaction's category, which may be only YNAB's guess. */
const UNAPPROVED_WEIGHT = 0.5;

/**
 * For speed, considers at most this many of a payee's categorized transactions or split lines. They
 * are the ones dated near the transaction that needs a category.
 */
const MAX_USES = 96;

/**
 * The fraction of the `MAX_USES` transactions or split lines that should, if possible, be earlier
 * than the transaction that needs a category.
 */
const SHARE_BEFORE = 0.75;

export interface CategoryUse {
  readonly category: string;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly account: string;
  /**
   * Amount of the whole transaction, in milliunits, even for a split line. The amount of a line
   * can't be compared with the totals of other transactions.
   */
  readonly amount: number;
  /** Weight from 0 to 1. The lines of a split share the weight of one transaction. */
  readonly weight: number;
}

/**
 * Lists a payee's uses of the given categories, oldest first. In a split, each category is weighted
 * by its share of the amount. Lines with a different payee are ignored.
 */
export function categoryUses(
  { transactions }: Pick<PayeeGroup, "transactions">,
  wanted: ReadonlySet<string>,
): readonly CategoryUse[] {
  const uses: CategoryUse[] = [];
  for (const transaction of transactions) {
    const { account_id: account, amount, approved, date } = transaction;
    if (transaction.transfer_account_id) continue;
    for (const { category, share } of sharesOf(transaction)) {
      if (!wanted.has(category)) continue;
      const weight = share * (approved ? 1 : UNAPPROVED_WEIGHT);
      uses.push({ category, day: dayNumber(date), account, amount, weight });
    }
  }
  return uses;
}

export function usesNear(uses: readonly CategoryUse[], day: number): readonly CategoryUse[] {
  if (uses.length <= MAX_USES) return uses;
  // Binary search for the first use on or after the given day.
  let [next, high] = [0, uses.length];
  while (next < high) {
    const middle = (next + high) >>> 1;
    if ((uses[middle] as CategoryUse).day >= day) high = middle;
    else next = middle + 1;
  }
  const start = Math.min(Math.max(0, next - MAX_USES * SHARE_BEFORE), uses.length - MAX_USES);
  return uses.slice(start, start + MAX_USES);
}

interface Share {
  readonly category: string;
  readonly share: number;
}

function sharesOf(transaction: TransactionRecord): readonly Share[] {
  const lines = liveLines(transaction);
  if (lines.length === 0) return [{ category: transaction.category_id ?? "", share: 1 }];
  const total = lines.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
  return lines
    .filter((line) => !line.transfer_account_id && !hasOtherPayee(line, transaction))
    .map((line) => ({
      category: line.category_id ?? "",
      share: total === 0 ? 1 / lines.length : Math.abs(line.amount) / total,
    }));
}

function hasOtherPayee(line: SplitLineRecord, transaction: TransactionRecord): boolean {
  const payee = line.payee_name ?? "";
  return payee !== "" && payee !== transaction.payee_name;
}

const HALF_LIFE_DAYS = 730;

/** Weight of the category "something else", as an equivalent number of uses. */
const ELSE_WEIGHT = 0.25;

const ACCOUNT_WEIGHT = 2;

/** Returns the likeliest category and its posterior probability, before calibration. */
export function likeliestCategory(
  uses: readonly CategoryUse[],
  use: Pick<CategoryUse, "day" | "account" | "amount">,
): { readonly category: string; readonly probability: number } | null {
  const weights = weightsOf(uses, use.day);
  const tallies = new Map<string, Tally>();
  const all = { weight: 0, sum: 0 };
  for (const [at, { category, account, amount }] of uses.entries()) {
    const weight = weights[at] ?? 0;
    const size = sizeOf(amount);
    const tally = tallies.get(category) ?? { ...NO_AMOUNTS };
    tallies.set(category, tally);
    tally.weight += weight;
    tally.sum += weight * size;
    tally.sumOfSquares += weight * size * size;
    if (account === use.account) tally.atAccount += weight;
    all.weight += weight;
    all.sum += weight * size;
  }
  const size = sizeOf(use.amount);
  const center = all.weight > 0 ? all.sum / all.weight : 0;
  const accounts = new Set([use.account, ...uses.map(({ account }) => account)]);
  const choices = Math.max(2, accounts.size);
  const elseScore = Math.log(ELSE_WEIGHT / choices) + amountLogLikelihood(NO_AMOUNTS, size, center);
  // Scores are relative to the score of "something else", which is therefore 1.
  let total = 1;
  let best: { readonly category: string; readonly score: number } | null = null;
  for (const [category, tally] of tallies) {
    const atAccount = tally.atAccount + ACCOUNT_WEIGHT / choices;
    const score = Math.exp(
      Math.log(tally.weight * atAccount / (tally.weight + ACCOUNT_WEIGHT)) +
        amountLogLikelihood(tally, size, center) - elseScore,
    );
    total += score;
    if (best === null || score > best.score) best = { category, score };
  }
  return best === null ? null : { category: best.category, probability: best.score / total };
}

function weightsOf(uses: readonly CategoryUse[], day: number): readonly number[] {
  const weights = uses.map((use) => use.weight * 2 ** (-Math.abs(day - use.day) / HALF_LIFE_DAYS));
  const categories = uses.map(({ category }) => category);
  if (categories.every((one) => one === categories[0])) return weights;
  const newer = uses.findIndex((use) => use.day > day);
  const habits = habitWeights(categories, newer < 0 ? uses.length : newer);
  return weights.map((weight, at) => weight * (habits[at] ?? 0));
}

// A category's amounts are modeled as log-normal. The mean and variance of the amounts' logarithms
// are unknown, with a conjugate normal-gamma prior, so the logarithm of a new amount has a
// Student's t distribution.

/** Weight of the prior's mean, as an equivalent number of observed amounts. */
const PRIOR_WEIGHT = 0.3;

/** Weight of the prior's spread: a value of n is equivalent to 2n observed amounts. */
const PRIOR_SHAPE = 1;

/** The prior's spread on a log scale; corresponds to a factor of about 1.6. */
const PRIOR_SPREAD = 0.5;

interface Tally {
  weight: number;
  sum: number;
  sumOfSquares: number;
  /** Total weight of the category's uses in the transaction's account. */
  atAccount: number;
}

const NO_AMOUNTS: Tally = { weight: 0, sum: 0, sumOfSquares: 0, atAccount: 0 };

function sizeOf(amount: number): number {
  return Math.log(Math.max(1, Math.abs(amount)));
}

/** Log likelihood of an amount's size, given a category's amounts and the overall mean size. */
function amountLogLikelihood(tally: Tally, size: number, center: number): number {
  const { weight, sum, sumOfSquares } = tally;
  const mean = weight > 0 ? sum / weight : center;
  const scatter = Math.max(0, sumOfSquares - weight * mean * mean);
  const prior = PRIOR_WEIGHT + weight;
  const shape = PRIOR_SHAPE + weight / 2;
  const shift = PRIOR_WEIGHT * weight * (mean - center) ** 2 / (2 * prior);
  const rate = PRIOR_SHAPE * PRIOR_SPREAD ** 2 + scatter / 2 + shift;
  const scaleSquared = rate * (prior + 1) / (shape * prior);
  const distance = size - (PRIOR_WEIGHT * center + sum) / prior;
  return Math.log(gammaRatio(shape)) - Math.log(2 * Math.PI * shape * scaleSquared) / 2 -
    (shape + 0.5) * Math.log1p(distance ** 2 / (2 * shape * scaleSquared));
}

/**
 * Gamma(x + 1/2) / Gamma(x) by its asymptotic series (Digital Library of Mathematical Functions,
 * 5.11.13), accurate to 0.1% for x of at least 1.
 */
function gammaRatio(x: number): number {
  const inverse = 1 / x;
  return Math.sqrt(x) *
    (1 + inverse * (-1 / 8 + inverse * (1 / 128 + inverse * (5 / 1024 - inverse * 21 / 32768))));
}

// Model of a change of habit: at most one change point, and a Dirichlet-multinomial distribution
// over categories before and after it.

const CHANGE_PRIOR = 0.1;

const CONCENTRATION = 0.5;

/** Approximate number of categories that users choose from. */
const CHOICES = 20;

const MAX_LOG_ODDS = 50;

/**
 * For each choice, the probability that the habit didn't change between the position of that choice
 * and `place`.
 */
function habitWeights(choices: readonly string[], place: number): readonly number[] {
  const change = changeProbabilities(choices);
  const weights = new Array<number>(change.length).fill(0);
  // If the habit changed between the two neighbors of `place`, the change is as likely to have
  // happened before `place` as after it.
  const inGap = (change[place] ?? 0) / 2;
  let older = inGap;
  for (let at = place - 1; at >= 0; at--) {
    weights[at] = Math.max(0, 1 - older);
    older += change[at] ?? 0;
  }
  let newer = inGap;
  for (let at = place; at < change.length; at++) {
    if (at > place) newer += change[at] ?? 0;
    weights[at] = Math.max(0, 1 - newer);
  }
  return weights;
}

function changeProbabilities(choices: readonly string[]): readonly number[] {
  const count = choices.length;
  const before = runningEvidence(choices);
  const after = runningEvidence(choices.toReversed());
  const odds = choices.map((_, at) => {
    if (at === 0) return 0;
    const logOdds = (before[at] ?? 0) + (after[count - at] ?? 0) - (before[count] ?? 0);
    return CHANGE_PRIOR / (count - 1) * Math.exp(Math.min(MAX_LOG_ODDS, logOdds));
  });
  const total = odds.reduce((sum, one) => sum + one, 1 - CHANGE_PRIOR);
  return odds.map((one) => one / total);
}

/** Logarithm of the marginal likelihood of the first n choices, for each n starting at 0. */
function runningEvidence(choices: readonly string[]): readonly number[] {
  const counts = new Map<string, number>();
  const evidence = [0];
  let sum = 0;
  for (const [at, choice] of choices.entries()) {
    const count = counts.get(choice) ?? 0;
    counts.set(choice, count + 1);
    sum += Math.log((count + CONCENTRATION / CHOICES) / (at + CONCENTRATION));
    evidence.push(sum);
  }
  return evidence;
}
