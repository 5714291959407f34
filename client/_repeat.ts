import type { Calls, CoveredOperation } from "./calls.ts";

/**
 * `always`: sending it twice does what sending it once does (reads, absolute values,
 * deletes). `unsent`: it creates something, so only if it certainly never left.
 */
export type Repeat = "always" | "unsent";

type RepeatRules = {
  readonly [Id in CoveredOperation]: Repeat | ((args: Calls[Id]["args"]) => Repeat);
};

const repeatRules: RepeatRules = {
  getPlans: "always",
  getAccounts: "always",
  getCategories: "always",
  createCategory: "unsent",
  updateCategory: "always",
  getPlanMonths: "always",
  getPlanMonth: "always",
  updateMonthCategory: "always",
  getScheduledTransactions: "always",
  getTransactions: "always",
  createTransaction: "unsent",
  // Split lines are created, and upstream refuses them on a row that has some: the
  // second of two equal requests would fail although the first did its work.
  updateTransactions: ({ transactions }) =>
    transactions.some((row) => row.subtransactions !== undefined) ? "unsent" : "always",
  importTransactions: "unsent",
  deleteTransaction: "always",
  updateTransaction: ({ transaction }) =>
    transaction.subtransactions === undefined ? "always" : "unsent",
  createScheduledTransaction: "unsent",
  updateScheduledTransaction: "always",
  deleteScheduledTransaction: "always",
  createCategoryGroup: "unsent",
  updateCategoryGroup: "always",
  getPayees: "always",
  updatePayee: "always",
  getMoneyMovements: "always",
  getMoneyMovementsByMonth: "always",
  getMoneyMovementGroups: "always",
  getMoneyMovementGroupsByMonth: "always",
  getPlanSettingsById: "always",
};

/** Tells whether a call may be repeated. */
export function repeatOf<Id extends CoveredOperation>(
  operation: Id,
  args: Calls[Id]["args"],
): Repeat {
  const rule: RepeatRules[Id] = repeatRules[operation];
  return typeof rule === "function" ? rule(args) : rule;
}
