import { assertEquals } from "@std/assert";
import type { StoredTarget } from "../../../demo/model/records.ts";
import { type Api, openApi } from "../_api.ts";
import { aPlan, aTarget, ids } from "../_tiny_plan.ts";

Deno.test("updateCategory() creates a monthly set-aside target", async () => {
  const category = await update(openApi(), { goal_target: 50_000 });
  assertEquals(goalOf(category), {
    goal_type: "NEED",
    goal_needs_whole_amount: true,
    goal_cadence: 1,
    goal_cadence_frequency: 1,
    goal_creation_month: "2026-03-01",
    goal_target: 50_000,
    goal_target_date: null,
    goal_under_funded: 50_000,
  });
});

Deno.test("updateCategory() creates MF for a card's payment and DEBT for a loan", async () => {
  const api = openApi();
  const card = await update(api, { goal_target: 1000 }, ids.visaPayment);
  const loan = await update(api, { goal_target: 1000 }, ids.loanPayment);
  assertEquals([card.goal_type, card.goal_needs_whole_amount], ["MF", null]);
  assertEquals([loan.goal_type, loan.goal_needs_whole_amount], ["DEBT", null]);
  const dated = await update(api, { goal_target_date: "2026-06-30" }, ids.visaPayment);
  assertEquals([dated.goal_type, dated.goal_target_date], ["TBD", "2026-06-30"]);
});

Deno.test("updateCategory() replaces any target with a recurring one", async () => {
  const api = openTarget({ goal_type: "TB", goal_cadence: 0 });
  const cadences: Record<string, number> = { weekly: 2, monthly: 1, yearly: 13 };
  for (const [goal_frequency, cadence] of Object.entries(cadences)) {
    const category = await update(api, { goal_target: 1000, goal_frequency });
    assertEquals([category.goal_type, category.goal_cadence], ["NEED", cadence]);
  }
});

Deno.test("updateCategoryGroup() renames a group and returns none of its categories", async () => {
  const { save, get } = openApi();
  const { category_group } = await save("PATCH", `/category_groups/${ids.livingGroup}`, {
    category_group: { name: "Life" },
  });
  assertEquals(Object.keys(category_group), ["id", "name", "hidden", "internal", "deleted"]);
  const { category_groups } = await get("/categories?last_knowledge_of_server=10");
  assertEquals([category_groups[0].name, category_groups[0].categories], ["Life", []]);
});

Deno.test("getCategories() returns system groups first and includes hidden categories", async () => {
  const plan = aPlan();
  for (const category of plan.categories) category.hidden = category.id === ids.food;
  const { get } = openApi(plan);
  const { category_groups } = await get("/categories");
  assertEquals(category_groups.map(({ name }: { name: string }) => name), [
    "Internal Master Category",
    "Credit Card Payments",
    "Living",
  ]);
  const living = category_groups[2].categories;
  assertEquals(living.map(({ name }: { name: string }) => name), ["Food", "Rent", "Loan payment"]);
});

function openTarget(change: Partial<StoredTarget>): Api {
  const plan = aPlan();
  for (const category of plan.categories) {
    if (category.id === ids.food) category.target = aTarget(change);
  }
  return openApi(plan);
}

async function update(
  { save }: Api,
  category: Record<string, unknown>,
  id: string = ids.food,
): Promise<Record<string, unknown>> {
  return (await save("PATCH", `/categories/${id}`, { category })).category;
}

function goalOf(category: Record<string, unknown>): Record<string, unknown> {
  const names = [
    "goal_type",
    "goal_needs_whole_amount",
    "goal_cadence",
    "goal_cadence_frequency",
    "goal_creation_month",
    "goal_target",
    "goal_target_date",
    "goal_under_funded",
  ];
  return Object.fromEntries(names.map((name) => [name, category[name]]));
}
