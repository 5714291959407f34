import type { ChangeKind } from "../kind.ts";
import { transactionEdit } from "../steps/transaction_edit.ts";

/** A transaction gets its former fields back. */
export const kind: ChangeKind = {
  steps: { updateTransaction: transactionEdit },
};
