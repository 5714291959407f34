/**
 * Goes through transactions and says of each what a person should look at.
 *
 * @module
 */

import { dayNumber, daysBetween } from "../calendar/day.ts";
import { fromMilliunits } from "../money/money.ts";
import { type MoneyFormat, writeMoney } from "../money/money_format.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import { SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";
import type { GroupWithCategories } from "../plan/category_groups.ts";
import { isPending, pendingRule } from "../plan/pending_category.ts";
import type { AccountRecord, ScheduledRecord, TransactionRecord } from "../plan/plan_records.ts";
import { isInflowCategory, isUncategorizedCategory } from "../plan/special_categories.ts";
import { type RecurringSeries, recurringSeriesInSteps } from "../recurrence/recurrence.ts";
import { allSteps, type Steps } from "../steps/all_steps.ts";
import { StepSize } from "../steps/step_size.ts";
import { transferPairsInSteps } from "../suggestions/transfer_pairs.ts";
import { dayAsNumber } from "../transactions/chunk_facts.ts";
import { matchedPairs } from "../transactions/matched_pairs.ts";
import { chunksOf, type Transactions } from "../transactions/transaction_chunks.ts";
import { otherThanUsual } from "./category_habit.ts";
import { duplicateOf } from "./duplicates.ts";
import { LOOKBACK_MONTHS, missingAmong, type MissingPayment } from "./missing_payments.ts";
import { firstPayments, type GroupFinder, groupFinder } from "./payees_reviewed.ts";
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
  readonly transactions: Transactions<TransactionRecord>;
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

/** Payments of the same payees that are looked at before others have their turn. */
const PAYMENTS_PER_STEP = 1_000;

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
  return allSteps(reviewInSteps(plan, options));
}

/**
 * Reviews the same step by step.
 *
 * @param plan Live records.
 * @param options What is looked at.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { allSteps } from "../steps/all_steps.ts";
 *
 * const plan = { transactions: [], accounts: [], groups: [], schedules: [] };
 * const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };
 * const options = { today: "2026-03-15", since: "2026-01-01", unapprovedOnly: true, format };
 * const review = reviewInSteps(plan, { ...options, categoryName: () => null });
 * assertEquals(allSteps(review).lines, []);
 * ```
 */
export function* reviewInSteps(plan: ReviewPlan, options: ReviewOptions): Steps<Review> {
  const { today, categoryName } = options;
  const recurrence = { today, lookbackMonths: LOOKBACK_MONTHS };
  const series = yield* recurringSeriesInSteps(plan.transactions, recurrence);
  yield;
  const asked = askedAmong(plan.transactions, options);
  const { groupOf, reasonsOf } = yield* reasonFinder(plan, { ...options, asked, series });
  const accountNames = new Map(plan.accounts.map(({ id, name }) => [id, name]));
  const rows: ReviewLine[] = [];
  const step = new StepSize(PAYMENTS_PER_STEP);
  for (const row of asked) {
    rows.push({
      record_id: row.id,
      transaction_id: row.id,
      date: row.date,
      amount: row.amount,
      payee: row.payee_name ?? row.import_payee_name ?? null,
      account: accountNames.get(row.account_id) ?? row.account_name,
      category: categoryName(row.category_id),
      reasons: reasonsOf(row),
    });
    if (step.isOver(1 + (groupOf(row)?.count ?? 0))) yield;
  }
  const found = rows.filter(({ reasons }) => reasons.length > 0);
  const missing = missingAmong(series, plan.schedules, options)
    .map((one) => missingLine(one, { ...options, accountNames }));
  return {
    lines: [...found, ...missing].toSorted(bySeriousness),
    clear_count: rows.length - found.length,
  };
}

