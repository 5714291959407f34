import { sumOf } from "../base/money.ts";
import type { AccountRecord } from "../base/plan_records.ts";

/** State of an account's bank link. */
export type BankLink = "healthy" | "broken" | "none";

/** One account; amounts in milliunits. */
export interface AccountLine {
  readonly account_id: string;
  readonly name: string;
  readonly type: string;
  readonly on_budget: boolean;
  readonly closed: boolean;
  readonly balance: number;
  readonly cleared_balance: number;
  readonly uncleared_balance: number;
  readonly bank_link: BankLink;
  /** `YYYY-MM-DD`, last set by the YNAB app. */
  readonly last_reconciled: string | null;
}

/** Accounts and the totals of those listed. */
export interface AccountOverview {
  readonly accounts: readonly AccountLine[];
  readonly on_budget_total: number;
  readonly off_budget_total: number;
}

export function accountOverview(
  accounts: readonly AccountRecord[],
  { includeClosed }: { readonly includeClosed: boolean },
): AccountOverview {
  const listed = accounts.filter((account) => includeClosed || !account.closed);
  const total = (isOnBudget: boolean): number =>
    sumOf(listed.filter((one) => one.on_budget === isOnBudget).map(({ balance }) => balance));
  return {
    accounts: listed.map(lineOf),
    on_budget_total: total(true),
    off_budget_total: total(false),
  };
}

function lineOf(account: AccountRecord): AccountLine {
  return {
    account_id: account.id,
    name: account.name,
    type: account.type,
    on_budget: account.on_budget,
    closed: account.closed,
    balance: account.balance,
    cleared_balance: account.cleared_balance,
    uncleared_balance: account.uncleared_balance,
    bank_link: bankLink(account),
    last_reconciled: account.last_reconciled_at?.slice(0, 10) ?? null,
  };
}

function bankLink(account: AccountRecord): BankLink {
  if (account.direct_import_linked !== true) return "none";
  return account.direct_import_in_error === true ? "broken" : "healthy";
}
