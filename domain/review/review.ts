import type { TransactionRecord } from "../base/plan_records.ts";
import { recurringSeries } from "../recurrence/recurrence.ts";
import { compareTexts } from "../base/fold_text.ts";
import { dayAsNumber } from "../transactions/chunk_facts.ts";
import { matchedPairs } from "../transactions/matched_pairs.ts";
import { chunksOf, type Transactions } from "../transactions/transaction_chunks.ts";
import { LOOKBACK_MONTHS, missingAmong, type MissingPayment } from "./missing_payments.ts";
import { reasonFinder } from "./reason_finder.ts";
import { rankOf, type ReviewLine } from "./review_line.ts";
import type { ReviewOptions, ReviewPlan } from "./review_plan.ts";

/** All lines, the most serious first, and how many transactions have nothing to them. */
export interface Review {
  readonly lines: readonly ReviewLine[];
  readonly clear_count: number;
}

/** Reviews transactions. */
export function reviewTransactions(plan: ReviewPlan, options: ReviewOptions): Review {
  const { today, categoryName } = options;
  const recurrence = { today, lookbackMonths: LOOKBACK_MONTHS };
  const series = recurringSeries(plan.transactions, recurrence);
  const asked = askedAmong(plan.transactions, options);
  const { reasonsOf } = reasonFinder(plan, { ...options, asked, series });
  const accountNames = new Map(plan.accounts.map(({ id, name }) => [id, name]));
  const rows: ReviewLine[] = [];
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

function bySeriousness(a: ReviewLine, b: ReviewLine): number {
  return rankOf(a) - rankOf(b) || compareTexts(b.date, a.date);
}
