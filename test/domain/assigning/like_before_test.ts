import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { asLastMonth, asSpentOnAverage } from "../../../domain/assigning/proposals.ts";
import { anyMonth } from "./_any_month.ts";
import { UNKNOWN_MONEY_FORMAT } from "../../../domain/base/money_format.ts";

const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };

Deno.test("asLastMonth() repeats the assignments of visible categories", () => {
  fc.assert(fc.property(anyMonth, anyMonth, (month, before) => {
    const proposed = new Map(
      asLastMonth(month, before, { limit: Infinity, format: UNKNOWN_MONEY_FORMAT }).map((
        one,
      ) => [one.category.id, one.assigned]),
    );
    for (const category of month.categories) {
      const former = before.categories.find(({ id }) => id === category.id);
      const isKept = category.hidden || former === undefined;
      assertEquals(
        proposed.get(category.id) ?? category.budgeted,
        isKept ? category.budgeted : former.budgeted,
      );
    }
  }));
});

Deno.test("asSpentOnAverage() returns the rounded mean of spending less refunds", () => {
  const fun = {
    id: "c",
    name: "Fun",
    category_group_id: "g",
    hidden: false,
    deleted: false,
    budgeted: 7_000,
    balance: 0,
  };
  const past = (...activities: readonly number[]): { readonly categories: never[] }[] =>
    activities.map((activity) => ({ categories: [{ ...fun, activity }] as never[] }));
  const month = { categories: [{ ...fun, activity: -99_000 }] };
  const assigned = (activities: readonly number[], decimals = 2): readonly number[] =>
    asSpentOnAverage(month, past(...activities), {
      limit: Infinity,
      format: { ...dollars, decimals },
    })
      .map((one) => one.assigned);
  assertEquals(assigned([-10_000, -20_000, -40_000]), [23_330]);
  assertEquals(assigned([-10_000, -20_000, -40_000], 0), [23_000]);
  assertEquals(assigned([-30_000, 15_000, 0]), [5_000]);
  // Without spending, or with refunds alone, it stays as it is.
  assertEquals([assigned([0, 0, 0]), assigned([5_000, 0, 0])], [[], []]);
  assertEquals(assigned([-7_000, -7_000, -7_000]), []);
});

Deno.test("asSpentOnAverage() averages only months in which a category existed", () => {
  const of = (activities: Readonly<Record<string, number>>): { readonly categories: never[] } => ({
    categories: Object.entries(activities).map(([id, activity]) => ({
      ...{ id, name: id, category_group_id: "g", hidden: false, deleted: false },
      ...{ budgeted: 0, balance: 0, activity },
    })) as never[],
  });
  const before = [of({ old: -30_000, new: -9_000 }), of({ old: -10_000 }), of({ gone: -1_000 })];
  const proposed = asSpentOnAverage(of({ old: 0, new: 0, never: 0 }), before, {
    limit: Infinity,
    format: dollars,
  });
  assertEquals(proposed.map(({ category: { id }, assigned }) => [id, assigned]), [
    ["old", 20_000],
    ["new", 9_000],
  ]);
});
