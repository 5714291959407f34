import type { ChangeKind } from "../kind.ts";
import { transactionUpdate } from "../steps/transaction_update.ts";

/** Transactions become unapproved again. */
export const kind: ChangeKind = {
  steps: { updateTransactions: transactionUpdate },
};
