import type { ChangeKind } from "../kind.ts";
import { transactionUpdate } from "../steps/transaction_update.ts";

/** There is no way back: YNAB's API neither joins a split nor changes its lines. */
export const kind: ChangeKind = {
  steps: { updateTransactions: { ...transactionUpdate, undo: null } },
};
