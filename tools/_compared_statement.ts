import { earliestDay } from "../changes/fields.ts";
import type { JournalEntry } from "../changes/journal.ts";
import type { Known } from "../domain/references/find_record.ts";
import type { AccountRecord, TransactionRecord } from "../domain/base/plan_records.ts";
import { quoted, referenceIndex } from "../domain/references/resolve_reference.ts";
import { Refusals } from "../domain/base/tool_error.ts";
import { findAccount } from "../domain/references/find_record.ts";
import { compareStatement } from "../domain/statements/compare_statement.ts";
import type { Comparison, RowDecision } from "../domain/statements/comparison.ts";
import { newEntries, type NewEntry } from "../domain/statements/new_entries.ts";
import type { CategorySet, TransactionSet } from "../sync/plan/collections.ts";
import type { Reads } from "../sync/plan/local_copy.ts";
import { keepStatement } from "./_statement_source.ts";
import type { ReadStatement } from "./_statement.ts";
import { fingerprintsOf, payeesByLabel, rememberedRows } from "./_statement_memory.ts";
import type { ServerView } from "./_tool.ts";

/** A plan and the records that a statement is compared with. */
export interface ComparedPlan {
  readonly planId: string;
  readonly accounts: Known<AccountRecord>;
  readonly transactions: TransactionSet;
  readonly categories: CategorySet;
  readonly entries: readonly JournalEntry[];
  readonly utcToday: string;
}

export interface ComparedStatement {
  readonly plan: ComparedPlan;
  readonly comparison: Comparison;
  /** The transactions that would be entered for the statement's new rows. */
  readonly entries: readonly NewEntry[];
  /** Fingerprint of each row, by row number. It is the same in every file that contains the row. */
  readonly fingerprints: ReadonlyMap<number, string>;
  /** The account's state when the statement was compared. */
  readonly account: AccountRecord;
}

interface ComparisonSource extends Pick<ComparedPlan, "planId" | "utcToday"> {
  readonly reads: Pick<Reads, "getCategories" | "getTransactions">;
  readonly readAccounts?: () => Promise<Known<AccountRecord>>;
}

/**
 * Compares a statement with its account, and stores the decisions about the statement's rows.
 * @throws {ToolError} `invalid_input`, listing the decisions that can't be applied.
 */
export async function comparedStatement(
  { handle, account: known, accounts: first, statement, kept, memory }: ReadStatement,
  { planId, utcToday, reads, readAccounts }: ComparisonSource,
  { statements, undo: { journal } }: ServerView,
): Promise<ComparedStatement> {
  const [accounts, transactions, categories, entries] = await Promise.all([
    readAccounts?.() ?? first,
    reads.getTransactions({ planId }),
    reads.getCategories({ planId }),
    journal.entries(planId),
  ]);
  const plan = { planId, accounts, transactions, categories, entries, utcToday };
  const account = accounts.live.find(({ id }) => id === known.id) ?? known;
  const fingerprints = await fingerprintsOf(statement.rows);
  const remembered = await rememberedRows({ planId, accountId: account.id }, {
    kept: statements.kept,
    entries,
  });
  const payeesOf = payeesByLabel(transactions.list, memory);
  const comparison = compareStatement(statement, transactions.list, {
    accountId: account.id,
    earliest: earliestDay(utcToday),
    // YNAB rejects transactions dated after the current day in UTC.
    today: utcToday,
    decisions: resolved(kept.decisions, plan),
    openingBalance: kept.opening,
    closingBalance: kept.closing,
    remembered: ({ row }) => remembered.get(fingerprints.get(row) ?? "") ?? null,
    payeesOf,
  });
  await keepStatement(handle, { planId, statement: kept }, statements);
  const rows = newEntries(comparison.new, {
    account,
    accounts: accounts.live,
    transactions: transactions.list,
    groups: categories.groups,
    payeesOf,
  });
  return { plan, comparison, entries: rows, fingerprints, account };
}

/** Returns the decisions with their id prefixes and account names replaced by full ids. */
function resolved(
  decisions: readonly RowDecision[],
  { accounts, transactions }: Pick<ComparedPlan, "accounts" | "transactions">,
): readonly RowDecision[] {
  if (decisions.length === 0) return decisions;
  const refusals = new Refusals();
  const transactionOf = referenceIndex<TransactionRecord>({
    noun: "transaction",
    records: transactions.live,
    deletedIds: transactions.deletedIds,
    hint: "see compare_statement",
  });
  const found = decisions.map((decision) => {
    const { row, as, transactionId: reference, accountId } = decision;
    // A "new" or "skip" decision must not name a transaction; compareStatement() checks that.
    const transaction = reference === undefined || as === "new" || as === "skip"
      ? undefined
      : refusals.attempt(`row ${row}, ${quoted(reference)}`, () => transactionOf(reference));
    const account = accountId === undefined || transaction === null
      ? null
      : refusals.attempt(`row ${row}`, () => findAccount(accountId, accounts));
    return {
      ...decision,
      ...(transaction ? { transactionId: transaction.id } : {}),
      ...(account === null ? {} : { accountId: account.id }),
    };
  });
  refusals.throwIfAny();
  return found;
}
