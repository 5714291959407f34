import type { TransactionRecord } from "../domain/base/plan_records.ts";
import { payeeKeyOf } from "../domain/payees/payee_key.ts";
import { countedTransaction } from "../domain/statements/account_entries.ts";
import type { TransactionChunk } from "../domain/transactions/transaction_chunk.ts";
import { chunksOf, type Transactions } from "../domain/transactions/transaction_chunks.ts";
import type { AccountMemory } from "./_statement_memory.ts";

type Times = Map<string, number>;

/**
 * Returns a function that counts the payees of transactions with a bank label. The function uses
 * earlier imports into the account, and YNAB's own imports, which store the label.
 */
export function payeesByLabel(
  transactions: Transactions<TransactionRecord>,
  memory: AccountMemory | null,
): (label: string) => ReadonlyMap<string, number> {
  const byKey = new Map<string, Times>();
  const add = (label: string, payee: string): void => {
    const key = payeeKeyOf({ payee_name: label });
    if (key === "" || payee === "") return;
    const known = byKey.get(key) ?? new Map<string, number>();
    byKey.set(key, known.set(payee, (known.get(payee) ?? 0) + 1));
  };
  for (const chunk of chunksOf(transactions)) {
    for (const [label, payee] of labeled(chunk)) add(label, payee);
  }
  for (const [label, id] of memory?.labels ?? []) {
    const transaction = countedTransaction(transactions, id);
    if (transaction !== null && !transaction.transfer_account_id) {
      add(label, transaction.payee_name ?? "");
    }
  }
  const none = new Map<string, number>();
  return (label) => byKey.get(payeeKeyOf({ payee_name: label })) ?? none;
}

function* labeled(chunk: TransactionChunk): Iterable<readonly [label: string, payee: string]> {
  const labels = chunk.column("import_payee_name");
  const payees = chunk.column("payee_name");
  const others = chunk.column("transfer_account_id");
  for (let place = 0; place < chunk.count; place++) {
    const label = labels.at(place) as string | null | undefined;
    const isTransfer = (others.at(place) ?? "") !== "";
    if (label && !isTransfer) yield [label, (payees.at(place) ?? "") as string];
  }
}
