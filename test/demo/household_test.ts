import { assert, assertEquals, assertThrows } from "@std/assert";
import { heavyPlan } from "../../demo/heavy.ts";
import { householdPlan } from "../../demo/household.ts";
import type { CategoryFigures } from "../../demo/model/close_month.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { assertConsistent, figuresOn } from "./_plan_integrity.ts";

const TODAY = "2026-11-20";
const AWKWARD_DAYS = ["2024-02-29", "2025-12-31", "2026-01-01", "2026-03-31", "2027-05-02"];

const plan = householdPlan({ today: TODAY });
const thisMonth = "2026-11-01";

Deno.test("householdPlan() returns the same plan for the same day and seed", () => {
  assertEquals(householdPlan({ today: TODAY }), plan);
});

Deno.test("householdPlan() gives records the same ids regardless of the day", () => {
  const later = householdPlan({ today: "2027-02-28" });
  assertEquals(later.id, plan.id);
  for (const kind of ["accounts", "groups", "categories", "payees", "scheduled"] as const) {
    const named = (records: PlanRecords): string[] => records[kind].map(({ id }) => id).sort();
    assertEquals(named(later), named(plan), kind);
  }
});

for (const today of [TODAY, ...AWKWARD_DAYS]) {
  Deno.test(`householdPlan() includes overspending and money to assign, but no overdraft, on ${today}`, () => {
    const records = householdPlan({ today });
    assertConsistent(records, today);
    const { months, currentMonth, toBeBudgeted } = figuresOn(records, today);
    const index = months.findIndex(({ month }) => month === currentMonth);
    const ready = toBeBudgeted[index] ?? NaN;
    assert(ready > 0 && ready < 500_000, String(ready));
    for (const earlier of toBeBudgeted.slice(0, index)) assert(earlier >= 0);
    const figuresOf = (name: string): CategoryFigures | undefined => {
      const id = records.categories.find((category) => category.name === name)?.id ?? "";
      return months[index]?.categories.get(id);
    };
    assert((figuresOf("Dining Out")?.creditOverspent ?? 0) > 0);
    assert((figuresOf("Pharmacy & Health")?.cashOverspent ?? 0) > 0);
    for (const account of records.accounts) {
      if (!["checking", "savings", "cash"].includes(account.type)) continue;
      let balance = 0;
      const rows = records.transactions
        .filter(({ account_id, deleted }) => !deleted && account_id === account.id)
        .toSorted((one, other) => one.date.localeCompare(other.date) || other.amount - one.amount);
      for (const { amount, date } of rows) {
        balance += amount;
        assert(balance >= 0, `${account.name} on ${date}`);
      }
    }
  });
}

Deno.test("householdPlan() records money movements that add up to the assignments", () => {
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

Deno.test("heavyPlan() creates a consistent plan with exactly the requested number of transactions", () => {
  for (const [today, count] of [["2024-02-29", 1_000], [TODAY, 9_000]] as const) {
    const heavy = heavyPlan({ today, transactions: count });
    assertEquals(heavy.transactions.length, count);
    assertConsistent(heavy, today);
  }
  for (const transactions of [0, 999, 250_001, NaN]) {
    assertThrows(() => heavyPlan({ today: TODAY, transactions }), RangeError, "Cannot create");
  }
});
