import type { Transaction } from "../../../client/wire/transaction.ts";
import { anId, aTransaction } from "../../_builders.ts";

/** Makes a transfer of 12 out of a transaction of the checking account. */
export function transferSides(
  one: Transaction,
  change: { readonly from?: Partial<Transaction>; readonly to?: Partial<Transaction> } = {},
): readonly [from: Transaction, to: Transaction] {
  const from = aTransaction({
    ...one,
    id: anId(34),
    category_id: null,
    payee_name: "Transfer : Savings",
    transfer_account_id: anId(2),
    transfer_transaction_id: anId(35),
    ...change.from,
  });
  const to = aTransaction({
    ...from,
    id: anId(35),
    amount: 12_000,
    account_id: anId(2),
    account_name: "Savings",
    payee_name: "Transfer : Checking",
    transfer_account_id: anId(1),
    transfer_transaction_id: anId(34),
    ...change.to,
  });
  return [from, to];
}
