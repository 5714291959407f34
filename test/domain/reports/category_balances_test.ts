import { assertEquals } from "@std/assert";
import { categoryBalances } from "../../../domain/reports/category_balances.ts";
import { aCategory, aMonth } from "../../_builders.ts";
import { UNKNOWN_MONEY_FORMAT } from "../../../domain/base/money_format.ts";

Deno.test("categoryBalances() gives each category's figures under the agent's names", () => {
  const food = aCategory({
    id: "food",
    name: "Food",
    budgeted: 300_000,
    activity: -120_000,
    balance: 180_000,
    goal_under_funded: 20_000,
  });
  assertEquals(
    categoryBalances(aMonth({ categories: [food] }), { format: UNKNOWN_MONEY_FORMAT }).categories,
    [{
      category_id: "food",
      name: "Food",
      group: "Living",
      assigned: 300_000,
      activity: -120_000,
      available: 180_000,
      underfunded: 20_000,
    }],
  );
});

Deno.test("categoryBalances() leaves out categories without money unless a target asks for some", () => {
  const month = aMonth({
    categories: [
      aCategory({ name: "Empty" }),
      aCategory({ name: "Asking", goal_under_funded: 5 }),
      aCategory({ name: "Snoozed", goal_under_funded: 5, goal_snoozed_at: "2024-03-01" }),
    ],
  });
  assertEquals(
    categoryBalances(month, { format: UNKNOWN_MONEY_FORMAT })
      .categories.map(({ name }) => name),
    ["Asking"],
  );
});

Deno.test("categoryBalances() gives empty ones when asked, but not hidden ones", () => {
  const month = aMonth({
    categories: [aCategory({ name: "Empty" }), aCategory({ name: "Hidden", hidden: true })],
  });
  const all =
    categoryBalances(month, { includeEmpty: true, format: UNKNOWN_MONEY_FORMAT }).categories;
  assertEquals(all.map(({ name }) => name), ["Empty"]);
});

Deno.test("categoryBalances() gives the categories of one group", () => {
  const films = aCategory({
    name: "Films",
    category_group_id: "fun",
    category_group_name: "Fun",
    balance: 1,
  });
  const month = aMonth({ categories: [aCategory({ balance: 1 }), films] });
  assertEquals(
    categoryBalances(month, { group: "Fun", format: UNKNOWN_MONEY_FORMAT }).categories.map((
      { name },
    ) => name),
    ["Films"],
  );
});

Deno.test("categoryBalances() gives a category without a group's name an empty one", () => {
  const { category_group_name: _, ...nameless } = aCategory({ balance: 1 });
  assertEquals(
    categoryBalances(aMonth({ categories: [nameless] }), { format: UNKNOWN_MONEY_FORMAT })
      .categories[0]?.group,
    "",
  );
});

Deno.test("categoryBalances() gives only what a target asks money for", () => {
  const month = aMonth({
    categories: [
      aCategory({ name: "Full", balance: 5 }),
      aCategory({ name: "Asking", balance: 5, goal_under_funded: 1 }),
      aCategory({ name: "Empty" }),
    ],
  });
  const asking = categoryBalances(month, {
    onlyUnderfunded: true,
    includeEmpty: true,
    format: UNKNOWN_MONEY_FORMAT,
  }).categories;
  assertEquals(asking.map(({ name }) => name), ["Asking"]);
});

Deno.test("categoryBalances() gives a category that is named though it is empty", () => {
  const month = aMonth({ categories: [aCategory({ name: "Empty" }), aCategory({ balance: 1 })] });
  const named =
    categoryBalances(month, { categories: ["empty"], format: UNKNOWN_MONEY_FORMAT }).categories;
  assertEquals(named.map(({ name }) => name), ["Empty"]);
});
