import {
  accountShape,
  categoryShape,
  groupShape,
  isSoundTransaction,
  lineShape,
  monthShape,
  movementGroupShape,
  movementShape,
  payeeShape,
  planShape,
  scheduledLineShape,
  scheduleShape,
  settingsShape,
  transactionShape,
} from "./record_shapes.ts";
import { id, knowledge } from "./value_kinds.ts";
import { form, once, type Part, records } from "./form.ts";
import type { CoveredOperation } from "../calls.ts";

const plan = once(form(planShape));
const account = form(accountShape);
const category = form(categoryShape);
const group = form(groupShape, { categories: category });
const month = form(monthShape);
const fullMonth = form(monthShape, { categories: once(category) });
/** The lines of a split. */
const lineForm = once(form(lineShape));
/** A transaction, with its lines. */
const transactionForm = {
  ...form(transactionShape, { subtransactions: lineForm }),
  isSound: isSoundTransaction,
};
const schedule = form(scheduleShape, { subtransactions: once(form(scheduledLineShape)) });

const payee = form(payeeShape);
const movement = once(form(movementShape));
const movementGroup = once(form(movementGroupShape));

const known = { server_knowledge: { is: "value", kind: knowledge } } as const;
const savedCategory = { category: { is: "record", form: category }, ...known } as const;
const savedTransaction = {
  transaction: { is: "record", form: transactionForm },
  ...known,
} as const;
const savedScheduled = { scheduled_transaction: { is: "record", form: schedule } } as const;
const savedGroup = {
  category_group: { is: "record", form: form(groupShape) },
  ...known,
} as const;
const savedTransactions = {
  transaction_ids: { is: "values", kind: id, isOptional: false },
  transactions: { is: "records", form: transactionForm, isOptional: true },
  duplicate_import_ids: { is: "values", kind: id, isOptional: true },
  ...known,
} as const;

/** The parts of every answer that have to hold. */
export const answerParts: Readonly<Record<CoveredOperation, Readonly<Record<string, Part>>>> = {
  getPlans: { plans: records(plan) },
  getAccounts: { accounts: records(account), ...known },
  getCategories: { category_groups: records(group), ...known },
  createCategory: savedCategory,
  updateCategory: savedCategory,
  getPlanMonths: { months: records(month), ...known },
  getPlanMonth: { month: { is: "record", form: fullMonth } },
  updateMonthCategory: savedCategory,
  getScheduledTransactions: { scheduled_transactions: records(schedule), ...known },
  getTransactions: { transactions: records(transactionForm), ...known },
  createTransaction: savedTransactions,
  updateTransactions: savedTransactions,
  importTransactions: { transaction_ids: { is: "values", kind: id, isOptional: false } },
  deleteTransaction: savedTransaction,
  updateTransaction: savedTransaction,
  createScheduledTransaction: savedScheduled,
  updateScheduledTransaction: savedScheduled,
  deleteScheduledTransaction: savedScheduled,
  createCategoryGroup: savedGroup,
  updateCategoryGroup: savedGroup,
  getPayees: { payees: records(payee), ...known },
  updatePayee: { payee: { is: "record", form: payee }, ...known },
  getMoneyMovements: { money_movements: records(movement), ...known },
  getMoneyMovementsByMonth: { money_movements: records(movement), ...known },
  getMoneyMovementGroups: { money_movement_groups: records(movementGroup), ...known },
  getMoneyMovementGroupsByMonth: { money_movement_groups: records(movementGroup), ...known },
  getPlanSettingsById: { settings: { is: "record", form: form(settingsShape) } },
};
