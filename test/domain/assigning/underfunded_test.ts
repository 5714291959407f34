import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { fundTargets } from "../../../domain/assigning/proposals.ts";
import type { MonthCategoryRecord } from "../../../domain/base/plan_records.ts";
import { anyMonth } from "./_any_month.ts";
import { UNKNOWN_MONEY_FORMAT } from "../../../domain/base/money_format.ts";

Deno.test("fundTargets() assigns no more than is available or a target needs", () => {
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

const base: MonthCategoryRecord = {
  id: "c",
  name: "C",
  category_group_id: "g",
  hidden: false,
  deleted: false,
  budgeted: 0,
  activity: 0,
  balance: 0,
  goal_under_funded: 50,
};

Deno.test("fundTargets() funds the earliest due targets first", () => {
  const categories = [
    { ...base, id: "end" },
    { ...base, id: "fifteenth", goal_day: 15, goal_cadence: 1 },
    { ...base, id: "weekly", goal_day: 5, goal_cadence: 2 },
    { ...base, id: "dated", goal_target_date: "2026-03-10" },
    { ...base, id: "later", goal_target_date: "2026-09-10" },
    { ...base, id: "thirtyfirst", goal_day: 31, goal_cadence: 1 },
  ];
  const month = {
    month: "2026-02-01",
    income: 0,
    budgeted: 0,
    activity: 0,
    to_be_budgeted: 1_000,
    categories,
  };
  assertEquals(
    fundTargets(month, { limit: Infinity, format: UNKNOWN_MONEY_FORMAT }).map((
      { category: { id } },
    ) => id),
    [
      "weekly",
      "fifteenth",
      "end",
      "thirtyfirst",
      "dated",
      "later",
    ],
  );
  const some = fundTargets({ ...month, to_be_budgeted: 70 }, {
    limit: Infinity,
    format: UNKNOWN_MONEY_FORMAT,
  });
  assertEquals(some.map(({ category: { id }, assigned }) => [id, assigned]), [
    ["weekly", 50],
    ["fifteenth", 20],
  ]);
});
