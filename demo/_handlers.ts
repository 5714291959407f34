import type { OperationId } from "../client/operations.ts";
import type { Handlers } from "./_call.ts";
import { accountHandlers } from "./handlers/accounts.ts";
import { assignHandlers } from "./handlers/assign.ts";
import { categoryHandlers } from "./handlers/categories.ts";
import { createAccountHandlers } from "./handlers/create_account.ts";
import { importHandlers } from "./handlers/import_transactions.ts";
import { moneyMovementHandlers } from "./handlers/money_movements.ts";
import { monthHandlers } from "./handlers/months.ts";
import { payeeHandlers } from "./handlers/payees.ts";
import { planExportHandlers } from "./handlers/plan_export.ts";
import { planHandlers } from "./handlers/plans.ts";
import { saveCategoryHandlers } from "./handlers/save_categories.ts";
import { savePayeeHandlers } from "./handlers/save_payees.ts";
import { saveScheduledHandlers } from "./handlers/save_scheduled.ts";
import { saveTransactionHandlers } from "./handlers/save_transactions.ts";
import { scheduledHandlers } from "./handlers/scheduled.ts";
import { transactionHandlers } from "./handlers/transactions.ts";

/** What answers each operation. */
export const handlers: Handlers<OperationId> = {
  ...planHandlers,
  ...planExportHandlers,
  ...accountHandlers,
  ...createAccountHandlers,
  ...categoryHandlers,
  ...saveCategoryHandlers,
  ...payeeHandlers,
  ...savePayeeHandlers,
  ...monthHandlers,
  ...assignHandlers,
  ...moneyMovementHandlers,
  ...transactionHandlers,
  ...saveTransactionHandlers,
  ...importHandlers,
  ...scheduledHandlers,
  ...saveScheduledHandlers,
};
