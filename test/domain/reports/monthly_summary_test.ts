import { assertEquals } from "@std/assert";
import { monthlySummary } from "../../../domain/reports/monthly_summary.ts";
import { aCategory, aMonth } from "../../_builders.ts";
import { UNKNOWN_MONEY_FORMAT } from "../../../domain/base/money_format.ts";

Deno.test("monthlySummary() gives the month's totals as upstream has them", () => {
  const month = aMonth({
    month: "2024-03-01",
    income: 5_000,
    budgeted: 4_000,
    activity: -3_000,
    to_be_budgeted: -200,
    age_of_money: 34,
  });
  assertEquals(monthlySummary(month, UNKNOWN_MONEY_FORMAT), {
    month: "2024-03",
    income: 5_000,
    assigned: 4_000,
    activity: -3_000,
    ready_to_assign: -200,
    age_of_money: 34,
    overspent: [],
    underfunded: { count: 0, total: 0 },
  });
});

Deno.test("monthlySummary() has no age of money while there is none", () => {
  assertEquals(
    monthlySummary(aMonth({ age_of_money: null }), UNKNOWN_MONEY_FORMAT).age_of_money,
    null,
  );
  const { age_of_money: _, ...ageless } = aMonth();
  assertEquals(monthlySummary(ageless, UNKNOWN_MONEY_FORMAT).age_of_money, null);
});

Deno.test("monthlySummary() lists overspent categories, the worst first", () => {
  const month = aMonth({
    categories: [
      aCategory({ id: "a", name: "A bit", balance: -10 }),
      aCategory({ id: "b", name: "Fine", balance: 10 }),
      aCategory({ id: "c", name: "Badly", balance: -500 }),
      aCategory({ id: "d", name: "Even", balance: 0 }),
      aCategory({ id: "e", name: "Much", balance: -100 }),
    ],
  });
  assertEquals(monthlySummary(month, UNKNOWN_MONEY_FORMAT).overspent, [
    { category_id: "c", name: "Badly", group: "Living", available: -500 },
    { category_id: "e", name: "Much", group: "Living", available: -100 },
    { category_id: "a", name: "A bit", group: "Living", available: -10 },
  ]);
});

Deno.test("monthlySummary() lists hidden categories that are overspent", () => {
  const hidden = aCategory({ name: "Hidden", hidden: true, balance: -10 });
  const { overspent } = monthlySummary(aMonth({ categories: [hidden] }), UNKNOWN_MONEY_FORMAT);
  assertEquals(overspent.map(({ name }) => name), ["Hidden"]);
});

Deno.test("monthlySummary() leaves internal and deleted categories out", () => {
  const month = aMonth({
    categories: [
      aCategory({ internal: true, balance: -10, goal_under_funded: 1 }),
      aCategory({ deleted: true, balance: -10, goal_under_funded: 1 }),
    ],
  });
  const { overspent, underfunded } = monthlySummary(month, UNKNOWN_MONEY_FORMAT);
  assertEquals([overspent, underfunded], [[], { count: 0, total: 0 }]);
});

Deno.test("monthlySummary() counts and adds up what targets still ask for", () => {
  const month = aMonth({
    categories: [
      aCategory({ goal_under_funded: 100 }),
      aCategory({ goal_under_funded: 50 }),
      aCategory({ goal_under_funded: 0 }),
      aCategory({ goal_under_funded: 70, goal_snoozed_at: "2024-03-01T00:00:00Z" }),
    ],
  });
  assertEquals(monthlySummary(month, UNKNOWN_MONEY_FORMAT).underfunded, { count: 2, total: 150 });
});
