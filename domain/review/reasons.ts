import { daysBetween } from "../base/day.ts";
import { fromMilliunits } from "../base/money.ts";
import { type MoneyFormat, writeMoney } from "../base/money_format.ts";
import { namesPayee, payeeKeyOf } from "../payees/payee_key.ts";
import { type PayeeGroup, payeeIndexOf } from "../payees/payee_index.ts";
import { SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";
import { isPending, pendingRule } from "../base/special_categories.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import type { PriceChange, RecurringSeries } from "../recurrence/recurrence.ts";
import { groupedCategories } from "../plan/category_label.ts";
import type { SuggestionPlan } from "../suggestions/suggestions.ts";
import { transferPairs } from "../suggestions/transfer_pairs.ts";
import { compareTexts } from "../base/fold_text.ts";
import {
  chunksOf,
  countedTransactions,
  type LivePlan,
  type Transactions,
} from "../transactions/transaction_chunks.ts";
import { duplicateOf, otherThanUsual, unusualAmount } from "./transaction_checks.ts";

export type ReviewPlan = SuggestionPlan & Pick<LivePlan, "schedules">;

export interface ReviewOptions {
  readonly today: string;
  readonly since: string;
  readonly unapprovedOnly: boolean;
  readonly format: MoneyFormat;
  /** Returns the name of a category; `null` if there is none with this id. */
  readonly categoryName: (id: string | null | undefined) => string | null;
}

/** Reasons to review a transaction, most serious first. */
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

export type ReasonCode = (typeof REASONS)[number];

export interface ReviewReason {
  readonly code: ReasonCode;
  readonly detail: string;
}

/** A transaction to review, or a missing payment. The amount is in milliunits. */
export interface ReviewLine {
  /** The transaction's id; for a missing payment, that of its schedule or of the last payment. */
  readonly record_id: string;
  /** The transaction's id; `null` for a missing payment. */
  readonly transaction_id: string | null;
  readonly date: string;
  readonly amount: number;
  readonly payee: string | null;
  readonly account: string;
  readonly category: string | null;
  readonly reasons: readonly ReviewReason[];
}

/** Rank of an item's most serious reason; 0 is the most serious of all. */
export function rankOf({ reasons }: Pick<ReviewLine, "reasons">): number {
  return Math.min(...reasons.map(({ code }) => REASONS.indexOf(code)));
}

/** Minimum age of a plan, in days, for reporting new payees; at first, most payees are new. */
const MIN_DAYS_KNOWN = 60;

export interface ReviewContext extends ReviewOptions {
  readonly reviewed: readonly TransactionRecord[];
  readonly series: readonly RecurringSeries[];
  /** Current account names by id, because transactions may still have an account's old name. */
  readonly accountNames: ReadonlyMap<string, string>;
}

export function reasonFinder(
  plan: ReviewPlan,
  { reviewed, accountNames, categoryName, format, series, since, today }: ReviewContext,
): (row: TransactionRecord) => readonly ReviewReason[] {
  const rows = chunksOf(plan.transactions).flatMap(({ all }) => all);
  const groupOf = groupsById(plan.transactions, since);
  const firstOf = firstPayments(rows);
  const rule = pendingRule(plan.accounts, groupedCategories(plan.groups));
  const pairs = transferPairs(reviewed, plan.transactions, plan.groups);
  const paired = new Set(pairs.values());
  const pairedRows = new Map(rows.filter(({ id }) => paired.has(id)).map((row) => [row.id, row]));
  const rises = priceRises(series);
  const firstDay = firstDayOf(plan.transactions, today);
  const money = (milliunits: number): string => writeMoney(fromMilliunits(milliunits), format);
  return (row) => {
    if (row.transfer_account_id) return [];
    const isUncategorized = isPending(row, rule);
    // YNAB's own adjustments have no usual amount, so only a missing category matters.
    if (SYSTEM_PAYEE_KEYS.has(payeeKeyOf(row))) {
      return isUncategorized ? [{ code: "uncategorized", detail: NO_CATEGORY }] : [];
    }
    const others = namesPayee(row) ? groupOf.get(row.id)?.transactions ?? [] : [];
    const rise = rises.get(row.id);
    const unusual = rise === undefined ? unusualAmount(row, others) : null;
    const pair = pairedRows.get(pairs.get(row.id) ?? "");
    const habit = otherThanUsual(row, others);
    const usual = habit === null ? null : categoryName(habit.categoryId);
    const isNew = pair === undefined && firstOf(row) === row.id &&
      daysBetween(firstDay, row.date) >= MIN_DAYS_KNOWN;
    const details: Readonly<Record<ReasonCode, string | null>> = {
      possible_duplicate: told(
        duplicateOf(row, others),
        ({ id, date }) => `same amount, payee and account as ${id.slice(0, 8)} on ${date}`,
      ),
      scheduled_missing: null,
      unusual_amount: told(
        unusual,
        ({ isMore, median, count }) =>
          `much ${isMore ? "more" : "less"} than the ${count} other payments (usually about ` +
          `${money(Math.round(median / 10) * 10)})`,
      ),
      price_rise: told(rise, ({ before, after }) => `${money(before)} before, now ${money(after)}`),
      transfer_candidate: told(
        pair,
        ({ id, date, account_id: account, account_name: name }) =>
          `same amount with the opposite sign in ${accountNames.get(account) ?? name} on ${date} ` +
          `(${id.slice(0, 8)})`,
      ),
      category_differs: told(
        usual === null || categoryName(row.category_id) === null ? null : habit,
        ({ uses }) => `${usual} in ${uses} other payments`,
      ),
      uncategorized: isUncategorized && pair === undefined ? NO_CATEGORY : null,
      new_payee: isNew ? "first payment" : null,
    };
    return REASONS.flatMap((code) => {
      const detail = details[code];
      return detail === null ? [] : [{ code, detail }];
    });
  };
}

const NO_CATEGORY = "needs a category";

function told<Found>(
  found: Found | null | undefined,
  detailOf: (found: Found) => string,
): string | null {
  return found === null || found === undefined ? null : detailOf(found);
}

/** Returns the payee group of each transaction dated `since` or later, by transaction id. */
function groupsById(live: Transactions, since: string): ReadonlyMap<string, PayeeGroup> {
  return new Map(
    payeeIndexOf(live).groups.flatMap((group) =>
      group.transactions.filter(({ date }) => date >= since).map(({ id }) => [id, group] as const)
    ),
  );
}

/**
 * Returns a function that finds the id of a payee's earliest transaction. Inflows and outflows both
 * count.
 */
function firstPayments(
  rows: readonly TransactionRecord[],
): (row: TransactionRecord) => string | undefined {
  const first = new Map<string, TransactionRecord>();
  for (const row of rows) {
    if (!namesPayee(row)) continue;
    const key = payeeKeyOf(row);
    const known = first.get(key);
    const isFirst = known === undefined ||
      (compareTexts(row.date, known.date) || compareTexts(row.id, known.id)) < 0;
    if (isFirst) first.set(key, row);
  }
  return (row) => namesPayee(row) ? first.get(payeeKeyOf(row))?.id : undefined;
}

/** Returns the price increases, keyed by the id of the first payment at the higher price. */
function priceRises(series: readonly RecurringSeries[]): ReadonlyMap<string, PriceChange> {
  return new Map(series.flatMap(({ direction, price, transactions }) => {
    const { change, isFixed } = price;
    if (direction === "in" || change === null || !isFixed || change.after <= change.before) {
      return [];
    }
    const first = transactions.find(({ date }) => date === change.since);
    return first === undefined ? [] : [[first.id, change] as const];
  }));
}

/** Date of the oldest transaction; today if there is none, or if it is dated in the future. */
function firstDayOf(transactions: Transactions, today: string): string {
  const { date = today } = countedTransactions(transactions).at(-1) ?? {};
  return date < today ? date : today;
}
