import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  asLastMonth,
  asSpentOnAverage,
  coverOverspending,
  fundTargets,
} from "../../../domain/assigning/proposals.ts";
import { UNKNOWN_MONEY_FORMAT } from "../../../domain/base/money_format.ts";
import type { MonthCategoryRecord, MonthRecord } from "../../../domain/base/plan_records.ts";
import { runs } from "../../_runs.ts";

const units = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((count) => count * 10);

const category: fc.Arbitrary<Omit<MonthCategoryRecord, "id" | "name">> = fc.record({
  category_group_id: fc.constant("g"),
  category_group_name: fc.constantFrom("Fun", "Fun", "Fun", "Credit Card Payments"),
  hidden: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  deleted: fc.constant(false),
  internal: fc.constant(false),
  budgeted: units(-20, 60),
  activity: units(-60, 20),
  balance: units(-40, 80),
  goal_type: fc.constantFrom(null, null, "NEED", "NEED", "NEED", "MF", "TB", "TBD", "DEBT"),
  goal_needs_whole_amount: fc.constantFrom(null, true, false, false),
  goal_cadence: fc.constantFrom(0, 1, 1, 2, 13),
  goal_day: fc.constantFrom(null, 1, 5, 15, 31),
  goal_target: units(0, 60),
  goal_target_date: fc.constantFrom(null, null, "2026-03-20", "2026-09-01"),
  goal_under_funded: fc.oneof(fc.constant(null), units(0, 30)),
  goal_snoozed_at: fc.constantFrom(null, null, null, "2026-03-01T08:00:00Z"),
});

/** A month with up to twelve categories. */
const anyMonth: fc.Arbitrary<MonthRecord> = fc.record({
  month: fc.constant("2026-03-01"),
  income: fc.constant(0),
  budgeted: fc.constant(0),
  activity: fc.constant(0),
  to_be_budgeted: units(-50, 100),
  categories: fc.array(category, { maxLength: 12 }).map((some) =>
    some.map((one, at) => ({ ...one, id: `c${at}`, name: `Category ${at}` }))
  ),
});

const base: MonthCategoryRecord = {
  ...{ id: "c", name: "C", category_group_id: "g", hidden: false, deleted: false },
  ...{ budgeted: 0, activity: 0, balance: 0 },
};

const NO_LIMIT = { limit: Infinity, format: UNKNOWN_MONEY_FORMAT };

function covered(
  month: MonthRecord,
  limit: number,
  dueCategoryIds: ReadonlySet<string> = new Set(),
): ReturnType<typeof coverOverspending> {
  return coverOverspending(month, { limit, format: UNKNOWN_MONEY_FORMAT, dueCategoryIds });
}

const dueIds = fc.array(fc.integer({ min: 0, max: 11 }).map((at) => `c${at}`), { maxLength: 4 })
  .map((ids) => new Set(ids));
const limits = fc.constantFrom(Infinity, Infinity, 100, 10);

/** What a category's target asks for in March 2026, counting each week of a weekly target. */
function neededInMarch(
  { goal_type: type, goal_target, goal_cadence, goal_day }: MonthCategoryRecord,
): number {
  const target = goal_target ?? 0;
  if (type === null || goal_cadence !== 2) return type === null ? 0 : target;
  let needed = 0;
  for (let day = 1; day <= 31; day++) {
    const weekday = new Date(Date.UTC(2026, 2, day)).getUTCDay();
    if (weekday === (goal_day ?? 0) % 7) needed += target;
  }
  return Math.max(target, needed);
}

/** Whether a category still has what it needs after an amount is moved out of it. */
function canGive(category: MonthCategoryRecord, given: number): boolean {
  const { budgeted, activity, balance, goal_type: type, goal_target_date: date } = category;
  if (category.hidden || category.category_group_name === "Credit Card Payments") return false;
  if (balance - given < 0) return false;
  const needed = neededInMarch(category);
  if (needed === 0) return true;
  const refunds = Math.max(0, activity);
  if ((category.goal_under_funded ?? 0) > 0 || balance - refunds - given < needed) return false;
  const isMonthly = category.goal_cadence === 1 && date === null;
  const isRefilled = type === "NEED" && category.goal_needs_whole_amount === false && isMonthly;
  // These targets depend on the balance. All others depend on the amount assigned this month.
  return type === "TB" || type === "TBD" || isRefilled || budgeted - given >= needed;
}

