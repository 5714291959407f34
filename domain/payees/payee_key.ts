import { foldText } from "../base/fold_text.ts";
import { normalizePayee } from "./payee_label.ts";
import type { TransactionRecord } from "../base/plan_records.ts";

// Caches keys by name, because most transactions repeat the name of an earlier one.
const knownKeys = new Map<string, string>();
const MAX_KEYS = 20_000;

export const NO_PAYEE = "No payee";

export type TransactionPayee = Partial<
  Pick<
    TransactionRecord,
    "payee_name" | "import_payee_name" | "import_payee_name_original" | "transfer_account_id"
  >
>;

export function payeeKeyOf(transaction: TransactionPayee): string {
  const other = transaction.transfer_account_id ?? "";
  return other === "" ? keyOfName(nameIn(transaction)) : `transfer:${other}`;
}

/**
 * Whether a transaction has a payee. Transactions without a payee have the same key, but are
 * otherwise unrelated.
 */
export function namesPayee(transaction: TransactionPayee): boolean {
  return foldText(nameIn(transaction)) !== "";
}

function nameIn(transaction: TransactionPayee): string {
  return transaction.payee_name || transaction.import_payee_name ||
    transaction.import_payee_name_original || "";
}

function keyOfName(name: string): string {
  const known = knownKeys.get(name);
  if (known !== undefined) return known;
  if (knownKeys.size >= MAX_KEYS) knownKeys.clear();
  const key = normalizePayee(name);
  knownKeys.set(name, key);
  return key;
}
