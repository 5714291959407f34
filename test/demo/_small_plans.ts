import type { CurrencyFormat, DateFormat } from "../../client/wire/plan.ts";
import { addDays, addMonths, monthOf } from "../../demo/model/calendar.ts";
import { randomFrom } from "../../demo/model/random.ts";
import {
  plainRow,
  type PlanRecords,
  type StoredAccount,
  type StoredCategory,
  type StoredGroup,
  type StoredPayee,
  type StoredTransaction,
} from "../../demo/model/records.ts";

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

/** How a plan is called and shown. */
export interface PlanLook {
  readonly name: string;
  readonly currency: CurrencyFormat | null;
  readonly dateFormat: DateFormat | null;
}

/** A plan with rows: its look, and what an amount of about a dollar is in milliunits. */
export interface UsedPlanOptions {
  readonly look: PlanLook;
  milliunits(amount: number): number;
}

const GROUPS: readonly (readonly [group: string, categories: readonly string[]])[] = [
  ["Internal Master Category", ["Inflow: Ready to Assign", "Uncategorized"]],
  ["Credit Card Payments", []],
  ["Bills", ["Rent", "Electricity"]],
  ["Needs", ["Groceries", "Transport"]],
  ["Wants", ["Dining Out", "Savings"]],
];

const SPECIAL_PAYEES: readonly string[] = [
  "Starting Balance",
  "Manual Balance Adjustment",
  "Reconciliation Balance Adjustment",
];

/** Days before today, payee, category, amount in about dollars. */
const ROWS: readonly (readonly [days: number, payee: string, category: string, amount: number])[] =
  [
    [45, "Starting Balance", "Inflow: Ready to Assign", 1_850.4],
    [40, "Landlord", "Rent", -612],
    [36, "Corner Grocer", "Groceries", -43.27],
    [33, "City Trams", "Transport", -2.4],
    [31, "Employer", "Inflow: Ready to Assign", 1_725.5],
    [22, "Power Company", "Electricity", -58.93],
    [12, "Corner Grocer", "Groceries", -38.115],
    [9, "Landlord", "Rent", -612],
    [4, "Noodle House", "Dining Out", -17.6],
    [1, "Corner Grocer", "Groceries", -24.871],
    [0, "City Trams", "Transport", -2.4],
  ];

/** Makes a plan without accounts and rows. */
export function newPlan(key: string, today: string, look: PlanLook): PlanRecords {
  return {
    id: idOf(key, "plan"),
    name: look.name,
    last_modified_on: `${today}T00:00:30+00:00`,
    first_month: monthOf(today),
    date_format: look.dateFormat,
    currency_format: look.currency,
    accounts: [],
    groups: GROUPS.map(([name]) => group(key, name)),
    categories: GROUPS.flatMap(([of, names]) => names.map((name) => category(key, of, name))),
    payees: SPECIAL_PAYEES.map((name) => payee(key, name)),
    payee_locations: [],
    transactions: [],
    scheduled: [],
    assignments: new Map(),
    month_notes: new Map(),
    money_movements: [],
    money_movement_groups: [],
    waiting_imports: [],
    knowledge: 1,
  };
}

/** Makes a plan with one account and two months of rows. */
export function usedPlan(
  key: string,
  today: string,
  { look, milliunits }: UsedPlanOptions,
): PlanRecords {
  const account = checking(key);
  const rows = ROWS.map(([daysAgo, to, of, amount], index) =>
    plainRow({
      id: idOf(key, `row/${index}`),
      date: addDays(today, -daysAgo),
      amount: milliunits(amount),
      cleared: daysAgo > 3 ? "cleared" : "uncleared",
      account_id: account.id,
      payee_id: idOf(key, `payee/${to}`),
      category_id: idOf(key, `category/${of}`),
      knowledge: index + 2,
    })
  );
  const plan = newPlan(key, today, look);
  const payees = new Set([...SPECIAL_PAYEES, ...ROWS.map(([, name]) => name)]);
  return {
    ...plan,
    first_month: monthOf(rows[0]?.date ?? today),
    accounts: [account],
    payees: [
      ...[...payees].map((name) => payee(key, name)),
      {
        ...payee(key, `Transfer : ${account.name}`),
        id: account.transfer_payee_id,
        transfer_account_id: account.id,
      },
    ],
    transactions: rows,
    assignments: assignedAsSpent(key, rows),
    month_notes: new Map([[addMonths(monthOf(today), -1), "First full month"]]),
    knowledge: rows.length + 2,
  };
}

/** Every category gets in each month what it spends there. */
function assignedAsSpent(
  key: string,
  rows: readonly StoredTransaction[],
): Map<string, Map<string, number>> {
  const inflow = idOf(key, "category/Inflow: Ready to Assign");
  const table = new Map<string, Map<string, number>>();
  for (const { date, category_id, amount } of rows) {
    if (category_id === null || category_id === inflow) continue;
    const month = table.get(monthOf(date)) ?? new Map<string, number>();
    table.set(monthOf(date), month);
    month.set(category_id, (month.get(category_id) ?? 0) - amount);
  }
  return table;
}

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
