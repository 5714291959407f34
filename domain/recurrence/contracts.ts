import { meanOf } from "../base/statistics.ts";
import { fitRhythm, hasEnded, type RhythmFit, RHYTHMS } from "./payment_rhythm.ts";
import { type Payment, type PaymentSet, paymentSets } from "./payment_sets.ts";

/**
 * Minimum log odds (natural log) that payments come from a contract rather than from random visits
 * to a store.
 */
const ENOUGH_EVIDENCE = 5.5;

/**
 * Minimum log odds (natural log) that payments come from a contract rather than from evenly spaced
 * visits to a store. The minimum is low, because visits are rarely evenly spaced.
 */
const ENOUGH_AGAINST_EVEN = 1.5;

/** Score for the similarity of amounts: maximum, penalty per unit of variation, and minimum. */
const EQUAL_AMOUNTS = 2.5;
const PER_VARIATION = 12;
const WIDEST_AMOUNTS = -3;

/** Maximum variation in amount if payments are more frequent than monthly. Shopping varies more. */
const WIDEST_BELOW_MONTH = 0.12;

/**
 * Maximum mean log ratio between the amounts of consecutive payments that are due twice a month.
 */
const WIDEST_TWICE_A_MONTH = 0.23;

/** Maximum variation in amount between two payments that are a year or half a year apart. */
const WIDEST_OF_TWO = { yearly: 0.12, otherwise: 0.005 };

/** Penalty for an unusual rhythm, which is easily confused with a common one. */
const UNUSUAL_RHYTHM = 1.5;

const MAX_CONTRACTS = 6;

/** Minimum number of payments for a contract; two are enough if at least half a year apart. */
const MIN_PAYMENTS = 3;
const LONG_RHYTHM_DAYS = 180;

export interface Contract {
  readonly payments: readonly Payment[];
  readonly fit: RhythmFit;
  readonly evidence: number;
}

export interface ContractOptions {
  /** Days since 1970-01-01. Contracts that ended before this day are omitted. */
  readonly today: number;
  /** Whether the payments are income. Unlike frequent bills, weekly wages may vary in amount. */
  readonly isIncome: boolean;
}

export function contractsAmong(
  payments: readonly Payment[],
  options: ContractOptions,
): readonly Contract[] {
  return contractsAmongAll(payments, options).filter((one) => isActive(one, options.today));
}

/** Returns all of a merchant's contracts, including ended ones, or none if all have ended. */
export function contractsAmongAll(
  payments: readonly Payment[],
  options: ContractOptions,
): readonly Contract[] {
  const { today } = options;
  const contracts: Contract[] = [];
  // Return early, because most merchants are stores without contracts.
  if (today !== -Infinity && clearestAmong(payments, options) === null) return contracts;
  // Also remove the payments of ended contracts, because they could look like earlier payments of
  // another contract.
  let left = payments;
  while (contracts.length < MAX_CONTRACTS) {
    const best = clearestAmong(left, { ...options, today: -Infinity });
    if (best === null) break;
    contracts.push(best);
    const taken = new Set(best.payments);
    left = left.filter((payment) => !taken.has(payment));
  }
  return contracts.some((one) => isActive(one, today)) ? contracts : [];
}

function isActive({ fit, payments }: Contract, today: number): boolean {
  return !hasEnded(fit.due.rhythm, today - (payments.at(-1) as Payment).day);
}

