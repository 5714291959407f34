import type { OpenEnum } from "./open_enum.ts";

/** Whether the bank has confirmed a row. */
export type ClearedState = OpenEnum<"cleared" | "uncleared" | "reconciled">;

/** A flag's colour; the empty string means no flag, as `null` does. */
export type FlagColor = OpenEnum<
  "red" | "orange" | "yellow" | "green" | "blue" | "purple" | ""
>;

/** What a row on a loan account stands for. */
export type DebtTransactionType = OpenEnum<
  | "payment"
  | "refund"
  | "fee"
  | "interest"
  | "escrow"
  | "balanceAdjustment"
  | "credit"
  | "charge"
>;

/** One row as the plan export carries it: no names, no lines. */
export interface TransactionBase {
  /** A UUID, or `<uuid>_YYYY-MM-DD` for a row that a schedule entered. */
  readonly id: string;
  readonly date: string;
  readonly amount: number;
  readonly memo?: string | null;
  readonly cleared: ClearedState;
  readonly approved: boolean;
  readonly flag_color?: FlagColor | null;
  readonly flag_name?: string | null;
  readonly account_id: string;
  readonly payee_id?: string | null;
  readonly category_id?: string | null;
  readonly transfer_account_id?: string | null;
  readonly transfer_transaction_id?: string | null;
  readonly matched_transaction_id?: string | null;
  readonly import_id?: string | null;
  readonly import_payee_name?: string | null;
  readonly import_payee_name_original?: string | null;
  readonly debt_transaction_type?: DebtTransactionType | null;
  readonly deleted: boolean;
}

/** One row with its display amounts. */
export interface TransactionSummary extends TransactionBase {
  readonly amount_formatted?: string;
  readonly amount_currency?: number;
}

/** One row with the names it points to and its split lines. */
export interface Transaction extends TransactionSummary {
  readonly account_name: string;
  readonly payee_name?: string | null;
  readonly category_name?: string | null;
  /** Deleted lines may be among them. */
  readonly subtransactions: readonly SplitLine[];
}

/** One line of a split as the plan export carries it. */
export interface SplitLineBase {
  readonly id: string;
  readonly transaction_id: string;
  readonly amount: number;
  readonly memo?: string | null;
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
  readonly category_id?: string | null;
  readonly category_name?: string | null;
  readonly transfer_account_id?: string | null;
  readonly transfer_transaction_id?: string | null;
  readonly deleted: boolean;
}

/** One line of a split. */
export interface SplitLine extends SplitLineBase {
  readonly amount_formatted?: string;
  readonly amount_currency?: number;
}

/** A row or a split line in the lists by category and by payee. */
export interface HybridTransaction extends TransactionSummary {
  readonly type: OpenEnum<"transaction" | "subtransaction">;
  readonly parent_transaction_id?: string | null;
  readonly account_name: string;
  readonly payee_name?: string | null;
  readonly category_name?: string | null;
}

/** One line of a split to be saved. */
export interface SaveSplitLine {
  readonly amount: number;
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
  readonly category_id?: string | null;
  readonly memo?: string | null;
}

/** Fields of a row to be saved; an absent field stays as it is. */
export interface SaveTransaction {
  readonly account_id?: string;
  readonly date?: string;
  readonly amount?: number;
  readonly payee_id?: string | null;
  /** At most 200 characters. */
  readonly payee_name?: string | null;
  readonly category_id?: string | null;
  /** At most 500 characters. */
  readonly memo?: string | null;
  readonly cleared?: ClearedState;
  readonly approved?: boolean;
  readonly flag_color?: FlagColor | null;
  readonly subtransactions?: readonly SaveSplitLine[];
}

/** A row to be created. */
export interface NewTransaction extends SaveTransaction {
  /** At most 36 characters; unique per account for ever, deleted rows included. */
  readonly import_id?: string | null;
}

/** A row to be updated, named by `id` or by `import_id`, never by both. */
export interface SaveTransactionWithId extends SaveTransaction {
  readonly id?: string | null;
  readonly import_id?: string | null;
}

/** What a create or a bulk update of rows answers. */
export interface SavedTransactions {
  /** May name an id twice (both sides of a transfer): treat it as a set. */
  readonly transaction_ids: readonly string[];
  readonly transaction?: Transaction;
  readonly transactions?: readonly Transaction[];
  readonly duplicate_import_ids?: readonly string[];
  readonly server_knowledge: number;
}
