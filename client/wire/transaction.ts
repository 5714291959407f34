import * as check from "./check.ts";

const clearedState = check.word<"cleared" | "uncleared" | "reconciled">();
export type ClearedState = check.TypeOf<typeof clearedState>;

/** Color of a flag. Like `null`, an empty string means no flag. */
const flagColor = check.word<"red" | "orange" | "yellow" | "green" | "blue" | "purple" | "">();
export type FlagColor = check.TypeOf<typeof flagColor>;

const debtTransactionType = check.word<
  | "payment"
  | "refund"
  | "fee"
  | "interest"
  | "escrow"
  | "balanceAdjustment"
  | "credit"
  | "charge"
>();
export type DebtTransactionType = check.TypeOf<typeof debtTransactionType>;

const shared = {
  id: check.id,
  amount: check.amount,
  memo: check.orNone(check.text),
  payee_id: check.orNone(check.id),
  category_id: check.orNone(check.id),
  transfer_account_id: check.orNone(check.id),
  deleted: check.flag,
};
export const namesOfParties = {
  payee_name: check.orNone(check.text),
  category_name: check.orNone(check.text),
};
export const lineFields = { ...shared, ...namesOfParties };
export const rowFields = {
  ...shared,
  flag_color: check.orNone(flagColor),
  flag_name: check.orNone(check.text),
  account_id: check.id,
};

const lineBase = {
  ...lineFields,
  transaction_id: check.id,
  transfer_transaction_id: check.orNone(check.id),
};

/** A split line in the plan export. */
export type SplitLineBase = check.RecordOf<typeof lineBase>;

const line = check.record({
  ...lineBase,
  // This id is never read, because the line is nested in its transaction.
  transaction_id: check.orNone(check.id) as check.Check<string>,
});
export type SplitLine = check.TypeOf<typeof line>;

const base = {
  ...rowFields,
  /** A UUID, or `<uuid>_YYYY-MM-DD` for a transaction entered from a schedule. */
  id: check.id,
  date: check.day,
  cleared: clearedState,
  approved: check.flag,
  transfer_transaction_id: check.orNone(check.id),
  matched_transaction_id: check.orNone(check.id),
  import_id: check.orNone(check.text),
  import_payee_name: check.orNone(check.text),
  import_payee_name_original: check.orNone(check.text),
  debt_transaction_type: check.orNone(debtTransactionType),
};
const summary = {
  ...base,
  amount_formatted: check.orAbsent(check.text),
};
const named = { ...summary, ...namesOfParties, account_name: check.text };

/** A transaction in the plan export, which omits names and split lines. */
export type TransactionBase = check.RecordOf<typeof base>;

/** A transaction with its split lines and the names of its account, payee and category. */
export const transaction = check.record({
  ...named,
  /** May include deleted split lines. */
  subtransactions: check.uniqueList(line),
});
export type Transaction = check.TypeOf<typeof transaction>;

/** A transaction or split line in the list for a category or payee. */
export interface HybridTransaction extends check.RecordOf<typeof named> {
  readonly type: check.OpenEnum<"transaction" | "subtransaction">;
  readonly parent_transaction_id?: string | null;
}

export interface SaveSplitLine {
  readonly amount: number;
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
  readonly category_id?: string | null;
  readonly memo?: string | null;
}

/** Transaction fields to save. Omitted fields keep their values. */
export interface SaveTransaction {
  readonly account_id?: string;
  readonly date?: string;
  readonly amount?: number;
  readonly payee_id?: string | null;
  /** Payee name, at most 200 characters. */
  readonly payee_name?: string | null;
  readonly category_id?: string | null;
  /** Memo, at most 500 characters. */
  readonly memo?: string | null;
  readonly cleared?: ClearedState;
  readonly approved?: boolean;
  readonly flag_color?: FlagColor | null;
  readonly subtransactions?: readonly SaveSplitLine[];
}

export interface NewTransaction extends SaveTransaction {
  /**
   * Import id, at most 36 characters. An import id must be unique in the account forever, even
   * among deleted transactions.
   */
  readonly import_id?: string | null;
}

/** A transaction to update, identified by either `id` or `import_id`. */
export interface SaveTransactionWithId extends SaveTransaction {
  readonly id?: string | null;
  readonly import_id?: string | null;
}

/** Result of creating or bulk-updating transactions. */
export const savedTransactions = check.record({
  /** For a transfer, this list may contain the same id twice, so treat it as a set. */
  transaction_ids: check.list(check.id),
  transaction: check.anything<Transaction | undefined>(),
  transactions: check.orAbsent(check.list(transaction)),
  duplicate_import_ids: check.orAbsent(check.list(check.id)),
  server_knowledge: check.knowledge,
});
export type SavedTransactions = check.TypeOf<typeof savedTransactions>;
