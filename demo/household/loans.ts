/**
 * Loans and what the household owns outside its plan: payments, interest,
 * escrow, contributions and estimates of value.
 *
 * @module
 */

import { addDays, addMonths } from "../_calendar.ts";
import { monthsFrom, onDay } from "../_months.ts";
import { type AccountKey, ACCOUNTS } from "./accounts.ts";
import { bookedOn } from "./cadence.ts";
import type { CategoryKey } from "./category_table.ts";
import type { Draft } from "./draft.ts";
import { drawsFor, type Setting } from "./setting.ts";

interface Loan {
  readonly account: AccountKey;
  readonly category: CategoryKey;
  readonly day: number;
  /** Fraction of the debt per year. */
  readonly rate: number;
  /** Milliunits, from some month of the plan on. */
  readonly payment: readonly (readonly [month: number, amount: number])[];
  readonly escrow: readonly (readonly [month: number, amount: number])[];
}

const LOANS: readonly Loan[] = [
  {
    account: "mortgage",
    category: "mortgage",
    day: 3,
    rate: 0.04125,
    payment: [[0, 1_588_260], [19, 1_612_440]],
    escrow: [[0, 287_640], [19, 311_820]],
  },
  {
    account: "carLoan",
    category: "carLoan",
    day: 14,
    rate: 0.0549,
    payment: [[0, 318_270]],
    escrow: [],
  },
];

/**
 * Drafts the rows of both loans.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(loanDrafts(setting).some(({ debtType }) => debtType === "interest"));
 * ```
 */
export function loanDrafts(setting: Setting): Draft[] {
  return LOANS.flatMap((loan) => loanRows(setting, loan))
    .filter((draft) => draft.date <= setting.today);
}

/**
 * Drafts contributions to the brokerage account and estimates of value.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(assetDrafts(setting).some(({ transferTo }) => transferTo === "brokerage"));
 * ```
 */
export function assetDrafts(setting: Setting): Draft[] {
  return [...contributions(setting), ...valuations(setting)]
    .filter((draft) => draft.date <= setting.today);
}

function loanRows(setting: Setting, loan: Loan): Draft[] {
  let owed = -ACCOUNTS[loan.account].opening;
  return monthsFrom(setting.start, setting.today).flatMap((month, index) => {
    const payment = inForce(loan.payment, index);
    const escrow = inForce(loan.escrow, index);
    const interest = Math.round(owed * loan.rate / 12 / 10) * 10;
    owed += interest + escrow - payment;
    const draws = drawsFor(setting, `loan/${loan.account}/${month}`);
    const date = bookedOn(onDay(month, loan.day), 0, draws);
    return [
      {
        source: `loan/${loan.account}`,
        date,
        account: "checking",
        amount: -payment,
        payee: null,
        category: loan.category,
        transferTo: loan.account,
        debtType: "payment",
      },
      onLoan(loan, date, -interest, "interest"),
      ...(escrow === 0 ? [] : [onLoan(loan, date, -escrow, "escrow")]),
    ];
  });
}

function onLoan(loan: Loan, date: string, amount: number, kind: "interest" | "escrow"): Draft {
  return {
    source: `loan/${loan.account}/${kind}`,
    date,
    account: loan.account,
    amount,
    payee: kind === "interest" ? "Interest Charge" : "Escrow",
    category: null,
    debtType: kind,
  };
}

function inForce(steps: readonly (readonly [number, number])[], month: number): number {
  return steps.filter(([from]) => from <= month).at(-1)?.[1] ?? 0;
}

function contributions(setting: Setting): Draft[] {
  return monthsFrom(setting.start, setting.today).map((month) => ({
    source: "contribution",
    date: bookedOn(onDay(month, 16), 0, drawsFor(setting, `contribution/${month}`)),
    account: "checking",
    amount: -300_000,
    payee: null,
    category: "investments",
    transferTo: "brokerage",
    memo: "Index fund",
  }));
}

/** The market moves the brokerage account every quarter, the house every year. */
function valuations(setting: Setting): Draft[] {
  return monthsFrom(setting.start, setting.today).flatMap((month, index): Draft[] => {
    const date = addDays(addMonths(month, 1), -1);
    const draws = drawsFor(setting, `valuation/${month}`);
    const brokerage = {
      source: "valuation",
      date,
      account: "brokerage",
      amount: draws.integer(-90_000, 190_000) * 10,
      payee: "Manual Balance Adjustment",
      category: null,
    } as const;
    const house = {
      ...brokerage,
      account: "house",
      source: "valuation/house",
      amount: draws.integer(4, 16) * 1_000_000,
    } as const;
    return [
      ...(index % 3 === 2 ? [brokerage] : []),
      ...(index % 12 === 11 && index < 30 ? [house] : []),
    ];
  });
}
