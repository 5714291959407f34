import type { Account } from "../../client/wire/account.ts";
import type { Category, CategoryGroup } from "../../client/wire/category.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { MonthDetail, PlanSummary } from "../../client/wire/plan.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import { compareTexts } from "../../domain/base/fold_text.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import type { PlanCopy } from "../../sync/plan/plan_copy.ts";
import type { ReadOptions } from "../../sync/plan/plan_context.ts";

/** A plan's records, except deleted ones. */
export interface ExportedPlan {
  readonly plan: PlanSummary;
  readonly accounts: readonly Account[];
  readonly groups: readonly CategoryGroup[];
  readonly categories: readonly Category[];
  readonly payees: readonly Payee[];
  /** Months, oldest first; empty if the export omits them. */
  readonly months: readonly MonthDetail[];
  /** Oldest first. */
  readonly transactions: readonly Transaction[];
  readonly scheduled: readonly ScheduledTransaction[];
  readonly format: MoneyFormat;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** One file of an export. */
export interface ExportedFile {
  readonly name: string;
  readonly text: string;
  /** Names of accounts whose transactions don't add up to their balance. */
  readonly differing?: readonly string[];
}

/** Options for reading a plan. */
export interface ExportOptions {
  readonly copy: PlanCopy;
  readonly options: ReadOptions;
  readonly hasMonths: boolean;
  /**
   * Called with the number of requests needed for months, if any; `false` cancels the export before
   * the first of these requests.
   */
  readonly confirmMonths: (requests: number) => Promise<boolean>;
  readonly today: string;
}

/** Reads a plan; `null` if the user canceled the export. */
export async function readPlan(
  plan: PlanSummary,
  { copy, options, hasMonths, confirmMonths, today }: ExportOptions,
): Promise<ExportedPlan | null> {
  await copy.noticeChanges();
  const [accounts, categories, payees, scheduled, transactions, summaries] = await Promise.all([
    copy.accounts(options),
    copy.categories(options),
    copy.payees(options),
    copy.scheduledTransactions(options),
    copy.transactions(options),
    hasMonths ? copy.monthSummaries(options) : [],
  ]);
  const names = summaries.map(({ month }) => month).toSorted();
  const known = await Promise.all(names.map((month) => copy.isMonthKnown(month)));
  const requests = known.filter((isKnown) => !isKnown).length;
  if (requests > 0 && !await confirmMonths(requests)) return null;
  const months: MonthDetail[] = [];
  for (const month of names) months.push(await copy.month(month, options));
  return {
    plan,
    accounts: accounts.live,
    groups: categories.groups.map(({ categories: _, ...group }) => group),
    categories: categories.live,
    payees: payees.live,
    months,
    transactions: transactions.live.toSorted((a, b) =>
      compareTexts(a.date, b.date) || compareTexts(a.id, b.id)
    ),
    scheduled: scheduled.live,
    format: copy.moneyFormat,
    today,
  };
}
