/**
 * Accounts of a heavy plan: two dozen, of which half have been closed on the way.
 *
 * @module
 */

import type { AccountType } from "../../client/wire/account.ts";
import { randomFrom } from "../_random.ts";
import type { StoredAccount } from "../_records.ts";
import type { HeavySpan } from "./span.ts";

/** An account and the days on which it was in use. */
export interface HeavyAccount {
  readonly stored: StoredAccount;
  readonly openedOn: string;
  /** The last day on which rows are booked; `null` while it is open. */
  readonly closedOn: string | null;
  /** Milliunits. */
  readonly opening: number;
}

/** Name, type, opening in dollars, opened and closed as shares of the span. */
type Plan = readonly [
  name: string,
  type: AccountType,
  dollars: number,
  opened: number,
  closed: number | null,
];

const PLANS: readonly Plan[] = [
  ["Main Checking", "checking", 9_400, 0, null],
  ["Joint Checking", "checking", 3_100, 0.2, null],
  ["Student Account", "checking", 1_250, 0, 0.25],
  ["First National Checking", "checking", 2_480, 0, 0.45],
  ["Credit Union Checking", "checking", 900, 0.3, 0.7],
  ["Emergency Savings", "savings", 14_000, 0, null],
  ["Holiday Savings", "savings", 800, 0.5, null],
  ["Old Passbook", "savings", 3_300, 0, 0.3],
  ["Online Savings", "savings", 6_000, 0.25, 0.8],
  ["Wallet", "cash", 120, 0, null],
  ["Travel Cash", "cash", 60, 0.1, 0.5],
  ["Everyday Card", "creditCard", -840, 0, null],
  ["Cash Back Card", "creditCard", 0, 0.4, null],
  ["Airline Card", "creditCard", 0, 0.6, null],
  ["Department Store Card", "creditCard", -220, 0, 0.35],
  ["Old Visa", "creditCard", -1_360, 0, 0.55],
  ["Gas Station Card", "creditCard", 0, 0.1, 0.65],
  ["Retirement Plan", "otherAsset", 24_000, 0, null],
  ["Brokerage", "otherAsset", 8_500, 0.3, null],
  ["Old Car (value)", "otherAsset", 9_000, 0, 0.4],
  ["Savings Bonds", "otherAsset", 2_000, 0, null],
  ["Mortgage", "mortgage", -241_000, 0.35, null],
  ["Student Loan", "studentLoan", -18_500, 0, 0.5],
  ["First Car Loan", "autoLoan", -11_200, 0.15, 0.45],
];

const LOAN_TYPES: readonly AccountType[] = ["mortgage", "studentLoan", "autoLoan"];

/**
 * Lists the accounts of a heavy plan.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { heavySpan } from "./span.ts";
 *
 * const accounts = heavyAccounts(1, heavySpan(20_000, "2026-11-20"));
 * assertEquals(accounts.filter(({ closedOn }) => closedOn !== null).length, accounts.length / 2);
 * ```
 */
export function heavyAccounts(seed: number, span: HeavySpan): HeavyAccount[] {
  return PLANS.map(([name, type, dollars, opened, closed]) => {
    const id = (what: string): string => randomFrom(`heavy/${seed}/${what}/${name}`).uuid();
    const dayAt = (share: number): string =>
      span.days[Math.floor(share * (span.days.length - 1))] ?? span.today;
    const isLoan = LOAN_TYPES.includes(type);
    const isCard = type === "creditCard";
    const isOpen = closed === null;
    return {
      openedOn: dayAt(opened),
      closedOn: isOpen ? null : dayAt(closed),
      opening: dollars * 1_000,
      stored: {
        id: id("account"),
        name,
        type,
        on_budget: !isLoan && type !== "otherAsset",
        closed: !isOpen,
        note: null,
        direct_import_linked: isOpen && (isCard || type === "checking"),
        direct_import_in_error: name === "Airline Card",
        last_reconciled_at: isOpen ? `${dayAt(0.99)}T20:11:00Z` : null,
        transfer_payee_id: id("transfer payee"),
        payment_category_id: isCard ? id("payment category") : null,
        debt_interest_rates: isLoan ? { [dayAt(opened)]: 4_250 } : null,
        debt_minimum_payments: isLoan ? { [dayAt(opened)]: 410_000 } : null,
        debt_escrow_amounts: isLoan ? {} : null,
        deleted: false,
        knowledge: 1,
      },
    };
  });
}
