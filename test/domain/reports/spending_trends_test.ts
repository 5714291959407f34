import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { MonthCategoryRecord, MonthRecord } from "../../../domain/base/plan_records.ts";
import { spendingTrends } from "../../../domain/reports/spending_trends.ts";
import { aCategory, aMonth } from "../../_builders.ts";

function inMonth(month: string, ...categories: readonly MonthCategoryRecord[]): MonthRecord {
  return { ...aMonth({ month }), categories };
}

const food = (activity: number): MonthCategoryRecord => aCategory({ id: "food", activity });

/** Changes of one category whose spending month by month is given. */
function changeOver(...spending: readonly number[]): number | null | undefined {
  const months = spending.map((amount, at) => inMonth(`2024-0${at + 1}-01`, food(0 - amount)));
  return spendingTrends(months, { by: "category" }).series[0]?.change;
}

Deno.test("spendingTrends() compares the last month with the mean of earlier ones", () => {
  assertEquals(changeOver(100, 100, 125), 0.25);
  assertEquals(changeOver(100, 200, 100), -0.333);
  assertEquals(changeOver(300, 0), -1);
  assertEquals(changeOver(2_000, 2_001), 0.001);
});

Deno.test("spendingTrends() rounds the mean to the milliunit, half away from zero", () => {
  const meanOf = (...activity: readonly number[]): number | undefined =>
    spendingTrends(
      activity.map((amount, at) => inMonth(`2024-0${at + 1}-01`, food(amount))),
      { by: "category" },
    )
      .series[0]?.mean;
  assertEquals(meanOf(-1, -2), 2);
  assertEquals(meanOf(1, 2), -2);
});

Deno.test("spendingTrends() separates categories with the same name", () => {
  const months = [
    inMonth("2024-02-01", aCategory({ id: "a", name: "Gifts", activity: -2 })),
    inMonth(
      "2024-01-01",
      aCategory({ id: "a", name: "Presents", category_group_name: "Old", activity: -4 }),
      aCategory({ id: "b", name: "Gifts", activity: -1 }),
    ),
  ];
  const { series } = spendingTrends(months, { by: "category" });
  assertEquals(series.map(({ id, name, group, spending }) => [id, name, group, spending]), [
    ["a", "Gifts", "Living", [4, 2]],
    ["b", "Gifts", "Living", [1, 0]],
  ]);
});

Deno.test("spendingTrends() uses a category's latest group and name", () => {
  const group = (id: string, name: string): Partial<MonthCategoryRecord> => ({
    category_group_id: id,
    category_group_name: name,
  });
  const months = [
    inMonth(
      "2024-01-01",
      aCategory({ id: "moved", ...group("old", "Old"), activity: -4 }),
      aCategory({ id: "gone", ...group("new", "Named so long ago"), activity: -1 }),
    ),
    inMonth("2024-02-01", aCategory({ id: "moved", ...group("new", "New"), activity: -2 })),
  ];
  assertEquals(spendingTrends(months, { by: "group" }).series, [
    { id: "new", name: "New", group: null, spending: [5, 2], mean: 4, change: -0.6 },
  ]);
});

const category = fc.record({
  id: fc.constantFrom("a", "b", "c", "d"),
  category_group_id: fc.constantFrom("g", "h"),
  category_group_name: fc.constantFrom(
    "Living",
    "Credit Card Payments",
    "Internal Master Category",
  ),
  activity: fc.integer({ min: -1e9, max: 1e9 }),
  hidden: fc.boolean(),
  deleted: fc.boolean(),
}).map((fields) =>
  aCategory({ ...fields, internal: fields.category_group_name.startsWith("Internal") })
);

Deno.test("spendingTrends() returns totals equal to its series and the negated activity", () => {
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(category, { selector: ({ id }) => id }), { maxLength: 12 }),
      fc.constantFrom("category" as const, "group" as const),
      (lists, by) => {
        const months = lists.map((categories, at) =>
          inMonth(`2024-${String(at + 1).padStart(2, "0")}-01`, ...categories)
        );
        const { series, totals } = spendingTrends(months, { by });
        for (const [at, categories] of lists.entries()) {
          const inSeries = series.reduce((sum, { spending }) => sum + (spending[at] ?? NaN), 0);
          const counted = categories
            .filter((one) => !one.deleted && one.category_group_name === "Living")
            .reduce((sum, one) => sum - one.activity, 0);
          assertEquals([totals[at], inSeries], [counted, counted]);
        }
      },
    ),
  );
});