/** Covers overspending, starting with the least overspent category. Returns the new balances. */
function balancesWhenCovered(
  month: MonthRecord,
  limit: number,
  due: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const spare = new Map<string, number>();
  for (const category of month.categories) {
    let amount = 0;
    while (!due.has(category.id) && canGive(category, amount + 10)) amount += 10;
    spare.set(category.id, amount);
  }
  const givers = [...spare].sort(([, one], [, other]) => other - one).map(([id]) => id);
  const balances = new Map(month.categories.map(({ id, balance }) => [id, balance]));
  const overspent = month.categories.filter(({ hidden, balance }) => !hidden && balance < 0);
  let [ready, left] = [month.to_be_budgeted, limit];
  for (const { id } of overspent.sort((one, other) => other.balance - one.balance)) {
    while ((balances.get(id) ?? 0) < 0 && left > 0) {
      const giver = givers.find((one) => (spare.get(one) ?? 0) > 0);
      if (ready > 0) ready -= 10;
      else if (giver === undefined) return balances;
      else {
        spare.set(giver, (spare.get(giver) ?? 0) - 10);
        balances.set(giver, (balances.get(giver) ?? 0) - 10);
      }
      balances.set(id, (balances.get(id) ?? 0) + 10);
      left -= 10;
    }
  }
  return balances;
}

Deno.test("coverOverspending() covers all it can, first from Ready to Assign and then from spare money", () => {
  fc.assert(
    fc.property(anyMonth, dueIds, limits, (month, dueCategoryIds, limit) => {
      const { assignments, uncovered } = covered(month, limit, dueCategoryIds);
      const assigned = new Map(assignments.map((one) => [one.category.id, one.assigned]));
      const balances = month.categories.map(({ id, budgeted, balance }) =>
        [id, balance + (assigned.get(id) ?? budgeted) - budgeted] as const
      );
      assertEquals(new Map(balances), balancesWhenCovered(month, limit, dueCategoryIds));
      const hidden = new Set(month.categories.filter((one) => one.hidden).map(({ id }) => id));
      let gap = 0;
      for (const [id, left] of balances) if (!hidden.has(id) && left < 0) gap -= left;
      assertEquals(uncovered, gap);
    }),
    runs(1_000),
  );
});

Deno.test("coverOverspending() doesn't take money that a category needs for a target due in a later month", () => {
  const overspent = { ...base, id: "a", balance: -60_000 };
  const saving = {
    ...{ ...base, id: "b", budgeted: 100_000, balance: 100_000 },
    ...{ goal_type: "NEED", goal_target: 70_000, goal_target_date: "2026-09-01" },
    ...{ goal_cadence: 13, goal_under_funded: 0 },
  };
  const month = {
    ...{ month: "2026-03-01", income: 0, budgeted: 0, activity: 0, to_be_budgeted: 0 },
    categories: [overspent, saving],
  };
  const { assignments, uncovered } = covered(month, Infinity);
  assertEquals(assignments.map(({ assigned }) => assigned), [70_000, 30_000]);
  assertEquals(uncovered, 30_000);
});

Deno.test("coverOverspending() covers the smallest overspending first, with money from the largest balance", () => {
  const one = (id: string, balance: number): MonthCategoryRecord => ({ ...base, id, balance });
  const balances = { some: 30, deep: -50, most: 70, flat: -5, few: 20, mid: -20 };
  const categories = Object.entries(balances).map(([id, balance]) => one(id, balance));
  const month = { month: "2026-03-01", income: 0, budgeted: 0, activity: 0, to_be_budgeted: 0 };
  const moves = (limit: number): readonly unknown[] =>
    covered({ ...month, categories }, limit).assignments.map((
      { category: { id }, assigned },
    ) => [id, assigned]);
  assertEquals(moves(Infinity), [
    ...[["most", -70], ["some", -5], ["flat", 5], ["mid", 20], ["deep", 50]],
  ]);
  assertEquals(moves(35), [["most", -35], ["flat", 5], ["mid", 20], ["deep", 10]]);
  assertEquals(moves(5), [["most", -5], ["flat", 5]]);
  assertEquals(moves(0), []);
});

