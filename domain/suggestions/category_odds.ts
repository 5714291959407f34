import { amountLogLikelihood, type AmountTally, NO_AMOUNTS, sizeOf } from "./amount_likelihood.ts";
import type { CategoryUse, PartOfUses } from "./category_evidence.ts";
import { weightsAt } from "./habit_change.ts";
import { NumberedUses } from "./numbered_uses.ts";

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

/** Finds the likeliest category. */
export function likeliestCategory(
  uses: readonly CategoryUse[],
  asked: UseInQuestion,
): LikeliestCategory | null {
  return likeliestAmong(NumberedUses.of(uses), { from: 0, until: uses.length }, asked);
}

/** Finds the likeliest category of a part of many uses. */
export function likeliestAmong(
  uses: NumberedUses,
  part: PartOfUses,
  asked: UseInQuestion,
): LikeliestCategory | null {
  const { tallies, centre, accountCount } = talliesOf(uses, part, asked);
  const size = sizeOf(asked.amount);
  const choices = Math.max(2, accountCount);
  let best: Tally | null = null;
  let bestScore = 0;
  const otherwise = Math.log(ELSE_WEIGHT / choices) +
    amountLogLikelihood(NO_AMOUNTS, size, centre);
  // Scores relative to "something else", whose own score is thereby 1.
  let total = 1;
  for (const tally of tallies) {
    const atAccount = tally.atAccount + ACCOUNT_WEIGHT / choices;
    const score = Math.exp(
      Math.log(tally.weight * atAccount / (tally.weight + ACCOUNT_WEIGHT)) +
        amountLogLikelihood(tally, size, centre) - otherwise,
    );
    total += score;
    if (best === null || score > bestScore) [best, bestScore] = [tally, score];
  }
  return best === null
    ? null
    : { category: uses.ids.categories.text(best.category), probability: bestScore / total };
}

interface Tally extends AmountTally {
  /** Its number. */
  readonly category: number;
  weight: number;
  sum: number;
  sumOfSquares: number;
  /** The weight of the uses from the account in question. */
  atAccount: number;
}

interface Tallies {
  /** In the order of first use. */
  readonly tallies: readonly Tally[];
  /** Mean size over all uses. */
  readonly centre: number;
  /** How many accounts there are, with the one in question. */
  readonly accountCount: number;
}

function talliesOf(uses: NumberedUses, part: PartOfUses, asked: UseInQuestion): Tallies {
  const { categories, accounts, ids } = uses;
  const weights = weightsOf(uses, part, asked.day);
  const askedAccount = ids.accounts.find(asked.account);
  // Both are few: to look through them is quicker than any table.
  const tallies: Tally[] = [];
  const seenAccounts = [askedAccount];
  let weightSum = 0;
  let sizeSum = 0;
  for (let at = part.from; at < part.until; at++) {
    const weight = weights[at - part.from] as number;
    const size = uses.sizeAt(at);
    const account = accounts[at] as number;
    const tally = tallyOf(tallies, categories[at] as number);
    tally.weight += weight;
    tally.sum += weight * size;
    tally.sumOfSquares += weight * size * size;
    if (account === askedAccount) tally.atAccount += weight;
    else if (!seenAccounts.includes(account)) seenAccounts.push(account);
    weightSum += weight;
    sizeSum += weight * size;
  }
  const centre = weightSum > 0 ? sizeSum / weightSum : 0;
  return { tallies, accountCount: seenAccounts.length, centre };
}

function tallyOf(tallies: Tally[], category: number): Tally {
  for (const tally of tallies) if (tally.category === category) return tally;
  const tally = { category, weight: 0, sum: 0, sumOfSquares: 0, atAccount: 0 };
  tallies.push(tally);
  return tally;
}

/** Weighs uses by their distance in time, and by whether the habit has changed since. */
function weightsOf(uses: NumberedUses, part: PartOfUses, day: number): Float64Array {
  const { categories, days, weights: own } = uses;
  const { from, until } = part;
  const weights = new Float64Array(until - from);
  let isSteady = true;
  // The first of those that are newer.
  let after = until;
  for (let at = from; at < until; at++) {
    const useDay = days[at] as number;
    weights[at - from] = (own[at] as number) * decay(Math.abs(day - useDay));
    if (categories[at] !== categories[from]) isSteady = false;
    if (useDay > day && at < after) after = at;
  }
  if (isSteady) return weights;
  const habits = weightsAt(uses.changesIn(part), after - from);
  for (let at = 0; at < weights.length; at++) {
    weights[at] = (weights[at] as number) * (habits[at] as number);
  }
  return weights;
}

/** Two hundred years. */
const MOST_DAYS = 73_000;
const decays = new Float64Array(MOST_DAYS);

/** What is left of a use after some days: powers are looked up, as they take longest of all. */
function decay(days: number): number {
  const known = decays[days];
  // Zero for what was not asked for yet, none for what is no such number of days.
  if (known !== undefined && known !== 0) return known;
  const left = 2 ** (-days / HALF_LIFE_DAYS);
  if (known === 0) decays[days] = left;
  return left;
}
