import { assertEquals } from "@std/assert";
import type { StoredTarget } from "../../../demo/model/records.ts";
import { type Api, openApi } from "../_api.ts";
import { aPlan, aTarget, ids, uuid } from "../_tiny_plan.ts";

Deno.test("createCategory() puts a category into a group", async () => {
  const { save } = openApi();
  const { category, server_knowledge } = await save("POST", "/categories", {
    category: { name: "Fun", category_group_id: ids.livingGroup, note: "Note" },
  });
  assertEquals([category.name, category.category_group_name, category.note, category.goal_type], [
    "Fun",
    "Living",
    "Note",
    null,
  ]);
  assertEquals(server_knowledge, 11);
});

Deno.test("createCategory() refuses what upstream refuses", async () => {
  const { refused } = openApi();
  const wrong: readonly [Record<string, unknown>, string][] = [
    [{ category_group_id: ids.livingGroup }, "name is required"],
    [{ name: "Fun" }, "category group is required"],
    [
      { name: "Fun", category_group_id: ids.internalGroup },
      "an internal category group may not be specified",
    ],
    [{ name: "Fun", category_group_id: uuid(9) }, "category group does not exist in this budget"],
  ];
  for (const [category, detail] of wrong) {
    await refused(["POST", "/categories", { category }], 400, detail);
  }
});

Deno.test("updateCategory() renames, notes and moves", async () => {
  const { save } = openApi();
  const { category_group } = await save("POST", "/category_groups", {
    category_group: { name: "Other" },
  });
  const { category } = await save("PATCH", `/categories/${ids.food}`, {
    category: { name: "Meals", note: "Note", category_group_id: category_group.id },
  });
  assertEquals([category.name, category.note, category.category_group_name], [
    "Meals",
    "Note",
    "Other",
  ]);
});

Deno.test("updateCategory() ignores the assigned amount and the kind of target", async () => {
  const api = openApi();
  const category = await update(api, { budgeted: 5000, goal_type: "TB", goal_target: 1000 });
  assertEquals([category.budgeted, category.goal_type], [0, "NEED"]);
});

Deno.test("updateCategory() makes a monthly target that is set aside", async () => {
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

Deno.test("updateCategory() makes MF of a card's payment and DEBT of a loan's", async () => {
  const api = openApi();
  const card = await update(api, { goal_target: 1000 }, ids.visaPayment);
  const loan = await update(api, { goal_target: 1000 }, ids.loanPayment);
  assertEquals([card.goal_type, card.goal_needs_whole_amount], ["MF", null]);
  assertEquals([loan.goal_type, loan.goal_needs_whole_amount], ["DEBT", null]);
  const dated = await update(api, { goal_target_date: "2026-06-30" }, ids.visaPayment);
  assertEquals([dated.goal_type, dated.goal_target_date], ["TBD", "2026-06-30"]);
});

Deno.test("updateCategory() makes a target due on a date that comes round monthly", async () => {
  const change = { goal_target: 9000, goal_target_date: "2026-05-20" };
  const category = await update(openApi(), change);
  assertEquals([category.goal_cadence, category.goal_day, category.goal_target_month], [
    1,
    20,
    "2026-05-20",
  ]);
  assertEquals(category.goal_under_funded, null);
});

Deno.test("updateCategory() replaces any target by a recurring one", async () => {
  const api = openTarget({ goal_type: "TB", goal_cadence: 0 });
  const cadences: Record<string, number> = { weekly: 2, monthly: 1, yearly: 13 };
  for (const [goal_frequency, cadence] of Object.entries(cadences)) {
    const category = await update(api, { goal_target: 1000, goal_frequency });
    assertEquals([category.goal_type, category.goal_cadence], ["NEED", cadence]);
  }
});

Deno.test("updateCategory() keeps the kind of a target whose amount changes", async () => {
  const category = await update(openTarget({ goal_type: "MF" }), { goal_target: 7000 });
  assertEquals([category.goal_type, category.goal_target], ["MF", 7000]);
});

Deno.test("updateCategory() removes a target", async () => {
  const category = await update(openTarget({}), { goal_target: null });
  assertEquals([category.goal_type, category.goal_target, category.goal_under_funded], [
    null,
    0,
    null,
  ]);
});

Deno.test("updateCategory() refuses what upstream does not support", async () => {
  const { refused } = openApi();
  const wrong: readonly [string, Record<string, unknown>, string][] = [
    [ids.food, { goal_frequency: "weekly" }, "goal_target is required"],
    [ids.food, { goal_target_date: "2026-05-20" }, "goal_target is required"],
    [
      ids.food,
      { goal_target: 1, goal_frequency: "weekly", goal_target_date: "2026-05-20" },
      "goal_frequency cannot be combined with goal_target_date",
    ],
    [
      ids.visaPayment,
      { goal_target: 1, goal_frequency: "weekly" },
      "goal_frequency is not supported for Credit Card Payment categories",
    ],
    [
      ids.visaPayment,
      { goal_target: 1, goal_needs_whole_amount: true },
      "goal_needs_whole_amount is only supported for NEED goals",
    ],
    [ids.food, { goal_target: -1 }, "goal_target must not be negative"],
    [ids.food, { name: " " }, "name must not be blank"],
    [
      ids.food,
      { category_group_id: ids.cardGroup },
      "an internal category group may not be specified",
    ],
    [ids.inflow, { name: "Money" }, "internal categories cannot be updated"],
    [
      ids.visaPayment,
      { name: "Card" },
      "Credit Card Payment categories cannot be renamed or moved",
    ],
  ];
  for (const [id, category, detail] of wrong) {
    await refused(["PATCH", `/categories/${id}`, { category }], 400, detail);
  }
  for (
    const change of [
      { goal_frequency: "weekly" },
      { goal_target_date: "2026-05-20" },
      { goal_needs_whole_amount: false },
    ]
  ) {
    await refused(
      ["PATCH", `/categories/${ids.loanPayment}`, { category: { goal_target: 1, ...change } }],
      400,
      "goal_frequency, goal_target_date and goal_needs_whole_amount are not supported " +
        "for categories paired to a loan account",
    );
  }
});

Deno.test("updateCategoryGroup() renames a group and shows none of its categories", async () => {
  const { save, get } = openApi();
  const { category_group } = await save("PATCH", `/category_groups/${ids.livingGroup}`, {
    category_group: { name: "Life" },
  });
  assertEquals(Object.keys(category_group), ["id", "name", "hidden", "internal", "deleted"]);
  const { category_groups } = await get("/categories?last_knowledge_of_server=10");
  assertEquals([category_groups[0].name, category_groups[0].categories], ["Life", []]);
});

Deno.test("createCategoryGroup() refuses names of more than 50 characters, and none", async () => {
  const { refused } = openApi();
  const long = { category_group: { name: "x".repeat(51) } };
  const detail = "name is too long (maximum is 50 characters)";
  await refused(["POST", "/category_groups", long], 400, detail);
  const empty = { category_group: {} };
  await refused(["POST", "/category_groups", empty], 400, "name is required");
});

Deno.test("getCategories() puts the system groups first and shows hidden categories", async () => {
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
