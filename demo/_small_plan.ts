import type { CurrencyFormat, DateFormat } from "../client/wire/plan.ts";
import { addDays, addMonths, monthOf } from "./_calendar.ts";
import { plainRow } from "./_plain_row.ts";
import type { PlanRecords, StoredTransaction } from "./_records.ts";
import { category, checking, group, idOf, payee } from "./_small_plan_records.ts";

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
