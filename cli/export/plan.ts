import type { Account } from "../../client/wire/account.ts";
import type { Category, CategoryGroup } from "../../client/wire/category.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { MonthDetail, PlanSummary } from "../../client/wire/plan.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";

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

export interface ExportedFile {
  readonly name: string;
  readonly text: string;
  /** Names of accounts whose balance differs from the total of their transactions. */
  readonly differing?: readonly string[];
}
