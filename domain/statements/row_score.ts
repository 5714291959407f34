import { sumOf } from "../base/money.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import type { ComparisonOptions } from "./comparison.ts";
import {
  type AccountEntries,
  type Booking,
  type Entry,
  MAX_DAYS_APART,
} from "./account_entries.ts";

/** Weights of observations: natural logs of likelihood ratios, fitted to synthetic accounts. */
const SAME_DAY = 1.9;
const PER_DAY_LATER = 0.05;
const PER_DAY_SQUARED = 0.05;
const PER_DAY_EARLIER = 1.2;
/**
 * Penalty for each day between a row's date and an imported transaction's date, because the two
 * dates should be the same.
 */
const IMPORTED_PER_DAY = 1;

const SAME_LABEL = 3.3;
const KNOWN_PAYEE = 2.8;
const ALIKE_NAME = 2;
const UNLIKE_NAME = -1.2;
/** Weight if the row's label was previously matched only with other payees. */
const OTHER_PAYEE = -2;

/** Weight of a reconciled transaction that is older than the statement. */
const RECONCILED_BEFORE = -5;

/** Assumed share of transactions that have no row of their own. */
const UNBOOKED = 0.05;
const MAX_RARITY = 4;
const MIN_RARITY = -1.3;

const NO_PAYEE_KEY = payeeKeyOf({});

/**
 * Scores how well each row matches each transaction, based partly on earlier imports and on
 * unambiguous matches.
 */
export class RowScores {
  readonly #account: AccountEntries;
  readonly #payeesOf: ComparisonOptions["payeesOf"];
  readonly #first: number;
  /** For each label and payee, the number of unambiguous matches. */
  readonly #learned = new Map<string, Map<string, number>>();
  readonly #learnedOf = new Map<Booking, string>();
  readonly #likeness = new Map<string, number>();

  constructor(account: AccountEntries, payeesOf: ComparisonOptions["payeesOf"], first: number) {
    this.#account = account;
    this.#payeesOf = payeesOf;
    this.#first = first;
  }

  /** Learns which payee belongs to a bank label. */
  learn(booking: Booking, payeeKey: string): void {
    if (payeeKey === NO_PAYEE_KEY) return;
    this.#learnedOf.set(booking, payeeKey);
    const payees = this.#learned.get(booking.labelKey) ?? new Map<string, number>();
    this.#learned.set(booking.labelKey, payees.set(payeeKey, (payees.get(payeeKey) ?? 0) + 1));
  }

  /**
   * Returns a key that identifies the evidence about a row's payee. Rows with equal keys have equal
   * payee scores.
   */
  evidenceOf(booking: Booking): string {
    return JSON.stringify([booking.labelKey, booking.row.payee, this.#learnedOf.get(booking)]);
  }

  /** Returns the logarithm of the odds that a transaction of the same amount matches a row. */
  of(booking: Booking): (entry: Entry) => number {
    const rarity = this.#rarity(booking.row.amount);
    const payees = new Map<string, number>();
    return (entry) => {
      let payee = payees.get(entry.party);
      if (payee === undefined) payees.set(entry.party, payee = this.payee(booking, entry));
      return rarity + payee + this.#days(booking, entry);
    };
  }

  /** Returns the log odds of a match, based on only the day and the payee. */
  ofOtherAmount(booking: Booking, entry: Entry): number {
    return this.#days(booking, entry) + this.payee(booking, entry);
  }

  /** Evidence from the bank's label that the row and the transaction have the same payee. */
  payee(booking: Booking, { payeeKey, labelKey, transaction }: Entry): number {
    if (labelKey !== null && labelKey === booking.labelKey) return SAME_LABEL;
    if (payeeKey === NO_PAYEE_KEY) return 0;
    const { total, count } = this.#known(booking, payeeKey);
    if (count > 0) return KNOWN_PAYEE + Math.log((count + 1) / (total + 1));
    const other = total === 0 ? 0 : OTHER_PAYEE * total / (total + 1);
    if (transaction.transfer_account_id) return other;
    const likeness = this.#likenessOf(booking.labelKey, payeeKey);
    return UNLIKE_NAME + likeness * (ALIKE_NAME - UNLIKE_NAME) + (1 - likeness) * other;
  }

  /** Counts the earlier rows that had the label, in total and with this payee. */
  #known(
    booking: Booking,
    payeeKey: string,
  ): { readonly total: number; readonly count: number } {
    const before = this.#payeesOf(booking.row.payee);
    const learned = this.#learned.get(booking.labelKey);
    // A row isn't used as evidence for itself.
    const own = this.#learnedOf.get(booking);
    const total = sumOf(before.values()) + sumOf(learned?.values() ?? []) -
      (own === undefined ? 0 : 1);
    const count = (before.get(payeeKey) ?? 0) + (learned?.get(payeeKey) ?? 0) -
      (own === payeeKey ? 1 : 0);
    return { total, count };
  }

  #likenessOf(labelKey: string, payeeKey: string): number {
    const pair = `${labelKey}\n${payeeKey}`;
    const known = this.#likeness.get(pair) ?? nameSimilarity(labelKey, payeeKey);
    this.#likeness.set(pair, known);
    return known;
  }

