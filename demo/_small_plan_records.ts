import { randomFrom } from "./_random.ts";
import type { StoredAccount, StoredCategory, StoredGroup, StoredPayee } from "./_records.ts";

/** Names a thing of a small plan for ever. */
export function idOf(key: string, what: string): string {
  return randomFrom(`small/${key}/${what}`).uuid();
}

/** Makes a group; the system groups are internal. */
export function group(key: string, name: string): StoredGroup {
  const internal = name === "Internal Master Category" || name === "Credit Card Payments";
  return {
    id: idOf(key, `group/${name}`),
    name,
    hidden: false,
    internal,
    deleted: false,
    knowledge: 1,
  };
}

/** Makes a category of a group. */
export function category(key: string, of: string, name: string): StoredCategory {
  return {
    id: idOf(key, `category/${name}`),
    category_group_id: idOf(key, `group/${of}`),
    name,
    hidden: false,
    internal: of === "Internal Master Category",
    note: null,
    target: null,
    loan_paired: false,
    deleted: false,
    knowledge: 1,
  };
}

/** Makes a payee. */
export function payee(key: string, name: string): StoredPayee {
  return {
    id: idOf(key, `payee/${name}`),
    name,
    transfer_account_id: null,
    deleted: false,
    rename_rules: [],
    knowledge: 1,
  };
}

/** Makes the account. */
export function checking(key: string): StoredAccount {
  return {
    id: idOf(key, "account/Checking"),
    name: "Checking",
    type: "checking",
    on_budget: true,
    closed: false,
    note: null,
    direct_import_linked: false,
    direct_import_in_error: false,
    last_reconciled_at: null,
    transfer_payee_id: idOf(key, "payee/transfer"),
    payment_category_id: null,
    debt_interest_rates: null,
    debt_minimum_payments: null,
    debt_escrow_amounts: null,
    deleted: false,
    knowledge: 1,
  };
}
