import { dayNumber, daysBetween } from "../base/day.ts";
import { fromMilliunits } from "../base/money.ts";
import { writeMoney } from "../base/money_format.ts";
import { namesPayee, payeeKeyOf } from "../payees/payee_key.ts";
import { SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";
import { isPending, pendingRule } from "../plan/pending_category.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { isInflowCategory, isUncategorizedCategory } from "../base/special_categories.ts";
import type { RecurringSeries } from "../recurrence/recurrence.ts";
import { transferPairs } from "../suggestions/transfer_pairs.ts";
import { matchedPairs } from "../transactions/matched_pairs.ts";
import { chunksOf, type Transactions } from "../transactions/transaction_chunks.ts";
import { otherThanUsual } from "./category_habit.ts";
import { duplicateOf } from "./duplicates.ts";
import { firstPayments, groupFinder } from "./payees_reviewed.ts";
import type { ReasonCode, ReviewReason } from "./review_line.ts";
import type { ReviewOptions, ReviewPlan } from "./review_plan.ts";
import { unusualAmount } from "./unusual_amount.ts";

/** A plan that is younger knows too few payees to call one new. */
const FEWEST_DAYS_KNOWN = 60;

/** A review with what is known before its reasons are looked for. */
export interface ReviewContext extends ReviewOptions {
  readonly asked: readonly TransactionRecord[];
  readonly series: readonly RecurringSeries<TransactionRecord>[];
}

/** Finds the reasons to look at a transaction. */
export interface ReasonFinder {
  readonly reasonsOf: (row: TransactionRecord) => readonly ReviewReason[];
}

/** Makes a finder of reasons for the transactions of a plan. */
export function reasonFinder(plan: ReviewPlan, context: ReviewContext): ReasonFinder {
  const { asked, categoryName, format, series, since, today } = context;
  const groupOf = groupFinder(plan.transactions, dayNumber(since));
  const firstOf = firstPayments(plan.transactions);
  const categories = plan.groups.flatMap(({ name, categories }) =>
    categories.map((one) => ({ ...one, category_group_name: name }))
  );
  const rule = pendingRule(plan.accounts, categories);
  const neutral = new Set(
    categories.filter((one) => isInflowCategory(one) || isUncategorizedCategory(one))
      .map(({ id }) => id),
  );
  const pairs = transferPairs(asked, plan.transactions, neutral);
  const byId = recordsOf(plan.transactions, new Set(pairs.values()));
  const rises = priceRises(series);
  const firstDay = firstDayOf(plan.transactions, today);
  const money = (milliunits: number): string => writeMoney(fromMilliunits(milliunits), format);
  const reasonsOf = (row: TransactionRecord): readonly ReviewReason[] => {
    const isTransfer = (row.transfer_account_id ?? "") !== "";
    if (isTransfer) return [];
    // YNAB's own corrections show no habit, but they may wait for a category as any other.
    if (SYSTEM_PAYEE_KEYS.has(payeeKeyOf(row))) return waiting(isPending(row, rule) ? row : null);
    const others = namesPayee(row) ? groupOf(row)?.transactions ?? [] : [];
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
      ...waiting(isPending(row, rule) && pair === undefined ? row : null),
      ...reason("new_payee", isNew && isKnownLong ? row : null, () => "first payment"),
    ];
  };
  return { reasonsOf };
}

function waiting(row: TransactionRecord | null): readonly ReviewReason[] {
  return reason("uncategorized", row, () => "waits for a category");
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
