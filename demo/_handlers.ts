/**
 * Every operation with what answers it.
 *
 * @module
 */

import type { OperationId } from "../client/operations.ts";
import type { Handlers } from "./_call.ts";
import { accountHandlers } from "./handlers/accounts.ts";
import { categoryHandlers } from "./handlers/categories.ts";
import { moneyMovementHandlers } from "./handlers/money_movements.ts";
import { monthHandlers } from "./handlers/months.ts";
import { payeeHandlers } from "./handlers/payees.ts";
import { planExportHandlers } from "./handlers/plan_export.ts";
import { planHandlers } from "./handlers/plans.ts";
import { scheduledHandlers } from "./handlers/scheduled.ts";
import { transactionHandlers } from "./handlers/transactions.ts";

/** What answers each operation. */
export const handlers: Handlers<OperationId> = {
  ...planHandlers,
  ...planExportHandlers,
  ...accountHandlers,
  ...categoryHandlers,
  ...payeeHandlers,
  ...monthHandlers,
  ...moneyMovementHandlers,
  ...transactionHandlers,
  ...scheduledHandlers,
} as Handlers<OperationId>;
