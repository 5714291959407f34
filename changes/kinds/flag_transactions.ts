import type { ChangeKind } from "../kind.ts";
import { transactionUpdate } from "../steps/transaction_update.ts";

/** Transactions get their former flags back. */
export const kind: ChangeKind = {
  steps: { updateTransactions: transactionUpdate },
};
