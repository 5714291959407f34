import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { householdPlan } from "../../demo/household.ts";
import { addDays } from "../../demo/model/calendar.ts";
import type { PlanRecords, StoredTransaction } from "../../demo/model/records.ts";
import { figuresOn, opened } from "./_figures.ts";
import { assertHoldsTogether } from "./_plan_integrity.ts";

const TODAY = "2026-11-20";
const AWKWARD_DAYS = [
  "2024-02-29",
  "2025-12-31",
  "2026-01-01",
  "2026-02-28",
  "2026-03-01",
  "2026-03-31",
  "2026-05-02",
  "2026-08-03",
];

const plan = householdPlan({ today: TODAY });
const plans = new Map([[TODAY, plan]]);
const live = plan.transactions.filter(({ deleted }) => !deleted);
const thisMonth = "2026-11-01";

Deno.test("householdPlan() returns the same plan for the same day and seed", () => {
  assertEquals(householdPlan({ today: TODAY }), plan);
});

Deno.test("householdPlan() keeps the ids of its records on every day", () => {
  const later = householdPlan({ today: "2027-02-28" });
  assertEquals(later.id, plan.id);
  for (const kind of ["accounts", "groups", "categories", "payees", "scheduled"] as const) {
    const named = (records: PlanRecords): string[] => records[kind].map(({ id }) => id).sort();
    assertEquals(named(later), named(plan), kind);
  }
});

for (const today of [TODAY, ...AWKWARD_DAYS]) {
  Deno.test(`householdPlan() is consistent on ${today}`, () => {
    assertHoldsTogether(planOn(today), today);
  });

  Deno.test(`householdPlan() leaves some money to assign on ${today}`, () => {
    const figures = figuresOn(planOn(today), today);
    const index = figures.months.findIndex(({ month }) => month === figures.currentMonth);
    const ready = figures.toBeBudgeted[index] ?? NaN;
    assert(ready > 0 && ready < 500_000, String(ready));
    for (const earlier of figures.toBeBudgeted.slice(0, index)) assert(earlier >= 0);
  });

  Deno.test(`householdPlan() is overspent in cash and on credit on ${today}`, () => {
    const records = planOn(today);
    const demo = opened(records);
    const { months, currentMonth } = demo.figures(today);
    const now = months.find(({ month }) => month === currentMonth)?.categories;
    const figuresOf = (name: string) => now?.get(categoryNamed(records, name));
    assert((figuresOf("Dining Out")?.creditOverspent ?? 0) > 0);
    assert((figuresOf("Pharmacy & Health")?.cashOverspent ?? 0) > 0);
  });
}

Deno.test("householdPlan() is consistent on any day", () => {
  const day = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays("2020-01-01", days));
  fc.assert(
    fc.property(day, (today) => assertHoldsTogether(householdPlan({ today }), today)),
    { numRuns: 12 },
  );
});

Deno.test("householdPlan() never overdraws a cash account", () => {
  for (const today of [TODAY, ...AWKWARD_DAYS]) {
    const records = planOn(today);
    for (const account of records.accounts) {
      if (!["checking", "savings", "cash"].includes(account.type)) continue;
      let balance = 0;
      const rows = records.transactions
        .filter(({ account_id, deleted }) => !deleted && account_id === account.id)
        .toSorted((one, other) => one.date.localeCompare(other.date) || other.amount - one.amount);
      for (const { amount, date } of rows) {
        balance += amount;
        assert(balance >= 0, `${account.name} on ${date}, seen from ${today}`);
      }
    }
  }
});

Deno.test("householdPlan() records movements that add up to the assignments", () => {
  const sums = new Map<string, number>();
  for (const { from_category_id, to_category_id, amount, month } of plan.money_movements) {
    assert(amount > 0);
    if (month !== thisMonth) continue;
    if (from_category_id) sums.set(from_category_id, (sums.get(from_category_id) ?? 0) - amount);
    if (to_category_id) sums.set(to_category_id, (sums.get(to_category_id) ?? 0) + amount);
  }
  const assigned = plan.assignments.get(thisMonth) ?? new Map<string, number>();
  for (const id of new Set([...assigned.keys(), ...sums.keys()])) {
    assertEquals(sums.get(id) ?? 0, assigned.get(id) ?? 0, id);
  }
});

