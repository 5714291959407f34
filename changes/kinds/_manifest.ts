/**
 * Every kind of change, in the order of their names. Written by scripts/generate.ts.
 *
 * @module
 */

// deno-fmt-ignore-file

import type { ChangeKind } from "../kind.ts";

/** Loads a kind by its name, which is that of its tool. */
export const kinds = {
  apply_categories: async () => (await import("./apply_categories.ts")).kind,
  approve_transactions: async () => (await import("./approve_transactions.ts")).kind,
  assign_month: async () => (await import("./assign_month.ts")).kind,
  create_category: async () => (await import("./create_category.ts")).kind,
  create_category_group: async () => (await import("./create_category_group.ts")).kind,
  create_scheduled_transaction: async () =>
    (await import("./create_scheduled_transaction.ts")).kind,
  create_transactions: async () => (await import("./create_transactions.ts")).kind,
  create_transfer: async () => (await import("./create_transfer.ts")).kind,
  delete_scheduled_transaction: async () =>
    (await import("./delete_scheduled_transaction.ts")).kind,
  delete_transactions: async () => (await import("./delete_transactions.ts")).kind,
  edit_scheduled_transaction: async () => (await import("./edit_scheduled_transaction.ts")).kind,
  edit_transaction: async () => (await import("./edit_transaction.ts")).kind,
  flag_transactions: async () => (await import("./flag_transactions.ts")).kind,
  import_transactions: async () => (await import("./import_transactions.ts")).kind,
  merge_payees: async () => (await import("./merge_payees.ts")).kind,
  move_money: async () => (await import("./move_money.ts")).kind,
  reconcile_account: async () => (await import("./reconcile_account.ts")).kind,
  rename_category_group: async () => (await import("./rename_category_group.ts")).kind,
  rename_payees: async () => (await import("./rename_payees.ts")).kind,
  set_category_budget: async () => (await import("./set_category_budget.ts")).kind,
  set_category_target: async () => (await import("./set_category_target.ts")).kind,
  split_transaction: async () => (await import("./split_transaction.ts")).kind,
  undo_operation: async () => (await import("./undo_operation.ts")).kind,
  update_category: async () => (await import("./update_category.ts")).kind,
} satisfies Readonly<Record<string, () => Promise<ChangeKind>>>;

/** The name of a kind: a changing tool without one does not compile. */
export type KindName = keyof typeof kinds;
