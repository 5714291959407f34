/**
 * An invented plan of any size: years of rows for measuring and for breaking
 * what only works on small plans.
 *
 * @module
 */

import { monthsFrom } from "./_months.ts";
import { randomFrom } from "./_random.ts";
import type { PlanRecords } from "./_records.ts";
import { type HeavyAccount, heavyAccounts } from "./heavy/accounts.ts";
import { heavyAssignments } from "./heavy/assignments.ts";
import { heavyCategories } from "./heavy/categories.ts";
import { HeavyLedger } from "./heavy/ledger.ts";
import { heavyPayees } from "./heavy/payees.ts";
import { bookPurchase, shoppingDay } from "./heavy/purchases.ts";
import { bookRoutine, type HeavyWorld } from "./heavy/routine.ts";
import { heavySchedules } from "./heavy/schedules.ts";
import { type HeavySpan, heavySpan } from "./heavy/span.ts";

const FEWEST_ROWS = 1_000;
const MOST_ROWS = 250_000;

/** Milliunits, about what a purchase costs on average. */
const MEAN_PRICE = 49_250;

/**
 * Invents a plan with a given number of rows. The same seed, day and number
 * always give the same plan.
 *
 * @param options `today` is a UTC date; `transactions` counts all rows, both
 * sides of a transfer included, from 1,000 to 250,000.
 * @throws {RangeError} If the number of rows is out of range.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const plan = heavyPlan({ today: "2026-11-20", transactions: 1_000 });
 * assertEquals(plan.transactions.length, 1_000);
 * ```
 */
export function heavyPlan(
  options: { readonly today: string; readonly seed?: number; readonly transactions: number },
): PlanRecords {
  const { today, seed = 1, transactions } = options;
  if (!(transactions >= FEWEST_ROWS && transactions <= MOST_ROWS)) {
    throw new RangeError(
      `Cannot invent a plan of ${transactions} rows: ask for ${FEWEST_ROWS} to ${MOST_ROWS}`,
    );
  }
  const span = heavySpan(transactions, today);
  const accounts = heavyAccounts(seed, span);
  const categories = heavyCategories(seed, span.start, accounts);
  const payees = heavyPayees(seed, categories.spending, accounts);
  const salary = salaryFor(span, accounts);
  const world = { accounts, categories, payees, salary, days: span.days };
  const ledger = filledLedger(seed, span, world);
  return {
    id: randomFrom(`heavy/${seed}/plan`).uuid(),
    name: "Heavy use",
    last_modified_on: `${today}T00:00:30+00:00`,
    first_month: span.start,
    date_format: { format: "YYYY-MM-DD" },
    currency_format: {
      iso_code: "USD",
      example_format: "123,456.78",
      decimal_digits: 2,
      decimal_separator: ".",
      symbol_first: true,
      group_separator: ",",
      currency_symbol: "$",
      display_symbol: true,
    },
    accounts: accounts.map(({ stored }) => stored),
    groups: categories.groups,
    categories: categories.categories,
    payees: payees.stored,
    payee_locations: [],
    transactions: ledger.rows,
    scheduled: heavySchedules(seed, world, today),
    assignments: heavyAssignments(ledger, categories, monthsFrom(span.start, today)),
    month_notes: new Map(),
    money_movements: [],
    money_movement_groups: [],
    waiting_imports: [],
    knowledge: ledger.rows.length + 2,
  };
}

/** Books day after day, so that the rows spread evenly and their number is met. */
function filledLedger(seed: number, span: HeavySpan, world: HeavyWorld): HeavyLedger {
  const draws = randomFrom(`heavy/${seed}/rows/${span.start}`);
  const { accounts, categories } = world;
  const ledger = new HeavyLedger(span.rows, { draws, accounts, categories });
  for (const [index, date] of span.days.entries()) {
    bookRoutine(ledger, world, date);
    const day = shoppingDay(world, date, span.today);
    const due = Math.floor(span.rows * (index + 1) / span.days.length);
    while (ledger.rows.length < due) bookPurchase(ledger, world, { day, draws });
  }
  return ledger;
}

/** What purchases and loans take in half a month, and a little more. */
function salaryFor({ rows, days }: HeavySpan, accounts: readonly HeavyAccount[]): number {
  const months = days.length / 30.4;
  const debts = accounts.filter(({ stored }) => stored.debt_interest_rates !== null)
    .reduce((sum, { opening }) => sum - opening, 0);
  const monthly = rows / months * MEAN_PRICE * 0.97 + debts / months * 0.06 + 300_000;
  return Math.round(monthly / 2 / 1_000) * 1_000;
}
