/**
 * The plan of a made-up household: three years of history up to today, from `household/table.json`.
 */

import type { CurrencyFormat } from "../client/wire/plan.ts";
import { DemoPlan } from "./model/demo_plan.ts";
import type { PlanRecords } from "./model/records.ts";
import { assignMonths, householdMovements } from "./household/assignments.ts";
import {
  householdAccounts,
  householdCategories,
  householdGroups,
  householdLocations,
  householdMonthNotes,
  householdPayees,
  householdSchedules,
  householdWaitingImports,
} from "./household/records.ts";
import { householdDrafts, householdRows } from "./household/rows.ts";
import { settingOf } from "./household/setting.ts";

const US_DOLLARS: CurrencyFormat = {
  iso_code: "USD",
  example_format: "123,456.78",
  decimal_digits: 2,
  decimal_separator: ".",
  symbol_first: true,
  group_separator: ",",
  currency_symbol: "$",
  display_symbol: true,
};

/**
 * Creates the household's plan as of today. The same seed and day always produce the same plan. Ids
 * of accounts, groups, categories and payees don't depend on the day.
 */
export function householdPlan(
  options: { readonly today: string; readonly seed?: number },
): PlanRecords {
  const setting = settingOf({ today: options.today, seed: options.seed ?? 1 });
  const drafts = householdDrafts(setting);
  const transactions = householdRows(setting, drafts);
  const plan: PlanRecords = {
    id: setting.idOf("plan"),
    name: "Household",
    last_modified_on: `${setting.today}T00:00:30+00:00`,
    first_month: setting.start,
    date_format: { format: "MM/DD/YYYY" },
    currency_format: US_DOLLARS,
    accounts: householdAccounts(setting),
    groups: householdGroups(setting),
    categories: householdCategories(setting),
    payees: householdPayees(setting, drafts),
    payee_locations: householdLocations(setting),
    transactions,
    scheduled: householdSchedules(setting, drafts),
    assignments: new Map(),
    month_notes: householdMonthNotes(setting),
    money_movements: [],
    money_movement_groups: [],
    waiting_imports: householdWaitingImports(setting),
    knowledge: transactions.length + 2,
  };
  const assignments = assignMonths(setting, new DemoPlan(plan));
  return { ...plan, ...householdMovements(setting, assignments) };
}
