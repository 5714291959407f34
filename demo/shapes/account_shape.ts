import type { Account, AccountBase } from "../../client/wire/account.ts";
import type { StoredAccount } from "../_records.ts";
import type { PlanFigures } from "../plan/books.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import { moneyFields } from "./money_fields.ts";

/** Makes an account as the plan export carries it. */
export function accountBase(account: StoredAccount, { accounts }: PlanFigures): AccountBase {
  const { cleared, uncleared } = accounts.get(account.id) ?? { cleared: 0, uncleared: 0 };
  return {
    id: account.id,
    name: account.name,
    type: account.type,
    on_budget: account.on_budget,
    closed: account.closed,
    note: account.note,
    balance: cleared + uncleared,
    cleared_balance: cleared,
    uncleared_balance: uncleared,
    transfer_payee_id: account.transfer_payee_id,
    direct_import_linked: account.direct_import_linked,
    direct_import_in_error: account.direct_import_in_error,
    last_reconciled_at: account.last_reconciled_at,
    debt_original_balance: null,
    debt_interest_rates: account.debt_interest_rates,
    debt_minimum_payments: account.debt_minimum_payments,
    debt_escrow_amounts: account.debt_escrow_amounts,
    deleted: account.deleted,
  };
}

/** Makes an account with its display fields. */
export function accountShape(
  account: StoredAccount,
  plan: DemoPlan,
  figures: PlanFigures,
): Account {
  const base = accountBase(account, figures);
  const { balance, cleared_balance, uncleared_balance } = base;
  return {
    ...base,
    ...moneyFields(
      { balance, cleared_balance, uncleared_balance },
      plan.records.currency_format,
    ),
  };
}
