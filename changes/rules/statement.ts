import type {
  AccountRecord,
  GroupWithCategories,
  TransactionRecord,
} from "../../domain/base/plan_records.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import type { Comparison, ComparisonOptions } from "../../domain/statements/comparison.ts";
import type { CategoriesAround } from "../available_now.ts";
import type { Proposal } from "../change.ts";
import type { JournalEntry } from "../journal.ts";

export interface StatementChange {
  readonly comparison: Comparison;
  /** Whether to reconcile, if the statement leaves nothing open. */
  readonly reconcile: boolean;
  /** Whether to cover a difference with a correction. */
  readonly adjust: boolean;
}

export interface StatementPlan {
  readonly planId: string;
  /** The statement's account. */
  readonly account: AccountRecord;
  /** Live accounts. */
  readonly accounts: readonly AccountRecord[];
  /** Live transactions of all accounts. */
  readonly transactions: readonly TransactionRecord[];
  /** The categories, with their groups. */
  readonly categories: CategoriesAround["categories"] & {
    readonly groups: readonly GroupWithCategories[];
  };
  readonly payeesOf: ComparisonOptions["payeesOf"];
  /** The plan's changes, which know the import ids of deleted transactions. */
  readonly entries: readonly JournalEntry[];
  /** UTC day; YNAB rejects later dates. */
  readonly utcToday: string;
  readonly format: MoneyFormat;
  /** Reads the live transactions, bypassing the local copy, while the change is being written. */
  readonly rereadTransactions: () => Promise<readonly TransactionRecord[]>;
}

/**
 * Proposes to bring an account in line with a statement: enters the new rows, marks those that
 * match and makes what the user decided.
 *
 * @throws {ToolError} `invalid_input` for a closed or loan account, or a decision that YNAB's API
 * can't carry out.
 */
export function statementDraft(
  _change: StatementChange,
  _plan: StatementPlan,
): Proposal<"createTransaction" | "updateTransactions"> {
  throw new TypeError("Not built yet");
}
