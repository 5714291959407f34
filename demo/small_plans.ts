import type { CurrencyFormat } from "../client/wire/plan.ts";
import type { PlanRecords } from "./_records.ts";
import { newPlan, usedPlan } from "./_small_plan.ts";

/** Names a small plan. */
export type SmallPlanName = "empty" | "yen" | "dinar" | "plain";

/** On which day a small plan is seen; `YYYY-MM-DD`, UTC. */
export interface SmallPlanOptions {
  readonly today: string;
}

const EUROS: CurrencyFormat = {
  iso_code: "EUR",
  example_format: "123.456,78",
  decimal_digits: 2,
  decimal_separator: ",",
  symbol_first: false,
  group_separator: ".",
  currency_symbol: "\u20ac",
  display_symbol: true,
};

const YEN: CurrencyFormat = {
  iso_code: "JPY",
  example_format: "123,457",
  decimal_digits: 0,
  decimal_separator: ".",
  symbol_first: true,
  group_separator: ",",
  currency_symbol: "\u00a5",
  display_symbol: true,
};

const DINARS: CurrencyFormat = {
  iso_code: "TND",
  example_format: "123.456,789",
  decimal_digits: 3,
  decimal_separator: ",",
  symbol_first: false,
  group_separator: ".",
  currency_symbol: "DT",
  display_symbol: true,
};

/** Makes each small plan; a plan's ids never change. */
export const smallPlans: Readonly<
  Record<SmallPlanName, (options: SmallPlanOptions) => PlanRecords>
> = { empty: emptyPlan, yen: yenPlan, dinar: dinarPlan, plain: plainPlan };

/** Makes a plan as upstream sets it up: groups and categories, no account, no row. */
export function emptyPlan({ today }: SmallPlanOptions): PlanRecords {
  const look = { name: "New Plan", currency: EUROS, dateFormat: { format: "DD.MM.YYYY" } };
  return newPlan("empty", today, look);
}

/** Makes a plan in yen, which has no smaller coin. */
export function yenPlan({ today }: SmallPlanOptions): PlanRecords {
  return usedPlan("yen", today, {
    look: { name: "Kakeibo", currency: YEN, dateFormat: { format: "YYYY/MM/DD" } },
    // 3,482 yen are written 3482000.
    milliunits: (amount) => Math.round(amount * 140) * 1_000,
  });
}

/** Makes a plan in Tunisian dinars: a milliunit is the smallest coin. */
export function dinarPlan({ today }: SmallPlanOptions): PlanRecords {
  return usedPlan("dinar", today, {
    look: { name: "Dinars", currency: DINARS, dateFormat: { format: "DD/MM/YYYY" } },
    milliunits: (amount) => Math.round(amount * 3_125),
  });
}

/** Makes a plan that says nothing about its date and currency format. */
export function plainPlan({ today }: SmallPlanOptions): PlanRecords {
  return usedPlan("plain", today, {
    look: { name: "Unformatted", currency: null, dateFormat: null },
    milliunits: (amount) => Math.round(amount * 100) * 10,
  });
}
