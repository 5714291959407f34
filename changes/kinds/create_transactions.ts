import type { ChangeKind } from "../kind.ts";
import { transactionCreation } from "../steps/transaction_creation.ts";

/** Transactions that were entered are deleted. */
export const kind: ChangeKind = {
  steps: { createTransaction: transactionCreation },
};
