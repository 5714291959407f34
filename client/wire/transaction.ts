import {
  amount,
  anything,
  type Check,
  day,
  displayed,
  flag,
  id,
  knowledge,
  list,
  type OpenEnum,
  orAbsent,
  orNone,
  record,
  type RecordOf,
  text,
  type TypeOf,
  uniqueList,
  word,
} from "./check.ts";

const clearedState = word<"cleared" | "uncleared" | "reconciled">();
export type ClearedState = TypeOf<typeof clearedState>;

/** Color of a flag. An empty string means no flag, like `null`. */
const flagColor = word<"red" | "orange" | "yellow" | "green" | "blue" | "purple" | "">();
export type FlagColor = TypeOf<typeof flagColor>;

const debtTransactionType = word<
  | "payment"
  | "refund"
  | "fee"
  | "interest"
  | "escrow"
  | "balanceAdjustment"
  | "credit"
  | "charge"
>();
export type DebtTransactionType = TypeOf<typeof debtTransactionType>;

const shared = {
  id,
  amount,
  memo: orNone(text),
  payee_id: orNone(id),
  category_id: orNone(id),
  transfer_account_id: orNone(id),
  deleted: flag,
};
export const namesOfParties = { payee_name: orNone(text), category_name: orNone(text) };
export const lineFields = { ...shared, ...namesOfParties };
export const rowFields = {
  ...shared,
  flag_color: orNone(flagColor),
  flag_name: orNone(text),
  account_id: id,
};

const lineBase = { ...lineFields, transaction_id: id, transfer_transaction_id: orNone(id) };

/** A split line in the plan export. */
export type SplitLineBase = RecordOf<typeof lineBase>;

const line = record({
  ...lineBase,
  ...displayed("amount"),
  // Never read, because the line is nested in its transaction.
  transaction_id: orNone(id) as Check<string>,
});
export type SplitLine = TypeOf<typeof line>;

const base = {
  ...rowFields,
  /** A UUID, or `<uuid>_YYYY-MM-DD` for a transaction entered from a schedule. */
  id,
  date: day,
  cleared: clearedState,
  approved: flag,
  transfer_transaction_id: orNone(id),
  matched_transaction_id: orNone(id),
  import_id: orNone(text),
  import_payee_name: orNone(text),
  import_payee_name_original: orNone(text),
  debt_transaction_type: orNone(debtTransactionType),
};
const summary = { ...base, ...displayed("amount"), amount_formatted: orAbsent(text) };
const named = { ...summary, ...namesOfParties, account_name: text };

/** A transaction in the plan export, without names or lines. */
export type TransactionBase = RecordOf<typeof base>;

/** A transaction with its split lines and the names of its account, payee and category. */
export const transaction = record({
  ...named,
  /** May include deleted lines. */
  subtransactions: uniqueList(line),
});
export type Transaction = TypeOf<typeof transaction>;

/** A transaction or a split line, in lists by category or payee. */
export interface HybridTransaction extends RecordOf<typeof named> {
  readonly type: OpenEnum<"transaction" | "subtransaction">;
  readonly parent_transaction_id?: string | null;
}

export interface SaveSplitLine {
  readonly amount: number;
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
  readonly category_id?: string | null;
  readonly memo?: string | null;
}

/** Fields of a transaction to save. Absent fields stay unchanged. */
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

export interface NewTransaction extends SaveTransaction {
  /**
   * At most 36 characters. Must be unique in the account forever, even among deleted transactions.
   */
  readonly import_id?: string | null;
}

/** A transaction to update, identified by either `id` or `import_id`. */
export interface SaveTransactionWithId extends SaveTransaction {
  readonly id?: string | null;
  readonly import_id?: string | null;
}

/** Result of creating or bulk-updating transactions. */
export const savedTransactions = record({
  /** May contain an id twice, for both sides of a transfer: treat the list as a set. */
  transaction_ids: list(id),
  transaction: anything<Transaction | undefined>(),
  transactions: orAbsent(list(transaction)),
  duplicate_import_ids: orAbsent(list(id)),
  server_knowledge: knowledge,
});
export type SavedTransactions = TypeOf<typeof savedTransactions>;
