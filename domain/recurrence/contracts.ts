import { hasEnded, type Rhythm, RHYTHMS } from "./payment_rhythm.ts";
import { type Payment, type PaymentSet, paymentSets } from "./payment_sets.ts";
import { renewalEvidence } from "./renewal_evidence.ts";
import { fitRhythm, type RhythmFit } from "./rhythm_fit.ts";

/** How much must speak for a contract against visits at any time, in nats. */
const ENOUGH_EVIDENCE = 5.5;

/** How much against visits at even intervals, which few merchants see. */
const ENOUGH_AGAINST_EVEN = 1.5;

/** What equal amounts are worth, and what each further part of variation takes away. */
const EQUAL_AMOUNTS = 2.5;
const PER_VARIATION = 12;
const WIDEST_AMOUNTS = -3;

/** Whoever pays other amounts every week is shopping, even if always on Saturday. */
const WIDEST_BELOW_MONTH = 0.12;

/** How far two payments may differ that a year, or half of one, lies between. */
const WIDEST_OF_TWO = { yearly: 0.12, otherwise: 0.005 };

/** What must speak more for every 30 days, say, where every month would do. */
const UNUSUAL_RHYTHM = 1.5;

/** With one merchant; so that no shop keeps the search busy. */
const MOST_CONTRACTS = 6;

/** Two payments are a series only where more would take years to see. */
const FEWEST_PAYMENTS = 3;
const LONG_RHYTHM_DAYS = 180;

/** Payments of one contract and the rhythm in which they come. */
export interface Contract<One extends Payment> {
  readonly payments: readonly One[];
  readonly fit: RhythmFit;
  /** Nats in favour of a contract. */
  readonly evidence: number;
}

/** What payments are looked at as. */
export interface ContractOptions {
  /** Days since 1970-01-01; contracts that have ended by then are left out. */
  readonly today: number;
  /** Whether the money comes in: wages may differ every week, what bills do not. */
  readonly isIncome: boolean;
}

/** Finds contracts, the clearest first. What belongs to none is left over. */
export function contractsAmong<One extends Payment>(
  payments: readonly One[],
  options: ContractOptions,
): readonly Contract<One>[] {
  return contractsAmongAll(payments, options).filter((one) => goesOn(one, options.today));
}

/**
 * Finds the same together with those that have ended, unless all of them have: most merchants are
 * shops, and are looked at no further than is needed to tell.
 */
export function contractsAmongAll<One extends Payment>(
  payments: readonly One[],
  options: ContractOptions,
): readonly Contract<One>[] {
  const { today } = options;
  const contracts: Contract<One>[] = [];
  if (today !== -Infinity && clearestAmong(payments, options) === null) return contracts;
  // Where something goes on, what has ended is taken out too: its payments could
  // pass for the past of something else.
  let left = payments;
  while (contracts.length < MOST_CONTRACTS) {
    const best = clearestAmong(left, { ...options, today: -Infinity });
    if (best === null) break;
    contracts.push(best);
    const taken = new Set(best.payments);
    left = left.filter((payment) => !taken.has(payment));
  }
  return contracts.some((one) => goesOn(one, today)) ? contracts : [];
}

function goesOn({ fit, payments }: Contract<Payment>, today: number): boolean {
  return !hasEnded(fit.due.rhythm, today - (payments.at(-1) as Payment).day);
}

/** Measures how much amounts vary from one payment to the next. */
export function variationOf(sizes: readonly number[]): number {
  const steps = sizes.slice(1).map((size, at) => Math.abs(Math.log(size / (sizes[at] ?? size))));
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
}

/**
 * Takes the contract that explains a merchant's payments better than any other, and
 * better than shopping does: at any time, and at even intervals.
 */
function clearestAmong<One extends Payment>(
  left: readonly One[],
  options: ContractOptions,
): Contract<One> | null {
  const sets = paymentSets(left);
  let evenVisits: number | undefined;
  let best: Contract<One> | null = null;
  for (const set of sets) {
    let evenWithout: number | undefined;
    for (const contract of contractsIn(set.payments, { ...options, of: left.length })) {
      const againstChance = contract.evidence - Math.log(sets.length);
      if (!isClearer(againstChance, best)) continue;
      evenVisits ??= renewalEvidence(left.map(({ day }) => day));
      evenWithout ??= renewalEvidence(daysOutside(left, set.payments));
      const againstEven = againstChance - evenVisits + evenWithout - costOfCut(set);
      const spare = ENOUGH_EVIDENCE - ENOUGH_AGAINST_EVEN;
      const evidence = Math.min(againstChance, againstEven + spare);
      if (isClearer(evidence, best)) best = { ...contract, evidence };
    }
  }
  return best;
}

function isClearer(evidence: number, than: Contract<Payment> | null): boolean {
  return evidence >= ENOUGH_EVIDENCE && evidence > (than?.evidence ?? 0);
}

/** What a contract would leave over. */
function daysOutside<One extends Payment>(all: readonly One[], set: readonly One[]): number[] {
  const taken = new Set(set);
  return all.flatMap((payment) => taken.has(payment) ? [] : [payment.day]);
}

/**
 * Prices tell on their own which payments belong together. Where the calendar alone
 * cuts them in two, each might have fallen to either half.
 */
function costOfCut({ payments, isHalf }: PaymentSet<Payment>): number {
  return isHalf ? 2 * payments.length * Math.LN2 : 0;
}

interface SetOptions extends ContractOptions {
  /** How many payments the set was chosen from. */
  readonly of: number;
}

function contractsIn<One extends Payment>(
  set: readonly One[],
  options: SetOptions,
): Contract<One>[] {
  const days = set.map(({ day }) => day);
  const since = options.today - (days.at(-1) as number);
  const contracts: Contract<One>[] = [];
  for (const rhythm of RHYTHMS) {
    // Only saves time: what has ended is left out in the end.
    if (hasEnded(rhythm, since)) continue;
    if (set.length < FEWEST_PAYMENTS && rhythm.length < LONG_RHYTHM_DAYS) continue;
    const fit = fitRhythm(days, rhythm);
    const contract = fit === null ? null : contractFor(set, fit, options);
    if (contract !== null) contracts.push(contract);
  }
  return contracts;
}

/** What a fit says of a set; `null` where its amounts vary too much. */
function contractFor<One extends Payment>(
  set: readonly One[],
  fit: RhythmFit,
  { of, isIncome }: SetOptions,
): Contract<One> | null {
  const { rhythm } = fit.due;
  const payments = fit.places.map((place) => set[place] as One);
  const variation = variationOf(payments.map(({ size }) => size));
  if (variation > widestFor(rhythm, { payments: payments.length, isIncome })) return null;
  const evidence = fit.evidence + amountEvidence(variation, set.length / of) -
    (rhythm.isUsual ? 0 : UNUSUAL_RHYTHM);
  return { payments, fit, evidence };
}

/** How much amounts may vary at all. */
function widestFor(
  rhythm: Rhythm,
  { payments, isIncome }: { readonly payments: number; readonly isIncome: boolean },
): number {
  if (payments === 2) {
    return rhythm.cadence === "yearly" ? WIDEST_OF_TWO.yearly : WIDEST_OF_TWO.otherwise;
  }
  return rhythm.length < 28 && !isIncome ? WIDEST_BELOW_MONTH : Infinity;
}

/** Like amounts speak for a contract, unless they were chosen for being alike. */
function amountEvidence(variation: number, share: number): number {
  const evidence = Math.max(WIDEST_AMOUNTS, EQUAL_AMOUNTS - PER_VARIATION * variation);
  return evidence > 0 ? evidence * share : evidence;
}
