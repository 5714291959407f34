/**
 * Money that comes in: two salaries, interest, a tax refund, starting balances
 * and the corrections of a reconciliation.
 *
 * @module
 */

import { bankLabel } from "../_bank_label.ts";
import { addMonths } from "../_calendar.ts";
import { monthsFrom, onDay } from "../_months.ts";
import { ACCOUNT_KEYS, ACCOUNTS } from "./accounts.ts";
import { bookedOn, type Cadence, dueDates } from "./cadence.ts";
import type { Draft } from "./draft.ts";
import { drawsFor, type Setting } from "./setting.ts";

/** Milliunits in the year 2026. */
const BIWEEKLY_PAY = 2_196_150;
const MONTHLY_PAY = 2_648_000;
const YEARLY_RAISE = 1.03;

/** Every other Friday. */
export const PAYDAYS: Cadence = { everyWeeks: 2, anchor: "2026-01-09" };

/**
 * Gives the biweekly pay of a date's year, in milliunits.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(biweeklyPayOn("2026-01-09"), 2_196_150);
 * ```
 */
export function biweeklyPayOn(date: string): number {
  return raised(BIWEEKLY_PAY, date);
}

/**
 * Drafts all income of the plan's span.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(incomeDrafts(setting).some(({ payee }) => payee === "Studio Marlow"));
 * ```
 */
export function incomeDrafts(setting: Setting): Draft[] {
  return [
    ...startingBalances(setting),
    ...biweeklyPay(setting),
    ...monthlyPay(setting),
    ...interest(setting),
    ...taxRefunds(setting),
    ...corrections(setting),
  ].filter((draft) => draft.date <= setting.today);
}

/** Only cash accounts' opening money is there to be assigned. */
function startingBalances(setting: Setting): Draft[] {
  return ACCOUNT_KEYS.filter((key) => ACCOUNTS[key].deleted !== true).map((key) => ({
    source: `opening/${key}`,
    date: setting.start,
    account: key,
    amount: ACCOUNTS[key].opening,
    payee: "Starting Balance",
    category: ACCOUNTS[key].onBudget && ACCOUNTS[key].type !== "creditCard" ? "inflow" : null,
    cleared: "reconciled",
    ...(ACCOUNTS[key].type === "mortgage" || ACCOUNTS[key].type === "autoLoan"
      ? { debtType: "balanceAdjustment" }
      : {}),
  }));
}

function biweeklyPay(setting: Setting): Draft[] {
  return dueDates(PAYDAYS, setting.start, setting.today).map((date) => {
    const draws = drawsFor(setting, `pay/biweekly/${date}`);
    return {
      source: "pay/biweekly",
      date,
      account: "checking",
      amount: biweeklyPayOn(date),
      payee: "Northline Engineering",
      category: "inflow",
      label: bankLabel(
        "NORTHLINE ENGINEERIN DES:PAYROLL ID:{n8} | INDN:ALEX CO ID:1{n9} PPD",
        date,
        draws,
      ),
    };
  });
}

function monthlyPay(setting: Setting): Draft[] {
  return monthsFrom(setting.start, setting.today).map((month) => {
    const draws = drawsFor(setting, `pay/monthly/${month}`);
    const date = bookedOn(onDay(month, 25), 1, draws);
    return {
      source: "pay/monthly",
      date,
      account: "checking",
      amount: raised(MONTHLY_PAY, date),
      payee: "Studio Marlow",
      category: "inflow",
      label: bankLabel("DIRECT DEP STUDIO MARLOW LLC | SALARY SAM {mm}", date, draws),
    };
  });
}

function interest(setting: Setting): Draft[] {
  return monthsFrom(setting.start, setting.today).map((month) => ({
    source: "interest",
    date: onDay(month, 31),
    account: "savings",
    amount: drawsFor(setting, `interest/${month}`).integer(2_840, 3_960) * 10,
    payee: "Interest Paid",
    category: "inflow",
    memo: "Savings interest",
  }));
}

function taxRefunds(setting: Setting): Draft[] {
  return dueDates({ everyMonths: 12, month: 3, day: 22 }, setting.start, setting.today).map(
    (due) => {
      const draws = drawsFor(setting, `tax refund/${due}`);
      const date = bookedOn(due, 3, draws);
      return {
        source: "tax refund",
        date,
        account: "checking",
        amount: draws.integer(900, 1_400) * 1_000,
        payee: "US Treasury",
        category: "inflow",
        label: bankLabel("IRS TREAS 310 DES:TAX REF ID:{n9}", date, draws),
      };
    },
  );
}

function corrections(setting: Setting): Draft[] {
  const correction = (monthsIn: number, amount: number): Draft => ({
    source: "correction",
    date: onDay(addMonths(setting.start, monthsIn), 20),
    account: "wallet",
    amount,
    payee: "Reconciliation Balance Adjustment",
    category: "inflow",
    memo: "Entered automatically",
  });
  return [correction(8, -6_000), correction(21, 3_500)];
}

/** The pay of a date's year, in whole cents. */
function raised(amount: number, date: string): number {
  return Math.round(amount * YEARLY_RAISE ** (Number(date.slice(0, 4)) - 2026) / 10) * 10;
}
