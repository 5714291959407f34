import { foldText } from "../base/fold_text.ts";
import { normalizePayee } from "./payee_label.ts";
import type { TransactionRecord } from "../base/plan_records.ts";

// Cache payee keys by name, because most transactions repeat the payee name of an earlier one.
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

/** Whether a transaction has a payee. Transactions without payees share a key but are unrelated. */
export function namesPayee(transaction: TransactionPayee): boolean {
  return foldText(nameIn(transaction)) !== "";
}

function nameIn(transaction: TransactionPayee): string {
  return transaction.payee_name || transaction.import_payee_name ||
    transaction.import_payee_name_original || "";
}

export function keysOf(names: readonly unknown[]): readonly string[] {
  return names.map((name) => name ? payeeKeyOf({ payee_name: name as string }) : "");
}

export function learnKeys(names: readonly unknown[], keys: readonly string[]): void {
  if (knownKeys.size + names.length > MAX_KEYS) return;
  for (let at = 0; at < names.length; at++) {
    const name = names[at];
    if (name) knownKeys.set(name as string, keys[at] as string);
  }
}

function keyOfName(name: string): string {
  const known = knownKeys.get(name);
  if (known !== undefined) return known;
  if (knownKeys.size >= MAX_KEYS) knownKeys.clear();
  const key = normalizePayee(name);
  knownKeys.set(name, key);
  return key;
}
