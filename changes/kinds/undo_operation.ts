import type { ChangeKind, StepKind } from "../kind.ts";
import { categoryUpdate } from "../steps/category_update.ts";
import { groupUpdate } from "../steps/group_update.ts";
import { monthAmount } from "../steps/month_amount.ts";
import { payeeUpdate } from "../steps/payee_update.ts";
import { scheduleCreation } from "../steps/schedule_creation.ts";
import { scheduleDeletion } from "../steps/schedule_deletion.ts";
import { scheduleUpdate } from "../steps/schedule_update.ts";
import { transactionCreation } from "../steps/transaction_creation.ts";
import { transactionDeletion } from "../steps/transaction_deletion.ts";
import { transactionEdit } from "../steps/transaction_edit.ts";
import { transactionUpdate } from "../steps/transaction_update.ts";
import type { UndoWriteId } from "../undo/way_back.ts";

/** Every operation of a way back: one that is missing here does not compile. */
const steps: Readonly<Record<UndoWriteId, StepKind>> = {
  updateTransactions: transactionUpdate,
  updateMonthCategory: monthAmount,
  updateCategory: categoryUpdate,
  createTransaction: transactionCreation,
  updateTransaction: transactionEdit,
  deleteTransaction: transactionDeletion,
  createScheduledTransaction: scheduleCreation,
  updateScheduledTransaction: scheduleUpdate,
  deleteScheduledTransaction: scheduleDeletion,
  updateCategoryGroup: groupUpdate,
  updatePayee: payeeUpdate,
};

/** An undo is not undone: whoever wants the change makes it again. */
export const kind: ChangeKind = { steps };
