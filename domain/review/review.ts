/**
 * Goes through transactions and says of each what a person should look at.
 *
 * @module
 */

import { daysBetween } from "../calendar/day.ts";
import { fromMilliunits } from "../money/money.ts";
import { type MoneyFormat, writeMoney } from "../money/money_format.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import { type PayeeGroup, payeeIndexOf } from "../payees/payee_index.ts";
import { SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";
import type { GroupWithCategories } from "../plan/category_groups.ts";
import { countedTransactions } from "../plan/counted_transactions.ts";
import { isPending, pendingRule } from "../plan/pending_category.ts";
import type { AccountRecord, ScheduledRecord, TransactionRecord } from "../plan/plan_records.ts";
import { isInflowCategory, isUncategorizedCategory } from "../plan/special_categories.ts";
import { recurringSeries } from "../recurrence/recurrence.ts";
import { transferPairs } from "../suggestions/transfer_pairs.ts";
import { otherThanUsual } from "./category_habit.ts";
import { duplicateOf } from "./duplicates.ts";
import { type MissingPayment, missingPayments } from "./missing_payments.ts";
import { unusualAmount } from "./unusual_amount.ts";
import { compareTexts } from "../text/text_order.ts";

/** What may be said of a transaction, the most serious first. */
export const REASONS = [
  "possible_duplicate",
  "scheduled_missing",
  "unusual_amount",
  "price_rise",
  "transfer_candidate",
  "category_differs",
  "uncategorized",
  "new_payee",
] as const;

/** One of {@linkcode REASONS}. */
export type ReasonCode = (typeof REASONS)[number];

/** Why a transaction should be looked at. */
export interface ReviewReason {
  readonly code: ReasonCode;
  readonly detail: string;
}

/** A transaction to look at, or one that has not come; its amount in milliunits. */
export interface ReviewLine {
  /** The transaction, or the schedule or newest payment of what has not come. */
  readonly record_id: string;
  /** `null` for one that has not come. */
  readonly transaction_id: string | null;
  readonly date: string;
  readonly amount: number;
  readonly payee: string | null;
  readonly account: string;
  readonly category: string | null;
  readonly reasons: readonly ReviewReason[];
}

/** Live records of a plan. */
export interface ReviewPlan {
  readonly transactions: readonly TransactionRecord[];
  readonly accounts: readonly AccountRecord[];
  /** Groups with their live categories, upstream's internal group included. */
  readonly groups: readonly GroupWithCategories[];
  readonly schedules: readonly ScheduledRecord[];
}

/** What is looked at. */
export interface ReviewOptions {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly since: string;
  readonly unapprovedOnly: boolean;
  readonly format: MoneyFormat;
  /** Gives the name of a category; `null` for none. */
  readonly categoryName: (id: string | null | undefined) => string | null;
}

/** All lines, the most serious first, and how many transactions have nothing to them. */
export interface Review {
  readonly lines: readonly ReviewLine[];
  readonly clear_count: number;
}

/** A plan that is younger knows too few payees to call one new. */
const FEWEST_DAYS_KNOWN = 60;

/** How far back payments count as recurring, in months. */
const LOOKBACK_MONTHS = 36;

/**
 * Reviews transactions.
 *
 * @param plan Live records.
 * @param options What is looked at.
 * @returns What a person should look at.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const plan = { transactions: [], accounts: [], groups: [], schedules: [] };
 * const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };
 * const options = { today: "2026-03-15", since: "2026-01-01", unapprovedOnly: true, format };
 * assertEquals(reviewTransactions(plan, { ...options, categoryName: () => null }), {
 *   lines: [],
 *   clear_count: 0,
 * });
 * ```
 */
export function reviewTransactions(plan: ReviewPlan, options: ReviewOptions): Review {
  const { since, today, unapprovedOnly, categoryName } = options;
  const counted = countedTransactions(plan.transactions).transactions;
  const asked = counted.filter(({ date, approved }) =>
    date >= since && date <= today && (!unapprovedOnly || !approved)
  );
  const reasonsOf = reasonFinder(plan, { ...options, counted, asked });
  const accountNames = new Map(plan.accounts.map(({ id, name }) => [id, name]));
  const rows = asked.map((row): ReviewLine => ({
    record_id: row.id,
    transaction_id: row.id,
    date: row.date,
    amount: row.amount,
    payee: row.payee_name ?? row.import_payee_name ?? null,
    account: accountNames.get(row.account_id) ?? row.account_name,
    category: categoryName(row.category_id),
    reasons: reasonsOf(row),
  }));
  const found = rows.filter(({ reasons }) => reasons.length > 0);
  const missing = missingPayments(plan.transactions, plan.schedules, options)
    .map((one) => missingLine(one, { ...options, accountNames }));
  return {
    lines: [...found, ...missing].toSorted(bySeriousness),
    clear_count: rows.length - found.length,
  };
}

interface ReviewContext extends ReviewOptions {
  readonly counted: readonly TransactionRecord[];
  readonly asked: readonly TransactionRecord[];
}

function reasonFinder(
  plan: ReviewPlan,
  context: ReviewContext,
): (row: TransactionRecord) => readonly ReviewReason[] {
  const { counted, asked, categoryName, format, today } = context;
  const groupOf = groupFinder(plan.transactions);
  const firstOf = firstPayments(plan.transactions);
  const categories = plan.groups.flatMap(({ name, categories }) =>
    categories.map((one) => ({ ...one, category_group_name: name }))
  );
  const rule = pendingRule(plan.accounts, categories);
  const neutral = new Set(
    categories.filter((one) => isInflowCategory(one) || isUncategorizedCategory(one))
      .map(({ id }) => id),
  );
  const pairs = transferPairs(asked, counted, neutral);
  const byId = new Map(counted.map((row) => [row.id, row]));
  const rises = priceRises(plan.transactions, today);
  const firstDay = counted.reduce((first, { date }) => date < first ? date : first, today);
  const money = (milliunits: number): string => writeMoney(fromMilliunits(milliunits), format);
  return (row) => {
    const isTransfer = (row.transfer_account_id ?? "") !== "";
    if (isTransfer || SYSTEM_PAYEE_KEYS.has(payeeKeyOf(row))) return [];
    const others = groupOf(row)?.transactions ?? [];
    const twin = duplicateOf(row, others);
    const rise = rises.get(row.id);
    const sizes = others.filter(({ id }) => id !== row.id).map(({ amount }) => Math.abs(amount));
    const unusual = rise === undefined ? unusualAmount(Math.abs(row.amount), sizes) : null;
    const pair = byId.get(pairs.get(row.id) ?? "");
    const habit = otherThanUsual(row, others);
    const usual = habit === null ? null : categoryName(habit.categoryId);
    const own = categoryName(row.category_id);
    const isNew = pair === undefined && firstOf(row) === row.id;
    const isKnownLong = daysBetween(firstDay, row.date) >= FEWEST_DAYS_KNOWN;
    return [
      ...reason(
        "possible_duplicate",
        twin,
        ({ id, date }) => `same amount, payee and account as ${id.slice(0, 8)} on ${date}`,
      ),
      ...reason(
        "unusual_amount",
        unusual,
        ({ isMore, median, count }) =>
          `${isMore ? "more" : "less"} than ever in ${count} other payments, which are about ` +
          money(Math.round(median / 10) * 10),
      ),
      ...reason(
        "price_rise",
        rise,
        ({ before, after }) => `${money(before)} before, now ${money(after)}`,
      ),
      ...reason(
        "transfer_candidate",
        pair,
        ({ id, date, account_name: account }) =>
          `opposite amount in ${account} on ${date} (${id.slice(0, 8)})`,
      ),
      ...reason(
        "category_differs",
        usual === null || own === null ? null : habit,
        ({ uses }) => `${usual} in ${uses} other payments`,
      ),
      ...reason(
        "uncategorized",
        isPending(row, rule) && pair === undefined ? row : null,
        () => "waits for a category",
      ),
      ...reason("new_payee", isNew && isKnownLong ? row : null, () => "first payment"),
    ];
  };
}

function reason<Found>(
  code: ReasonCode,
  found: Found | null | undefined,
  detailOf: (found: Found) => string,
): readonly ReviewReason[] {
  return found === null || found === undefined ? [] : [{ code, detail: detailOf(found) }];
}

/** Finds the transactions of a transaction's payee in its direction. */
function groupFinder(
  live: readonly TransactionRecord[],
): (row: TransactionRecord) => PayeeGroup<TransactionRecord> | undefined {
  const groups = new Map<string, PayeeGroup<TransactionRecord>>();
  for (const group of payeeIndexOf(live).groups) {
    for (const { id } of group.transactions) groups.set(id, group);
  }
  return ({ id }) => groups.get(id);
}

/** Finds the first transaction of a payee, whichever way the money went. */
function firstPayments(
  live: readonly TransactionRecord[],
): (row: TransactionRecord) => string | undefined {
  const first = new Map<string, TransactionRecord>();
  const nameOf = (row: TransactionRecord): string =>
    (row.payee_name ?? row.import_payee_name ?? "") === "" ? "" : payeeKeyOf(row);
  for (const row of live) {
    const known = first.get(nameOf(row));
    const isEarlier = known === undefined ||
      compareTexts(`${row.date} ${row.id}`, `${known.date} ${known.id}`) === -1;
    if (isEarlier) first.set(nameOf(row), row);
  }
  return (row) => nameOf(row) === "" ? undefined : first.get(nameOf(row))?.id;
}

interface PriceRise {
  readonly before: number;
  readonly after: number;
}

/** The first payments at higher prices, by their ids. */
function priceRises(
  live: readonly TransactionRecord[],
  today: string,
): ReadonlyMap<string, PriceRise> {
  const series = recurringSeries(live, { today, lookbackMonths: LOOKBACK_MONTHS });
  return new Map(series.flatMap(({ direction, price, transactions }) => {
    const { change, isFixed } = price;
    if (direction === "in" || change === null || !isFixed || change.after <= change.before) {
      return [];
    }
    // The day is that of one of them.
    const first = transactions.find(({ date }) => date === change.since) as TransactionRecord;
    return [[first.id, change] as const];
  }));
}

function missingLine(
  missing: MissingPayment,
  { accountNames, categoryName }: ReviewOptions & {
    readonly accountNames: ReadonlyMap<string, string>;
  },
): ReviewLine {
  const { id, date, amount, payee, accountId, categoryId, isScheduled, timesSeen } = missing;
  return {
    record_id: id,
    transaction_id: null,
    date,
    amount,
    payee,
    account: accountNames.get(accountId) ?? "",
    category: categoryName(categoryId),
    reasons: [{
      code: "scheduled_missing",
      detail: isScheduled
        ? "its schedule was due then, and nothing was entered"
        : `came ${timesSeen} times as expected, and has not come now`,
    }],
  };
}

/**
 * Ranks a line: by its most serious reason.
 *
 * @param line The line.
 */
export function rankOf({ reasons }: Pick<ReviewLine, "reasons">): number {
  return Math.min(...reasons.map(({ code }) => REASONS.indexOf(code)));
}

function bySeriousness(a: ReviewLine, b: ReviewLine): number {
  return rankOf(a) - rankOf(b) || compareTexts(b.date, a.date);
}
