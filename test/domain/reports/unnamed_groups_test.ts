import { UNKNOWN_MONEY_FORMAT } from "../../../domain/base/money_format.ts";

import { assertEquals } from "@std/assert";
import { budgetVersusActual } from "../../../domain/reports/budget_versus_actual.ts";
import { monthlySummary } from "../../../domain/reports/monthly_summary.ts";
import { spendingTrends } from "../../../domain/reports/spending_trends.ts";
import { aCategory, aMonth } from "../../_builders.ts";

const { category_group_name: _, ...unnamed } = aCategory({
  id: "food",
  category_group_id: "g",
  name: "Food",
  activity: -10,
  balance: -10,
});
const month = aMonth({ month: "2024-03-01", categories: [unnamed] });

Deno.test("reports give a category without the name of its group an empty one", () => {
  assertEquals(budgetVersusActual(month).categories.map(({ group }) => group), [""]);
  assertEquals(monthlySummary(month, UNKNOWN_MONEY_FORMAT).overspent.map(({ group }) => group), [
    "",
  ]);
  const byCategory = spendingTrends([month], { by: "category" }).series;
  assertEquals(byCategory.map(({ name, group }) => [name, group]), [["Food", ""]]);
  const byGroup = spendingTrends([month], { by: "group" }).series;
  assertEquals(byGroup.map(({ id, name, group }) => [id, name, group]), [["g", "", null]]);
});