/** Returns the median log ratio between the amounts of consecutive payments. */
export function variationOf(sizes: readonly number[]): number {
  const steps = stepsOf(sizes).toSorted((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? 0;
}

function stepsOf(sizes: readonly number[]): readonly number[] {
  return sizes.slice(1).map((size, at) => Math.abs(Math.log(size / (sizes[at] ?? size))));
}

/**
 * Finds the contract that best explains the payments, unless ordinary shopping at a store is a
 * better explanation.
 */
function clearestAmong(left: readonly Payment[], options: ContractOptions): Contract | null {
  const all = paymentSets(left);
  const sets = mayBeHalves(left, options) ? all : all.filter((one) => !one.isHalf);
  let evenVisits: number | undefined;
  let best: Contract | null = null;
  for (const set of sets) {
    let evenWithout: number | undefined;
    for (const contract of contractsIn(set.payments, { ...options, of: left.length })) {
      const againstChance = contract.evidence - Math.log(sets.length);
      if (!isClearer(againstChance, best)) continue;
      evenVisits ??= renewalEvidence(left.map(({ day }) => day));
      evenWithout ??= evidenceWithout(set, left, options);
      const againstEven = againstChance - evenVisits + evenWithout - costOfCut(set);
      const spare = ENOUGH_EVIDENCE - ENOUGH_AGAINST_EVEN;
      const evidence = Math.min(againstChance, againstEven + spare);
      if (isClearer(evidence, best)) best = { ...contract, evidence };
    }
  }
  return best;
}

/**
 * Whether payments may be treated as due twice a month. Returns `true` for income, for transfers,
 * and for payments whose amounts differ little from one another. Cash withdrawals often follow
 * paydays, too, but their amounts vary more.
 */
function mayBeHalves(payments: readonly Payment[], options: ContractOptions): boolean {
  return mayVary(payments, options) ||
    meanOf(stepsOf(payments.map(({ size }) => size))) <= WIDEST_TWICE_A_MONTH;
}

/** Whether twice-a-month payments are allowed to vary in amount, as wages and card payments do. */
function mayVary([first]: readonly Payment[], { isIncome }: ContractOptions): boolean {
  return isIncome || Boolean(first?.transaction.transfer_account_id);
}

function isClearer(evidence: number, than: Contract | null): boolean {
  return evidence >= ENOUGH_EVIDENCE && evidence > (than?.evidence ?? 0);
}

/**
 * Returns the strength of the evidence for the best explanation of the payments that aren't in the
 * set. The payments that aren't in the set may just come from regular visits to a store. If the set
 * is half of a twice-a-month series, the payments that aren't in the set may be the other half
 * rather than unrelated payments.
 */
function evidenceWithout(
  { payments, isHalf }: PaymentSet,
  all: readonly Payment[],
  options: ContractOptions,
): number {
  const taken = new Set(payments);
  const others = all.filter((payment) => !taken.has(payment));
  const contracts = isHalf ? contractsIn(others, { ...options, of: all.length }) : [];
  const visits = renewalEvidence(others.map(({ day }) => day));
  return Math.max(visits, ...contracts.map(({ evidence }) => evidence));
}

/** Penalty for splitting payments by day of the month: each half may fit a rhythm by chance. */
function costOfCut({ payments, isHalf }: PaymentSet): number {
  return isHalf ? 2 * payments.length * Math.LN2 : 0;
}

interface SetOptions extends ContractOptions {
  readonly of: number;
}

function contractsIn(set: readonly Payment[], options: SetOptions): Contract[] {
  const days = set.map(({ day }) => day);
  const since = options.today - (days.at(-1) as number);
  const contracts: Contract[] = [];
  for (const rhythm of RHYTHMS) {
    // Skip ended contracts early, because the caller drops them anyway.
    if (hasEnded(rhythm, since)) continue;
    if (set.length < MIN_PAYMENTS && rhythm.length < LONG_RHYTHM_DAYS) continue;
    const fit = fitRhythm(days, rhythm);
    const contract = fit === null ? null : contractFor(set, fit, options);
    if (contract !== null) contracts.push(contract);
  }
  return contracts;
}

function contractFor(
  set: readonly Payment[],
  fit: RhythmFit,
  { of, isIncome }: SetOptions,
): Contract | null {
  const { rhythm } = fit.due;
  const payments = fit.places.map((place) => set[place] as Payment);
  const variation = variationOf(payments.map(({ size }) => size));
  const most = payments.length === 2
    ? rhythm.cadence === "yearly" ? WIDEST_OF_TWO.yearly : WIDEST_OF_TWO.otherwise
    : rhythm.length < 28 && !isIncome
    ? WIDEST_BELOW_MONTH
    : Infinity;
  if (variation > most) return null;
  const evidence = fit.evidence + amountEvidence(variation, set.length / of) -
    (rhythm.isUsual ? 0 : UNUSUAL_RHYTHM);
  return { payments, fit, evidence };
}

/** Similar amounts are evidence of a contract, unless the payments were selected by amount. */
function amountEvidence(variation: number, share: number): number {
  const evidence = Math.max(WIDEST_AMOUNTS, EQUAL_AMOUNTS - PER_VARIATION * variation);
  return evidence > 0 ? evidence * share : evidence;
}

/** Gamma shape parameters, from 1 (visits at random times) to 64 (intervals vary by about 1/8). */
const SHAPES: readonly number[] = [1, 2, 4, 8, 16, 32, 64];

/**
 * Gamma shape parameters for stores visited at most once a month. Unlike contract payments, such
 * visits drift to other days of the month, but the drift shows only after many visits.
 */
const EVEN_SHAPES: readonly number[] = [...SHAPES, 128, 256];
const MIN_EVEN = 20;
const SHORTEST_EVEN_DAYS = 25;
/**
 * Penalty for very regular visits, in log odds (natural log). Few stores are visited this
 * regularly.
 */
const COST_OF_EVENNESS = 2;

/**
 * The assumed proportions of intervals that last one period, two periods, or any other length of
 * time. The interval between two payments can span two periods, for example if the user went to a
 * different store once.
 */
const SINGLE = 0.86;
const DOUBLE = 0.1;
const ANY = 0.04;

const FACTORS = EVEN_SHAPES.map((shape) => ({
  shape,
  cost: SHAPES.includes(shape) ? 0 : COST_OF_EVENNESS,
  single: shape * Math.log(shape) - logFactorial(shape - 1),
  double: 2 * shape * Math.log(shape) - logFactorial(2 * shape - 1),
}));

/**
 * Returns the log Bayes factor of a renewal process (visits with gamma-distributed intervals; Cox,
 * "Renewal Theory", 1962) over a Poisson process (visits at random times). Visits can be regular
 * without following the calendar. For example, people refuel whenever the tank is empty.
 */
function renewalEvidence(days: readonly number[]): number {
  const intervals = days.slice(1)
    .map((day, at) => day - (days[at] ?? 0))
    .filter((apart) => apart > 0);
  if (intervals.length < 2) return 0;
  const mean = meanOf(intervals);
  const typical = intervals.toSorted((a, b) => a - b)[intervals.length >> 1] ?? mean;
  const chance = -intervals.length * (Math.log(mean) + 1);
  const areRare = intervals.length >= MIN_EVEN && typical >= SHORTEST_EVEN_DAYS;
  const even = FACTORS.slice(0, (areRare ? EVEN_SHAPES : SHAPES).length)
    .map((factors) => logDensity(intervals, typical, factors) - chance - factors.cost);
  return Math.max(0, logMeanOfExp(even));
}

function logDensity(
  intervals: readonly number[],
  typical: number,
  { shape, single, double }: (typeof FACTORS)[number],
): number {
  let sum = 0;
  for (const interval of intervals) {
    const ratio = interval / typical;
    const log = Math.log(ratio);
    const density = SINGLE * Math.exp(single + (shape - 1) * log - shape * ratio) +
      DOUBLE * Math.exp(double + (2 * shape - 1) * log - shape * ratio) +
      ANY / 2 * Math.exp(-ratio / 2);
    sum += Math.log(density / typical);
  }
  return sum;
}

function logMeanOfExp(logs: readonly number[]): number {
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, one) => sum + Math.exp(one - most), 0) / logs.length);
}

function logFactorial(n: number): number {
  let sum = 0;
  for (let factor = 2; factor <= n; factor++) sum += Math.log(factor);
  return sum;
}
