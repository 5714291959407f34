import { assertEquals, assertThrows } from "@std/assert";
import { ToolError } from "../../../domain/base/tool_error.ts";
import {
  checkedRange,
  planNames,
  type QueryArguments,
  queryOf,
} from "../../../domain/search/transaction_query.ts";
import { aCategory, anAccount, anId } from "../../_builders.ts";

const checking = anAccount({ id: anId(1), name: "Checking" });
const house = anAccount({ id: anId(2), name: "House", type: "otherAsset", on_budget: false });
const food = aCategory({ id: anId(3), name: "Food" });
const gifts = aCategory({ id: anId(4), name: "Gifts", category_group_name: "Fun" });
const otherGifts = aCategory({ id: anId(5), name: "Gifts", category_group_name: "Bills" });
const uncategorized = aCategory({
  ...{ id: anId(6), name: "Uncategorized", internal: true },
  category_group_name: "Internal Master Category",
});
const none: ReadonlySet<string> = new Set();
const records = {
  accounts: { live: [checking, house], deletedIds: none },
  categories: { live: [food, gifts, otherGifts, uncategorized], deletedIds: none },
};

function refusal(args: QueryArguments): string {
  return assertThrows(() => checkedRange(args), ToolError).message;
}

Deno.test("checkedRange() rejects empty ranges", () => {
  assertEquals(
    refusal({ since: "2026-03-02", until: "2026-03-01" }),
    "until (2026-03-01) is before since (2026-03-02): swap them",
  );
  assertEquals(
    refusal({ min_amount: -50, max_amount: -100 }),
    "max_amount is below min_amount: amounts are signed, so money out from 50 to 100 is " +
      "min_amount -100, max_amount -50",
  );
  assertEquals(refusal({ payee: "\u200b" }), "payee has no visible characters: leave it out");
  assertEquals(refusal({ text: " " }), "text has no visible characters: leave it out");
});

Deno.test("queryOf() accepts names, ids and prefixes for accounts and categories", () => {
  const args = {
    account_ids: ["checking", anId(2).slice(0, 8)],
    category_ids: ["Food", "Fun/Gifts", anId(5)],
  };
  const { accountIds, categoryIds } = queryOf(args, records);
  assertEquals([...accountIds ?? []], [checking.id, house.id]);
  assertEquals([...categoryIds ?? []], [food.id, gifts.id, otherGifts.id]);
});

Deno.test("planNames() names accounts and categories and recognizes uncategorized transactions", () => {
  const { names, rule } = planNames(records.accounts, records.categories);
  assertEquals([...names.accounts.values()], ["Checking", "House"]);
  assertEquals([...names.categories.values()], [
    ...["Food", "Fun/Gifts", "Bills/Gifts", "Uncategorized"],
  ]);
  assertEquals([...names.uncategorizedIds ?? []], [uncategorized.id]);
  assertEquals([...rule.onBudgetAccountIds], [checking.id]);
  assertEquals([...rule.uncategorizedIds], [uncategorized.id]);
});