Deno.test("fundTargets() assigns no more than is available and no more than a target needs", () => {
  fc.assert(fc.property(anyMonth, fc.constantFrom(Infinity, 100), (month, limit) => {
    const proposed = fundTargets(month, { limit, format: UNKNOWN_MONEY_FORMAT });
    const sum = proposed.reduce((all, { category, assigned }) => {
      const more = assigned - category.budgeted;
      assert(more > 0 && more <= (category.goal_under_funded ?? 0));
      assertEquals(category.goal_snoozed_at, null);
      return all + more;
    }, 0);
    assert(sum <= Math.max(0, Math.min(month.to_be_budgeted, limit)));
  }));
});

Deno.test("fundTargets() funds targets in order of their due dates", () => {
  const categories = [
    { id: "end" },
    { id: "sixteenth", goal_target_date: "2026-02-16" },
    { id: "fifteenth", goal_day: 15, goal_cadence: 1 },
    { id: "weekly", goal_day: 5, goal_cadence: 2 },
    { id: "dated", goal_target_date: "2026-03-10" },
    { id: "later", goal_target_date: "2026-09-10" },
    { id: "thirtyfirst", goal_day: 31, goal_cadence: 1 },
  ].map((fields) => ({ ...base, goal_under_funded: 50, ...fields }));
  const totals = { income: 0, budgeted: 0, activity: 0, to_be_budgeted: 1_000 };
  const month = { month: "2026-02-01", ...totals, categories };
  assertEquals(fundTargets(month, NO_LIMIT).map(({ category: { id } }) => id), [
    ...["weekly", "fifteenth", "sixteenth", "end", "thirtyfirst", "dated", "later"],
  ]);
  const some = fundTargets({ ...month, to_be_budgeted: 70 }, NO_LIMIT);
  assertEquals(some.map(({ category: { id }, assigned }) => [id, assigned]), [
    ["weekly", 50],
    ["fifteenth", 20],
  ]);
});

const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };

Deno.test("asLastMonth() repeats last month's assignments for visible categories", () => {
  fc.assert(fc.property(anyMonth, anyMonth, (month, before) => {
    const proposed = new Map(
      asLastMonth(month, before, NO_LIMIT).map((one) => [one.category.id, one.assigned]),
    );
    for (const category of month.categories) {
      const former = before.categories.find(({ id }) => id === category.id);
      const isUnchanged = category.hidden || former === undefined;
      assertEquals(
        proposed.get(category.id) ?? category.budgeted,
        isUnchanged ? category.budgeted : former.budgeted,
      );
    }
  }));
});

Deno.test("asSpentOnAverage() returns the rounded mean of spending minus refunds", () => {
  const fun = { ...base, budgeted: 7_000 };
  const month = { categories: [{ ...fun, activity: -99_000 }] };
  const assigned = (activities: readonly number[], decimals = 2): readonly number[] =>
    asSpentOnAverage(
      month,
      activities.map((activity) => ({ categories: [{ ...fun, activity }] })),
      { limit: Infinity, format: { ...dollars, decimals } },
    ).map((one) => one.assigned);
  assertEquals(assigned([-10_000, -20_000, -40_000]), [23_330]);
  assertEquals(assigned([-10_000, -20_000, -40_000], 0), [23_000]);
  assertEquals(assigned([-30_000, 15_000, 0]), [5_000]);
  // If nothing was spent, or there were only refunds, nothing is assigned.
  assertEquals([assigned([0, 0, 0]), assigned([5_000, 0, 0])], [[], []]);
  assertEquals(assigned([-7_000, -7_000, -7_000]), []);
});

Deno.test("asSpentOnAverage() counts only months in which a category existed", () => {
  const of = (activities: Readonly<Record<string, number>>): Pick<MonthRecord, "categories"> => ({
    categories: Object.entries(activities).map(([id, activity]) => ({ ...base, id, activity })),
  });
  const before = [of({ old: -30_000, new: -9_000 }), of({ old: -10_000 }), of({ gone: -1_000 })];
  const options = { limit: Infinity, format: dollars };
  const proposed = asSpentOnAverage(of({ old: 0, new: 0, never: 0 }), before, options);
  assertEquals(proposed.map(({ category: { id }, assigned }) => [id, assigned]), [
    ["old", 20_000],
    ["new", 9_000],
  ]);
});
