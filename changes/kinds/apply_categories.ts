import type { ChangeKind } from "../kind.ts";
import { transactionUpdate } from "../steps/transaction_update.ts";

/** Transactions get their former categories back. */
export const kind: ChangeKind = {
  steps: { updateTransactions: transactionUpdate },
};
