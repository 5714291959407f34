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

/** Whether the bank has confirmed a row. */
const clearedState = word<"cleared" | "uncleared" | "reconciled">();
export type ClearedState = TypeOf<typeof clearedState>;

/** A flag's color; the empty string means no flag, like `null`. */
export const flagColor = word<"red" | "orange" | "yellow" | "green" | "blue" | "purple" | "">();
export type FlagColor = TypeOf<typeof flagColor>;

/** Kind of a transaction on a loan account. */
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

const lineBase = {
  id,
  transaction_id: id,
  amount,
  memo: orNone(text),
  payee_id: orNone(id),
  payee_name: orNone(text),
  category_id: orNone(id),
  category_name: orNone(text),
  transfer_account_id: orNone(id),
  transfer_transaction_id: orNone(id),
  deleted: flag,
};

/** One line of a split as the plan export carries it. */
export type SplitLineBase = RecordOf<typeof lineBase>;

/** One line of a split. */
const line = record({
  ...lineBase,
  ...displayed("amount"),
  // Never read: the line is in its transaction.
  transaction_id: orNone(id) as Check<string>,
});
export type SplitLine = TypeOf<typeof line>;

const base = {
  /** A UUID, or `<uuid>_YYYY-MM-DD` for a row that a schedule entered. */
  id,
  date: day,
  amount,
  memo: orNone(text),
  cleared: clearedState,
  approved: flag,
  flag_color: orNone(flagColor),
  flag_name: orNone(text),
  account_id: id,
  payee_id: orNone(id),
  category_id: orNone(id),
  transfer_account_id: orNone(id),
  transfer_transaction_id: orNone(id),
  matched_transaction_id: orNone(id),
  import_id: orNone(text),
  import_payee_name: orNone(text),
  import_payee_name_original: orNone(text),
  debt_transaction_type: orNone(debtTransactionType),
  deleted: flag,
};
const summary = { ...base, ...displayed("amount"), amount_formatted: orAbsent(text) };
const named = {
  ...summary,
  account_name: text,
  payee_name: orNone(text),
  category_name: orNone(text),
};

/** One row as the plan export carries it: no names, no lines. */
export type TransactionBase = RecordOf<typeof base>;

/** One row with its display amounts. */
export type TransactionSummary = RecordOf<typeof summary>;

/** One row with the names it points to and its split lines. */
export const transaction = record({
  ...named,
  /** Deleted lines may be among them. */
  subtransactions: uniqueList(line),
});
export type Transaction = TypeOf<typeof transaction>;

/** A row or a split line in the lists by category and by payee. */
export interface HybridTransaction extends RecordOf<typeof named> {
  readonly type: OpenEnum<"transaction" | "subtransaction">;
  readonly parent_transaction_id?: string | null;
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
export const savedTransactions = record({
  /** May name an id twice (both sides of a transfer): treat it as a set. */
  transaction_ids: list(id),
  transaction: anything<Transaction | undefined>(),
  transactions: orAbsent(list(transaction)),
  duplicate_import_ids: orAbsent(list(id)),
  server_knowledge: knowledge,
});
export type SavedTransactions = TypeOf<typeof savedTransactions>;
