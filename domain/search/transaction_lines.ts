import { namesPayee } from "../payees/payee_key.ts";
import { liveLines, type SplitLineRecord, type TransactionRecord } from "../base/plan_records.ts";
import type { NameTables } from "./transaction_query.ts";

/** One transaction; amounts in milliunits. */
export interface TransactionLine {
  readonly transaction_id: string;
  readonly date: string;
  readonly amount: number;
  readonly payee: string | null;
  readonly memo: string | null;
  readonly account: string;
  readonly category: string | null;
  readonly flag: string | null;
  readonly cleared: string;
  readonly approved: boolean;
  readonly transfer: boolean;
  /** What a loan account booked, such as `interest`, which has no payee. */
  readonly loan: string | null;
  readonly lines: readonly {
    readonly amount: number;
    readonly category: string | null;
    readonly memo: string | null;
  }[];
}

/** Shows a transaction under current names. */
export function transactionLine(
  transaction: TransactionRecord,
  names: NameTables,
): TransactionLine {
  const lines = liveLines(transaction);
  return {
    transaction_id: transaction.id,
    date: transaction.date,
    amount: transaction.amount,
    payee: transaction.payee_name ?? null,
    memo: transaction.memo ?? null,
    account: names.accounts.get(transaction.account_id) ?? transaction.account_name,
    category: lines.length > 0 ? null : categoryName(transaction, names),
    flag: transaction.flag_color ?? null,
    cleared: transaction.cleared,
    approved: transaction.approved,
    transfer: (transaction.transfer_account_id ?? null) !== null,
    loan: namesPayee(transaction) ? null : transaction.debt_transaction_type ?? null,
    lines: lines.map((line) => ({
      amount: line.amount,
      category: categoryName(line, names),
      memo: line.memo ?? null,
    })),
  };
}

/** Returns the current name of the category of a transaction, a split line or a schedule. */
export function categoryName(
  part: Pick<SplitLineRecord, "category_id" | "category_name">,
  names: NameTables,
): string | null {
  const id = part.category_id ?? null;
  if (id === null || names.uncategorizedIds.has(id)) return null;
  return names.categories.get(id) ?? part.category_name ?? null;
}