  #days({ day }: Booking, { day: entered, transaction, labelKey }: Entry): number {
    const late = day - entered;
    const isEarlier = transaction.cleared === "reconciled" && entered < this.#first;
    const perDay = labelKey !== null
      ? IMPORTED_PER_DAY
      : late < 0
      ? PER_DAY_EARLIER
      : PER_DAY_LATER;
    return SAME_DAY - perDay * Math.abs(late) - PER_DAY_SQUARED * late ** 2 +
      (isEarlier ? RECONCILED_BEFORE : 0);
  }

  /** Evidence from the rarity of an amount: a rare amount is less likely to match by chance. */
  #rarity(amount: number): number {
    const { countByAmount, days } = this.#account;
    const others = (countByAmount.get(amount) ?? 1) - 1;
    const window = 2 * MAX_DAYS_APART + 1;
    const spare = UNBOOKED * others / Math.max(days, window) + chanceOf(amount);
    return Math.min(MAX_RARITY, Math.max(MIN_RARITY, -Math.log(window * spare)));
  }
}

const CHANCE = 0.015;

/**
 * Expected number of payments per day that have this amount. The number is higher for round
 * amounts.
 */
function chanceOf(amount: number): number {
  const digits = String(Math.abs(amount)).replace(/0+$/u, "").length;
  return CHANCE / 4 ** digits;
}

/** Minimum number of initial letters that can identify a word. */
const ENOUGH_LETTERS = 4;

/**
 * The fraction of a payee's name that appears in a bank label, from 0 to 1. Both strings are
 * normalized. Allows for names that banks truncate or print without spaces, and for users'
 * abbreviations.
 */
function nameSimilarity(label: string, payee: string): number {
  const [joined, name] = [label.replaceAll(" ", ""), payee.replaceAll(" ", "")];
  const shorter = joined.length < name.length ? joined : name;
  const longer = shorter === joined ? name : joined;
  if (shorter.length >= ENOUGH_LETTERS && longer.includes(shorter)) return 1;
  const words = label.split(" ").filter((word) => word.length > 1);
  const own = payee.split(" ").filter((word) => word.length > 1);
  let [found, letters] = [0, 0];
  for (const word of own) {
    letters += word.length;
    if (words.some((other) => isAlike(word, other))) found += word.length;
  }
  return letters === 0 ? 0 : found / letters;
}

function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = one.length < other.length ? one : other;
  const longer = shorter === one ? other : one;
  if (shorter.length < ENOUGH_LETTERS) return false;
  return longer.startsWith(shorter) || isOneSlipApart(shorter, longer);
}

/** Whether one character was omitted, added or replaced, or two adjacent ones were swapped. */
function isOneSlipApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] &&
    short.slice(at + 2) === long.slice(at + 2);
}

/** Largest tip, as a share of the bill. */
const MAX_TIP = 0.3;
/** Log odds that a tip explains why the bank's amount is higher than the entered amount. */
const TIP_ODDS = 1;

/** Log odds that two amounts differ because of a typo; typos are rarer than omitted tips. */
const SLIP_ODDS = -2.5;

/** Evidence that the entered amount was meant to be the bank's amount. */
interface AmountSimilarity {
  /** Logarithm of the odds. */
  readonly odds: number;
  /** Whether only a tip can explain the difference; if so, the payee or day must be the same. */
  readonly isTip: boolean;
}

/** Compares a bank's amount with an entered amount; `null` if they aren't similar. */
export function amountSimilarity(booked: number, entered: number): AmountSimilarity | null {
  const ratio = booked / entered;
  if (!(ratio > 0) || ratio === 1 || ratio > 100 || ratio < 0.01) return null;
  const [one, other] = digitsOf(booked, entered);
  if (isOneSlipApart(one, other)) return { odds: slipOdds(one.length), isTip: false };
  return ratio > 1 && ratio <= 1 + MAX_TIP ? { odds: TIP_ODDS, isTip: true } : null;
}

/** The digits of both amounts, without the trailing zeros that they share. */
function digitsOf(one: number, other: number): readonly [string, string] {
  let [a, b] = [Math.abs(one), Math.abs(other)];
  while (a % 10 === 0 && b % 10 === 0) [a, b] = [a / 10, b / 10];
  return [String(a), String(b)];
}

/** Log odds that a typo explains the difference; long numbers are rarely so similar by chance. */
function slipOdds(length: number): number {
  const slips = 9 * length + length - 1 + length + 10 * (length + 1);
  return SLIP_ODDS + length * Math.LN10 - Math.log(slips);
}