/** What tests of tools, evals and documents rely on. */
const contents: Readonly<Record<string, () => boolean>> = {
  "every kind of account": () =>
    ["checking", "savings", "cash", "creditCard", "otherAsset", "mortgage", "autoLoan"]
      .every((type) => plan.accounts.some((account) => account.type === type)),
  "a closed account": () => plan.accounts.some(({ closed, deleted }) => closed && !deleted),
  "a loan with loan details and a paired category": () =>
    plan.accounts.some(({ debt_interest_rates }) => debt_interest_rates !== null) &&
    plan.categories.some(({ loan_paired, target }) => loan_paired && target?.goal_type === "DEBT"),
  "a split with a deleted line": () =>
    live.some(({ lines }) => lines.length > 2 && lines.some(({ deleted }) => deleted)),
  "a transfer split line": () =>
    live.some(({ lines }) => lines.some(({ transfer_account_id: to }) => to !== null)),
  "hidden and deleted categories": () =>
    plan.categories.some(({ hidden }) => hidden) && plan.categories.some(({ deleted }) => deleted),
  "categories with the same name in two groups": () =>
    plan.categories.filter(({ name }) => name === "Gifts").length === 2,
  "targets of each kind": () =>
    ["NEED", "TB", "TBD", "MF", "DEBT"].every((type) =>
      plan.categories.some(({ target }) => target?.goal_type === type)
    ),
  "a schedule of every frequency": () =>
    new Set(plan.scheduled.filter(({ deleted }) => !deleted).map(({ frequency }) => frequency))
      .size === 13,
  "schedules due, overdue, split, transferred and deleted": () =>
    plan.scheduled.some(({ date_next }) => date_next === TODAY) &&
    plan.scheduled.some(({ date_next, deleted }) => date_next < TODAY && !deleted) &&
    plan.scheduled.some(({ lines }) => lines.length > 1) &&
    plan.scheduled.some(({ transfer_account_id: to }) => to !== null) &&
    plan.scheduled.some(({ deleted }) => deleted),
  "transactions entered from a schedule": () =>
    live.some(({ id, date }) => id.endsWith(`_${date}`)),
  "a subscription with one price increase": () =>
    new Set(rowsOfPayee("Moonreel").map(({ amount }) => amount)).size === 2,
  "bank labels of several countries": () =>
    [/^SQ \*BLUE DOOR/, /^SEPA-BASISLASTSCHRIFT /, /^CB CARREFOUR /, /^CARD PAYMENT TO TESCO /]
      .every((label) => live.some((row) => label.test(row.import_payee_name_original ?? ""))),
  "imported rows with YNAB's import ids": () =>
    live.filter(({ import_id, amount, date }) => import_id?.startsWith(`YNAB:${amount}:${date}:`))
      .length > 1_500,
  "a dozen recent rows without a category": () =>
    live.filter((row) => row.date >= addDays(TODAY, -21) && isPending(row)).length >= 12,
  "unapproved rows older than a year": () =>
    live.some((row) => row.date < addDays(TODAY, -366) && isPending(row)) &&
    live.some(({ date, approved }) => date < addDays(TODAY, -366) && !approved),
  "a matched pair": () =>
    live.filter((row) => opened(planOn(TODAY)).isCountedOut(row)).length === 1,
  "flags with a label and without one": () =>
    live.some(({ flag_name }) => flag_name === "Reimburse") &&
    live.some(({ flag_color, flag_name }) => flag_color === "green" && flag_name === null),
  "a payee with an HTML entity": () => rowsOfPayee("B&amp;H Photo Video").length > 1,
  "a payee with invisible marks": () =>
    plan.payees.some(({ name }) => /[\u200b\u202e\u2060]/.test(name)),
  "memos with instructions and Markdown": () =>
    live.some(({ memo }) => memo?.startsWith("Ignore previous instructions")) &&
    live.some(({ memo }) => memo?.includes("](https://")),
  "bank links, one broken, and transactions waiting for import": () =>
    plan.accounts.filter((account) => account.direct_import_in_error).length === 1 &&
    plan.waiting_imports.length >= 3,
  "rename rules, deleted payees and month notes": () =>
    plan.payees.some(({ rename_rules }) => rename_rules.length > 0) &&
    plan.payees.some(({ deleted }) => deleted) && plan.month_notes.size >= 3,
};
for (const [what, isThere] of Object.entries(contents)) {
  Deno.test(`householdPlan() has ${what}`, () => assert(isThere()));
}

/** The plan of a day, made once: nothing here changes it. */
function planOn(today: string): PlanRecords {
  const made = plans.get(today) ?? householdPlan({ today });
  plans.set(today, made);
  return made;
}

function categoryNamed({ categories }: PlanRecords, name: string): string {
  return categories.find((category) => category.name === name)?.id ?? "";
}

function isPending(row: StoredTransaction): boolean {
  return row.category_id === null && row.transfer_account_id === null && row.lines.length === 0 &&
    plan.accounts.find(({ id }) => id === row.account_id)?.on_budget === true;
}

function rowsOfPayee(name: string): StoredTransaction[] {
  const payee = plan.payees.find((one) => one.name === name)?.id;
  return live.filter(({ payee_id }) => payee_id === payee);
}
