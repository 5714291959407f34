import { assertEquals } from "@std/assert";
import { movedMoney, type MovingPart } from "../../../domain/plan/pending_category.ts";

const rule = {
  onBudgetAccountIds: new Set(["cash", "visa"]),
  uncategorizedIds: new Set(["uncategorized"]),
};
const fromCash = (part: MovingPart): ReturnType<typeof movedMoney> =>
  movedMoney(part, "cash", rule);

Deno.test("movedMoney() calls whatever happens in a tracking account off budget", () => {
  for (const part of [{}, { transfer_account_id: "cash" }, { category_id: "food" }]) {
    assertEquals(movedMoney(part, "house", rule), "off_budget");
  }
});

Deno.test("movedMoney() counts what goes to a payee, with a category or without", () => {
  for (const category_id of ["food", "uncategorized", null]) {
    assertEquals(fromCash({ category_id, transfer_account_id: null }), null);
  }
});

Deno.test("movedMoney() counts a transfer out of the budget where it has a category of its own", () => {
  const toHouse = { transfer_account_id: "house" };
  assertEquals(fromCash({ ...toHouse, category_id: "loan" }), null);
  assertEquals(fromCash({ ...toHouse, category_id: "uncategorized" }), "transfers");
  assertEquals(fromCash({ ...toHouse, category_id: null }), "transfers");
  assertEquals(fromCash(toHouse), "transfers");
});

Deno.test("movedMoney() takes a transfer within the budget for no spending, whatever its category", () => {
  assertEquals(fromCash({ transfer_account_id: "visa", category_id: "food" }), "transfers");
  assertEquals(fromCash({ transfer_account_id: "visa", category_id: null }), "transfers");
});
