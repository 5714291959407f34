import type { ChangeKind } from "../kind.ts";
import { transactionUpdate } from "../steps/transaction_update.ts";
import { transferCreation } from "../steps/transfer_creation.ts";

/** Both sides go with one of them, whatever was marked on the other. */
export const kind: ChangeKind = {
  steps: {
    createTransaction: transferCreation,
    updateTransactions: { ...transactionUpdate, undo: transferCreation.undo },
  },
};
