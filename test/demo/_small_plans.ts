import { addDays } from "../../domain/base/day.ts";
import { firstOfMonth } from "../../domain/base/month.ts";
import type { CurrencyFormat } from "../../client/wire/plan.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { aPlan, aRow, ids, uuid } from "./_tiny_plan.ts";

interface Options {
  readonly today: string;
}

function currency(
  iso_code: string,
  decimal_digits: number,
  currency_symbol: string,
): CurrencyFormat {
  return {
    iso_code,
    example_format: "123.456,789",
    decimal_digits,
    decimal_separator: ",",
    symbol_first: decimal_digits === 0,
    group_separator: ".",
    currency_symbol,
    display_symbol: true,
  };
}

/**
 * Transactions: number of days before today, payee, category, and approximate amount in dollars.
 */
const ROWS: readonly (readonly [days: number, payee: string, category: string, amount: number])[] =
  [
    [45, ids.startingBalance, ids.inflow, 1_850.4],
    [40, ids.shop, ids.rent, -612],
    [36, ids.shop, ids.food, -43.27],
    [31, ids.employer, ids.inflow, 1_725.5],
    [12, ids.shop, ids.food, -38.115],
    [9, ids.shop, ids.rent, -612],
    [1, ids.shop, ids.food, -24.871],
    [0, ids.shop, ids.food, -2.4],
  ];

/**
 * A plan with two months of transactions. The amount assigned to each category equals the spending
 * in it.
 */
function usedPlan(
  { today }: Options,
  look: Pick<PlanRecords, "name" | "currency_format" | "date_format">,
  { smallest, rate }: { readonly smallest: number; readonly rate: number },
): PlanRecords {
  const transactions = ROWS.map(([daysAgo, payee_id, category_id, amount], index) =>
    aRow({
      id: uuid(900 + index),
      date: addDays(today, -daysAgo),
      amount: Math.round(amount * rate * 1000 / smallest) * smallest,
      payee_id,
      category_id,
    })
  );
  const assignments = new Map<string, Map<string, number>>();
  for (const { date, category_id, amount } of transactions) {
    if (category_id === null || category_id === ids.inflow) continue;
    const month = assignments.get(firstOfMonth(date)) ?? new Map<string, number>();
    assignments.set(firstOfMonth(date), month);
    month.set(category_id, (month.get(category_id) ?? 0) - amount);
  }
  const first_month = firstOfMonth(transactions[0]?.date ?? today);
  return aPlan({ ...look, id: uuid(2), first_month, transactions, assignments });
}

export const smallPlans = {
  /** A new plan as YNAB creates it: groups and categories, but no accounts or transactions. */
  empty: ({ today }: Options): PlanRecords => {
    const plan = aPlan();
    return {
      ...plan,
      first_month: firstOfMonth(today),
      currency_format: currency("EUR", 2, "\u20ac"),
      accounts: [],
      payees: plan.payees.filter(({ transfer_account_id: to }) => to === null),
    };
  },
  yen: (options: Options): PlanRecords => {
    const currency_format = currency("JPY", 0, "\u00a5");
    const look = { name: "Kakeibo", currency_format, date_format: { format: "YYYY/MM/DD" } };
    return usedPlan(options, look, { smallest: 1000, rate: 140 });
  },
  /** A plan in a currency whose smallest coin is one milliunit. */
  dinar: (options: Options): PlanRecords => {
    const currency_format = currency("TND", 3, "DT");
    const look = { name: "Dinars", currency_format, date_format: { format: "DD/MM/YYYY" } };
    return usedPlan(options, look, { smallest: 1, rate: 3.125 });
  },
  /** A plan without date and currency formats. */
  plain: (options: Options): PlanRecords => {
    const look = { name: "Unformatted", currency_format: null, date_format: null };
    return usedPlan(options, look, { smallest: 10, rate: 1 });
  },
};