/** Transactions that are looked at; of a matched pair the one that counts. */
function askedAmong(
  transactions: Transactions<TransactionRecord>,
  { since, today, unapprovedOnly }: ReviewOptions,
): readonly TransactionRecord[] {
  const { leftOut } = matchedPairs(transactions);
  const [from, until] = [dayAsNumber(since), dayAsNumber(today)];
  const asked: TransactionRecord[] = [];
  for (const [number, chunk] of chunksOf(transactions).entries()) {
    for (const [place, day] of chunk.facts.days.entries()) {
      // The newest come first.
      if (day < from) break;
      if (day > until || leftOut.get(number)?.has(place) === true) continue;
      const row = chunk.at(place);
      if (!unapprovedOnly || !row.approved) asked.push(row);
    }
  }
  return asked;
}

/** The day of the first transaction that counts, today at the latest. */
function firstDayOf(transactions: Transactions<TransactionRecord>, today: string): string {
  const { leftOut } = matchedPairs(transactions);
  for (const [number, chunk] of [...chunksOf(transactions).entries()].toReversed()) {
    for (let place = chunk.count - 1; place >= 0; place--) {
      if (leftOut.get(number)?.has(place) === true) continue;
      const { date } = chunk.at(place);
      return date < today ? date : today;
    }
  }
  return today;
}

interface ReviewContext extends ReviewOptions {
  readonly asked: readonly TransactionRecord[];
  readonly series: readonly RecurringSeries<TransactionRecord>[];
}

interface ReasonFinder {
  readonly groupOf: GroupFinder;
  readonly reasonsOf: (row: TransactionRecord) => readonly ReviewReason[];
}

function* reasonFinder(plan: ReviewPlan, context: ReviewContext): Steps<ReasonFinder> {
  const { asked, categoryName, format, series, since, today } = context;
  const groupOf = yield* groupFinder(plan.transactions, dayNumber(since));
  const firstOf = yield* firstPayments(plan.transactions);
  const categories = plan.groups.flatMap(({ name, categories }) =>
    categories.map((one) => ({ ...one, category_group_name: name }))
  );
  const rule = pendingRule(plan.accounts, categories);
  const neutral = new Set(
    categories.filter((one) => isInflowCategory(one) || isUncategorizedCategory(one))
      .map(({ id }) => id),
  );
  const pairs = yield* transferPairsInSteps(asked, plan.transactions, neutral);
  const byId = recordsOf(plan.transactions, new Set(pairs.values()));
  const rises = priceRises(series);
  const firstDay = firstDayOf(plan.transactions, today);
  const money = (milliunits: number): string => writeMoney(fromMilliunits(milliunits), format);
  const reasonsOf = (row: TransactionRecord): readonly ReviewReason[] => {
    const isTransfer = (row.transfer_account_id ?? "") !== "";
    if (isTransfer || SYSTEM_PAYEE_KEYS.has(payeeKeyOf(row))) return [];
    const others = groupOf(row)?.transactions ?? [];
    const twin = duplicateOf(row, others);
    const rise = rises.get(row.id);
    // Ids are read of few: who has another amount is another transaction.
    const sizes = others.filter((one) => one.amount !== row.amount || one.id !== row.id)
      .map(({ amount }) => Math.abs(amount));
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
  return { groupOf, reasonsOf };
}

/** Transactions by their ids. */
function recordsOf(
  transactions: Transactions<TransactionRecord>,
  ids: ReadonlySet<string>,
): ReadonlyMap<string, TransactionRecord> {
  const records = new Map<string, TransactionRecord>();
  for (const chunk of chunksOf(transactions)) {
    for (const id of ids) {
      const place = chunk.placeOf(id);
      if (place >= 0) records.set(id, chunk.at(place));
    }
  }
  return records;
}

function reason<Found>(
  code: ReasonCode,
  found: Found | null | undefined,
  detailOf: (found: Found) => string,
): readonly ReviewReason[] {
  return found === null || found === undefined ? [] : [{ code, detail: detailOf(found) }];
}

interface PriceRise {
  readonly before: number;
  readonly after: number;
}

/** The first payments at higher prices, by their ids. */
function priceRises(
  series: readonly RecurringSeries<TransactionRecord>[],
): ReadonlyMap<string, PriceRise> {
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
