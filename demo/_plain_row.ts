import type { StoredTransaction } from "./_records.ts";

/** What a row always says, and what it says besides. */
export type RowFields =
  & Pick<StoredTransaction, "id" | "date" | "amount" | "account_id">
  & Partial<StoredTransaction>;

/** Makes a row: cleared, approved, and empty where nothing is named. */
export function plainRow(fields: RowFields): StoredTransaction {
  return {
    memo: null,
    cleared: "cleared",
    approved: true,
    flag_color: null,
    flag_name: null,
    payee_id: null,
    category_id: null,
    transfer_account_id: null,
    transfer_transaction_id: null,
    matched_transaction_id: null,
    import_id: null,
    import_payee_name: null,
    import_payee_name_original: null,
    debt_transaction_type: null,
    deleted: false,
    lines: [],
    knowledge: 0,
    ...fields,
  };
}
