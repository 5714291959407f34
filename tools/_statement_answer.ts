import { openWords } from "../changes/rules/statement_words.ts";
import type { TransactionRecord } from "../domain/base/plan_records.ts";
import { sumOf } from "../domain/base/money.ts";
import type { Comparison } from "../domain/statements/comparison.ts";
import type { NewEntry } from "../domain/statements/new_entries.ts";
import type { ReadingQuestion, Statement, StatementRow } from "../domain/statements/statement.ts";
import type { compareInput, compareOutput } from "./_statement_schema.ts";
import type { OutputOf } from "./_tool.ts";

/** Maximum number of rows in each list of an answer; counts include the rows left out. */
const MAX_LISTED = 20;

/** A statement tool's answer without its status. */
export type StatementFields = Omit<
  OutputOf<{ readonly input: typeof compareInput; readonly output: typeof compareOutput }>,
  "status"
>;

/** Returns the fields that show how a statement was read. */
export function readFields(
  { format, account, rows, evidence }: Statement,
): NonNullable<StatementFields["read"]> {
  const days = rows.map(({ date }) => date).toSorted();
  const amounts = rows.map(({ amount }) => amount);
  return {
    format,
    account,
    first: days[0] ?? "",
    last: days.at(-1) ?? "",
    rows: rows.length,
    sum_in: sumOf(amounts.filter((amount) => amount > 0)),
    sum_out: sumOf(amounts.filter((amount) => amount < 0)),
    evidence,
  };
}

export function questionFields(
  questions: readonly ReadingQuestion[],
): Pick<StatementFields, "questions"> {
  return {
    questions: questions.map(({ about, choices, example, rows: readings }) => ({
      about,
      choices,
      example,
      rows: readings.flatMap(({ choice, rows }) => rows.map((row) => ({ choice, ...row }))),
    })),
  };
}

/** Whether an import should reconcile the account and correct its balance. */
export interface AskedSettlement {
  readonly reconcile: boolean;
  readonly adjust: boolean;
}

interface Named {
  readonly live: readonly { readonly id: string; readonly name: string }[];
}

interface Compared {
  readonly comparison: Comparison;
  readonly entries: readonly NewEntry[];
  readonly plan: { readonly accounts: Named; readonly categories: Named };
}

/** Returns the answer's fields that show the results of a comparison. */
export function comparisonFields(
  { comparison, entries, plan }: Compared,
  asked: AskedSettlement = { reconcile: true, adjust: false },
): StatementFields {
  const { balance, statement, doubtful, differs, combined, transfers } = comparison;
  // Transactions that were read before a category or account was renamed still have its old name.
  const names = new Map(
    [...plan.categories.live, ...plan.accounts.live].map(({ id, name }) => [id, name]),
  );
  return {
    read: readFields(statement),
    balance: {
      opening: balance.opening,
      closing: balance.closing,
      adds_up: balance.addsUp,
      cleared_before: balance.clearedBefore,
      cleared_after: balance.clearedAfter,
      difference: balance.difference,
    },
    matched: matchedFields(comparison, asked),
    new_count: countOf(entries),
    new: first(entries).map(({ row, payee, category }) => ({
      ...shown(row),
      payee: payee.name || row.payee,
      category: category?.category,
      confidence: category?.confidence,
    })),
    doubtful_count: countOf(doubtful),
    doubtful: first(doubtful).map(({ row, candidates }) => ({
      ...shown(row),
      candidates: candidates.map((candidate) => ({
        ...named(candidate),
        category: names.get(candidate.category_id ?? "") ?? candidate.category_name,
      })),
    })),
    differs_count: countOf(differs),
    differs: first(differs).map(({ row, transaction: { id, amount } }) => ({
      ...shown(row),
      transaction_id: id,
      has: amount,
    })),
    combined_count: countOf(combined),
    combined: first(combined).map(({ row, transactions }) => ({
      ...shown(row),
      transaction_ids: transactions.map(({ id }) => id),
    })),
    transfers_count: countOf(transfers),
    transfers: first(transfers).map(({ row, transaction }) => ({
      ...shown(row),
      transaction_id: transaction.id,
      account: names.get(transaction.account_id) ?? transaction.account_name,
    })),
    only_in_plan_count: countOf(comparison.onlyInPlan),
    only_in_plan: first(comparison.onlyInPlan).map((transaction) => ({
      ...named(transaction),
      amount: transaction.amount,
      cleared: transaction.cleared,
    })),
    left_out_count: countOf(comparison.leftOut),
    left_out: first(comparison.leftOut),
  };
}

/** Counts the matching rows, and the transactions that an import clears, reconciles or approves. */
function matchedFields(
  comparison: Comparison,
  { reconcile, adjust }: AskedSettlement,
): StatementFields["matched"] {
  const { matched, combined, balance, earlier } = comparison;
  const known = [
    ...matched.map(({ transaction }) => transaction),
    ...combined.flatMap(({ transactions }) => transactions),
  ];
  const isReconciling = reconcile && openWords(comparison) === null;
  const marked = isReconciling && (adjust || balance.difference === 0)
    ? [...known, ...earlier].filter(({ cleared }) => cleared !== "reconciled")
    : [];
  return {
    count: matched.length + combined.length,
    clears: known.filter(({ cleared }) => cleared === "uncleared").length,
    reconciles: marked.length,
    approves: marked.filter(({ approved }) => !approved).length,
  };
}

/** Returns the length of a list; `null` if it is empty. */
function countOf(items: readonly unknown[]): number | null {
  return items.length || null;
}

function first<Item>(items: readonly Item[]): readonly Item[] {
  return items.slice(0, MAX_LISTED);
}

function shown({ row, date, amount, payee }: StatementRow): Omit<StatementRow, "memo"> {
  return { row, date, amount, payee };
}

function named(
  { id, date, payee_name: payee }: TransactionRecord,
): { readonly transaction_id: string; readonly date: string; readonly payee: string } {
  return { transaction_id: id, date, payee: payee ?? "" };
}
