import { assertEquals } from "@std/assert";
import {
  averageMonth,
  coveredMonth,
  monthLikeLast,
  underfundedMonth,
  type WantedMonth,
} from "../../../changes/rules/month_modes.ts";
import type { Category } from "../../../client/wire/category.ts";
import type { MonthDetail } from "../../../client/wire/plan_month.ts";
import { aCategory, aMonth, anId, aSchedule } from "../../_builders.ts";

const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };
const free = { limit: Infinity, format };
const none = { schedules: [], window: { since: "2024-03-15", until: "2024-03-31" } };

function monthOf(left: number, ...categories: readonly Category[]): MonthDetail {
  return aMonth({ month: "2024-03-01", to_be_budgeted: left, categories });
}

/** What is given to which category, and what is said. */
function told({ assignments, warnings, otherwise }: WantedMonth): readonly unknown[] {
  return [
    assignments.map(({ category, assigned }) => [category.name, assigned]),
    warnings,
    otherwise,
  ];
}

const rent = aCategory({
  id: anId(1),
  name: "Rent",
  budgeted: 10_000,
  goal_type: "NEED",
  goal_target: 50_000,
  goal_under_funded: 40_000,
});

Deno.test("underfundedMonth() gives targets what they ask for", () => {
  assertEquals(told(underfundedMonth(monthOf(90_000, rent), free)), [
    [["Rent", 50_000]],
    [],
    "Nothing is left to assign",
  ]);
});

Deno.test("underfundedMonth() says how much targets ask for beyond what it assigns", () => {
  const more = ["targets ask for $25.00 more than this assigns"];
  assertEquals(told(underfundedMonth(monthOf(15_000, rent), free)), [
    [["Rent", 25_000]],
    more,
    "Nothing is left to assign",
  ]);
  assertEquals(told(underfundedMonth(monthOf(90_000, rent), { limit: 15_000, format }))[1], more);
});

Deno.test("underfundedMonth() says that no target asks for more", () => {
  const plain = aCategory({ id: anId(2), name: "Fun" });
  assertEquals(told(underfundedMonth(monthOf(90_000, plain), free)), [
    [],
    [],
    "No target asks for more in this month",
  ]);
});

const over = aCategory({ id: anId(3), name: "Food", budgeted: 10_000, balance: -20_000 });
const rich = aCategory({ id: anId(4), name: "Fun", budgeted: 50_000, balance: 50_000 });

Deno.test("coveredMonth() covers overspending by what others have", () => {
  assertEquals(told(coveredMonth(monthOf(0, over, rich), { ...free, ...none })), [
    [["Fun", 30_000], ["Food", 30_000]],
    [],
    "No category is overspent in this month",
  ]);
});

Deno.test("coveredMonth() says how much overspending stays, and why", () => {
  const poor = { ...rich, balance: 5_000 };
  const why = "as no category has more than it needs";
  assertEquals(told(coveredMonth(monthOf(0, over, poor), { ...free, ...none })), [
    [["Fun", 45_000], ["Food", 15_000]],
    [`$15.00 of overspending stays, ${why}`],
    "No category has more than it needs",
  ]);
  assertEquals(
    told(coveredMonth(monthOf(0, over, rich), { limit: 5_000, format, ...none }))[1],
    [`$15.00 of overspending stays, ${why} or limit_amount is reached`],
  );
});

Deno.test("coveredMonth() says that nothing is overspent", () => {
  assertEquals(told(coveredMonth(monthOf(0, rich), { ...free, ...none })), [
    [],
    [],
    "No category is overspent in this month",
  ]);
});

const due = aSchedule({
  date_first: "2024-03-20",
  date_next: "2024-03-20",
  amount: -10_000,
  category_id: rich.id,
});

function taken(schedules: readonly unknown[]): unknown {
  const options = { ...free, ...none, schedules: schedules as never };
  return told(
    coveredMonth(monthOf(0, over, rich, { ...rich, id: anId(5), name: "Joy" }), options),
  )[0];
}

Deno.test("coveredMonth() takes last from what falls due in the rest of the month", () => {
  const fromJoy = [["Joy", 30_000], ["Food", 30_000]];
  const fromFun = [["Fun", 30_000], ["Food", 30_000]];
  assertEquals(taken([]), fromFun);
  assertEquals(taken([due]), fromJoy);
  const line = { amount: -10_000, category_id: rich.id, deleted: false };
  const split = { ...due, category_id: null, subtransactions: [line] };
  assertEquals(taken([split]), fromJoy);
  const others = [
    { ...due, amount: 10_000 },
    { ...due, date_next: "2024-04-20", date_first: "2024-04-20" },
    { ...due, category_id: null },
    { ...split, subtransactions: [{ ...line, amount: 10_000 }] },
    { ...split, subtransactions: [{ ...line, category_id: null }] },
  ];
  for (const other of others) assertEquals(taken([other]), fromFun);
});

Deno.test("monthLikeLast() assigns what was assigned before", () => {
  const before = { ...monthOf(0, { ...rich, budgeted: 20_000 }), month: "2024-02-01" };
  const words = "The categories have what they had last month already";
  assertEquals(told(monthLikeLast(monthOf(90_000, rich), before, free)), [
    [["Fun", 20_000]],
    [],
    words,
  ]);
});

Deno.test("averageMonth() assigns what was spent on average", () => {
  const spent = (activity: number): MonthDetail => monthOf(0, { ...rich, activity });
  const words = "The categories have what was spent on average already";
  assertEquals(told(averageMonth(monthOf(90_000, rich), [spent(-10_000), spent(-20_000)], free)), [
    [["Fun", 15_000]],
    [],
    words,
  ]);
});
