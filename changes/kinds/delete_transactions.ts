import type { ChangeKind } from "../kind.ts";
import { deletedTransactions } from "../steps/deleted_transactions.ts";

/** Transactions that were deleted are entered once more. */
export const kind: ChangeKind = {
  steps: { deleteTransaction: deletedTransactions },
};
