import type { ChangeKind } from "../kind.ts";
import { transactionCreation } from "../steps/transaction_creation.ts";
import { transactionUpdate } from "../steps/transaction_update.ts";

/** Transactions get their former marks back, and the correction is deleted last. */
export const kind: ChangeKind = {
  steps: { updateTransactions: transactionUpdate, createTransaction: transactionCreation },
};
