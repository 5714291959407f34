import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { coverOverspending } from "../../../domain/assigning/proposals.ts";
import type { MonthCategoryRecord, MonthRecord } from "../../../domain/base/plan_records.ts";
import { anyMonth } from "./_any_month.ts";
import { UNKNOWN_MONEY_FORMAT } from "../../../domain/base/money_format.ts";

interface After {
  readonly category: MonthCategoryRecord;
  readonly change: number;
  readonly left: number;
}

/** Every category with what it has after the proposal. */
function after(
  { categories }: MonthRecord,
  { assignments }: ReturnType<typeof coverOverspending>,
): readonly After[] {
  const assigned = new Map(assignments.map((one) => [one.category.id, one.assigned]));
  return categories.map((category) => {
    const change = (assigned.get(category.id) ?? category.budgeted) - category.budgeted;
    return { category, change, left: category.balance + change };
  });
}

const dueIds = fc.array(fc.integer({ min: 0, max: 11 }).map((at) => `c${at}`), { maxLength: 4 })
  .map((ids) => new Set(ids));
const limits = fc.constantFrom(Infinity, Infinity, 100, 10);

/** What a category needs, worked out another way than the code does: by what it would lack. */
function isShort({ category, left, change }: After): boolean {
  const target = category.goal_type === null ? 0 : category.goal_target ?? 0;
  const assigned = category.budgeted + change;
  const isUnderTarget = target > 0 &&
    (left < target || (category.goal_under_funded ?? 0) > 0 ||
      (["MF", "DEBT"].includes(category.goal_type ?? "") && assigned < target) ||
      (category.goal_type === "NEED" && category.goal_needs_whole_amount === true &&
        assigned < target));
  return left < 0 || isUnderTarget;
}

Deno.test("coverOverspending() doesn't take money from a category that needs it", () => {
  fc.assert(
    fc.property(anyMonth, dueIds, limits, (month, dueCategoryIds, limit) => {
      for (
        const one of after(
          month,
          coverOverspending(month, { limit, format: UNKNOWN_MONEY_FORMAT, dueCategoryIds }),
        )
      ) {
        if (one.change >= 0) continue;
        assert(!isShort(one), JSON.stringify(one));
        assert(!dueCategoryIds.has(one.category.id), "a bill falls due");
        assert(!one.category.hidden, "nobody sees it");
        assert(one.category.category_group_name !== "Credit Card Payments", "it pays a card");
      }
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("coverOverspending() covers as many categories as possible", () => {
  fc.assert(
    fc.property(anyMonth, dueIds, limits, (month, dueCategoryIds, limit) => {
      const proposal = coverOverspending(month, {
        limit,
        format: UNKNOWN_MONEY_FORMAT,
        dueCategoryIds,
      });
      const all = after(month, proposal);
      const below = all.filter(({ category, left }) => !category.hidden && left < 0);
      const gap = -below.reduce((sum, { left }) => sum + left, 0);
      assertEquals(proposal.uncovered, gap);
      const moved = all.reduce((sum, { change }) => sum + Math.max(0, change), 0);
      assert(moved <= limit);
      if (gap === 0 || moved === limit) return;
      // Something is left below zero: then there is nothing anywhere that could be had.
      const again = {
        ...month,
        to_be_budgeted: readyToAssignAfter(month, all),
        categories: all.map(
          ({ category, change, left }) => ({
            ...category,
            budgeted: category.budgeted + change,
            balance: left,
          }),
        ),
      };
      assertEquals(
        coverOverspending(again, { limit, format: UNKNOWN_MONEY_FORMAT, dueCategoryIds })
          .assignments,
        [],
      );
      assert(readyToAssignAfter(month, all) <= 0);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("coverOverspending() moves money from Ready to Assign first", () => {
  fc.assert(
    fc.property(anyMonth, dueIds, limits, (month, dueCategoryIds, limit) => {
      const all = after(
        month,
        coverOverspending(month, { limit, format: UNKNOWN_MONEY_FORMAT, dueCategoryIds }),
      );
      const left = readyToAssignAfter(month, all);
      assert(left >= Math.min(0, month.to_be_budgeted), "more was assigned than there is");
      const isTaken = all.some(({ change }) => change < 0);
      if (isTaken) assertEquals(left, Math.min(0, month.to_be_budgeted));
      for (const { category, change, left } of all) {
        if (change > 0) assert(category.balance < 0 && left <= 0, "it was not overspent");
      }
    }),
    { numRuns: 2_000 },
  );
});

function readyToAssignAfter(
  { to_be_budgeted: before }: MonthRecord,
  all: readonly After[],
): number {
  return before - all.reduce((sum, { change }) => sum + change, 0);
}

/** 100 available, 20 of it assigned this month, nothing spent. */
const saved: MonthCategoryRecord = {
  ...{ id: "c", name: "Car", category_group_id: "g", hidden: false, deleted: false },
  ...{ budgeted: 20, activity: 0, balance: 100 },
};

Deno.test("coverOverspending() covers the smallest gaps first from the largest surplus", () => {
  const one = (id: string, balance: number): MonthCategoryRecord => ({
    ...saved,
    ...{ id, name: id, budgeted: 0, balance },
  });
  const balances = [["some", 30], ["deep", -50], ["most", 70], ["flat", -5], ["few", 20], [
    "mid",
    -20,
  ]];
  const categories = balances.map(([id, balance]) => one(id as string, balance as number));
  const month = { month: "2026-03-01", income: 0, budgeted: 0, activity: 0, to_be_budgeted: 0 };
  const moves = (limit: number): readonly unknown[] =>
    coverOverspending({ ...month, categories }, {
      limit,
      format: UNKNOWN_MONEY_FORMAT,
      dueCategoryIds: new Set(),
    })
      .assignments.map(({ category: { id }, assigned }) => [id, assigned]);
  assertEquals(moves(Infinity), [["most", -70], ["some", -5], ["flat", 5], ["mid", 20], [
    "deep",
    50,
  ]]);
  assertEquals(moves(35), [["most", -35], ["flat", 5], ["mid", 20], ["deep", 10]]);
  assertEquals(moves(5), [["most", -5], ["flat", 5]]);
  assertEquals(moves(0), []);
});
