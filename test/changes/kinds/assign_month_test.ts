import { assertEquals, assertThrows } from "@std/assert";
import type { ChangeDraft } from "../../../changes/change.ts";
import {
  askedAssignments,
  type AssignPlan,
  monthDraft,
} from "../../../changes/kinds/assign_month.ts";
import { budgetDraft } from "../../../changes/kinds/set_category_budget.ts";
import { moveDraft } from "../../../changes/kinds/move_money.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aCategory, aMonth, anId } from "../../_builders.ts";
import { draftIn } from "./_draft_in.ts";

const [fun, food, rent] = [11, 12, 13].map(anId) as [string, string, string];
const categories = [
  aCategory({ id: fun, name: "Fun", budgeted: 50_000, balance: 20_000 }),
  aCategory({ id: food, name: "Food", budgeted: 10_000, balance: -5_000 }),
  aCategory({ id: rent, name: "Rent", budgeted: 0, balance: 0 }),
];
const [funNow, foodNow, rentNow] = categories as [
  typeof categories[number],
  typeof categories[number],
  typeof categories[number],
];
const month = aMonth({ month: "2024-03-01", to_be_budgeted: 30_000, categories });
const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };
const plan: AssignPlan = {
  planId: "p",
  month,
  format,
  rereadMonth: () => Promise.resolve(month),
  freeRequests: 100,
};

function draftOf(
  assigned: readonly (readonly [typeof funNow, number])[],
  change: Partial<AssignPlan> = {},
  warnings: readonly string[] = [],
): ChangeDraft<"updateMonthCategory"> {
  const assignments = assigned.map(([category, amount]) => ({ category, assigned: amount }));
  const wanted = { assignments, warnings, otherwise: "All is so" };
  return draftIn(monthDraft(wanted, { ...plan, ...change }));
}

/** What assigns an amount, and what puts it back. */
function step(id: string, before: number, after: number): unknown {
  const name = { [fun]: "Fun", [food]: "Food", [rent]: "Rent" }[id];
  const args = { planId: "p", month: "2024-03-01", categoryId: id };
  return {
    operation: "updateMonthCategory",
    args: { ...args, category: { budgeted: after } },
    targets: [{
      id,
      label: `Living/${name}, 2024-03`,
      before: { budgeted: before },
      after: { budgeted: after },
    }],
    compensation: {
      operation: "updateMonthCategory",
      args: { ...args, category: { budgeted: before } },
    },
  };
}

const line = (id: string, name: string, before: number, after: number): unknown => {
  const amount = Math.round((after - before) * 1_000);
  const { balance } = month.categories.find((one) => one.id === id) ?? rentNow;
  return {
    ...{ id, label: `Living/${name}, 2024-03`, field: "assigned", before, after, amount },
    ...{ available_before: balance, available_after: balance + amount },
  };
};

Deno.test("monthDraft() has those that give go first, and tells what is left to assign", async () => {
  const { describeResult, readTargets, ...draft } = draftOf(
    [[rentNow, 45_000], [funNow, 35_000], [foodNow, 10_000]],
    {},
    ["one more"],
  );
  assertEquals(draft as unknown, {
    summary: "Set what is assigned to 2 categories in 2024-03",
    done: "Set what is assigned to 2 categories in 2024-03",
    preview: [line(fun, "Fun", 50, 35), line(rent, "Rent", 0, 45)],
    warnings: [
      "Ready to Assign in 2024-03 is $30.00 now and expected to be $0.00",
      "one more",
    ],
    steps: [step(fun, 50_000, 35_000), step(rent, 0, 45_000)],
    irreversible: null,
    undoRequests: 2,
    expected: { ready_to_assign_before: 30_000, ready_to_assign_after: 0 },
  });
  const found = await readTargets?.([]);
  assertEquals(found?.get(food), { budgeted: 10_000 });
  const answers = [{ category: { ...funNow, balance: -1_000 } }, { category: rentNow }];
  assertEquals(describeResult?.(answers), {
    message: "Available in 2024-03: Fun -$1.00, Rent $0.00",
    extra: {},
  } as never);
});

Deno.test("monthDraft() names a category that is alone, and says that nothing changes", () => {
  assertEquals(draftOf([[rentNow, 1_000]]).summary, "Set what is assigned to Rent in 2024-03");
  const assignments = [{ category: rentNow, assigned: 0 }];
  assertEquals(monthDraft({ assignments, warnings: ["w"], otherwise: "All is so" }, plan), {
    stop: { status: "nothing_to_do", message: "All is so", warnings: ["w"] },
  });
});

Deno.test("monthDraft() warns where more would be assigned than there is, and but then", () => {
  const words = (assigned: number, left: number): string | undefined =>
    draftOf([[rentNow, assigned]], { month: { ...month, to_be_budgeted: left } }).warnings[0];
  const tooMuch = ", so more would be assigned than there is";
  assertEquals(
    words(40_000, 30_000),
    `Ready to Assign in 2024-03 is $30.00 now and expected to be -$10.00${tooMuch}`,
  );
  assertEquals(words(30_000, 30_000)?.endsWith("$0.00"), true);
  assertEquals(words(-1_000, -9_000)?.endsWith("expected to be -$8.00"), true);
});

Deno.test("monthDraft() warns of categories that give more than they have", () => {
  assertEquals(draftOf([[funNow, 20_000], [rentNow, 1_000]]).warnings.slice(1), [
    "Living/Fun will have -$10.00 available",
  ]);
  assertEquals(draftOf([[funNow, 30_000]]).warnings.slice(1), []);
  assertEquals(draftOf([[foodNow, 12_000]]).warnings.slice(1), []);
});

Deno.test("monthDraft() changes sixty categories at once, and no more", () => {
  const many = Array.from(
    { length: 61 },
    (_, at) => [aCategory({ id: anId(100 + at), name: `C${at}` }), 1_000] as const,
  );
  const draft = draftOf(many, { freeRequests: 1_000 });
  assertEquals([draft.steps.length, draft.undoRequests], [60, 60]);
});

Deno.test("monthDraft() begins nothing that this hour's requests do not hold", () => {
  const error = assertThrows(() => draftOf([[rentNow, 1_000]], { freeRequests: 0 }), ToolError);
  assertEquals(error.code, "rate_limited");
  assertEquals(
    error.message,
    "nothing was written, this needs 1 requests and its undo as many, and 0 of this hour's are " +
      "free: change less, or call again later",
  );
  const two: readonly (readonly [typeof funNow, number])[] = [[rentNow, 1_000], [funNow, 1_000]];
  assertThrows(() => draftOf(two, { freeRequests: 3 }), ToolError);
  assertEquals(draftOf(two, { freeRequests: 4 }).steps.length, 2);
});

Deno.test("askedAssignments() finds each category that is named, and refuses the rest at once", () => {
  const found = askedAssignments(
    [{ category_id: "fun", amount: 1 }, { category_id: food, amount: 2 }],
    { month },
  );
  assertEquals(found.map(({ category, assigned }) => [category.id, assigned]), [
    [fun, 1],
    [food, 2],
  ]);
  const error = assertThrows(
    () =>
      askedAssignments(
        ["Fun", "fun", "Nowhere", "ready_to_assign"].map((category_id) => ({
          category_id,
          amount: 1,
        })),
        { month },
      ),
    ToolError,
  );
  assertEquals(error.rows.map((row: string) => row.split(":")[0]), [
    '"fun"',
    '"Nowhere"',
    '"ready_to_assign"',
  ]);
  assertEquals(error.rows[0], '"fun": it is named twice: keep one of them');
  assertEquals(
    error.rows[2]?.endsWith("assign amounts to categories, the rest stays there"),
    true,
  );
});

const budgetPlan = {
  ...plan,
  readMonth: () => Promise.resolve({ ...month, to_be_budgeted: 5_000 }),
};

Deno.test("budgetDraft() assigns a whole amount, and tells what is true in the month then", async () => {
  const { draft } = budgetDraft({ category_id: "Rent", amount: 25_000 }, budgetPlan);
  const { afterwards, readTargets, ...rest } = draft ?? {};
  const sentence = "Set what is assigned to Rent in 2024-03 to $25.00";
  assertEquals(rest as unknown, {
    summary: sentence,
    done: sentence,
    preview: [line(rent, "Rent", 0, 25)],
    warnings: ["Ready to Assign in 2024-03 is $30.00 now and expected to be $5.00"],
    steps: [step(rent, 0, 25_000)],
    irreversible: null,
    undoRequests: 1,
  });
  assertEquals(
    await afterwards?.(),
    "Available in 2024-03: Rent $0.00. Ready to Assign in 2024-03 is now $5.00.",
  );
  assertEquals((await readTargets?.([]))?.get(rent), { budgeted: 0 });
  const ready = { category_id: "ready_to_assign", amount: 1 };
  assertEquals(
    assertThrows(() => budgetDraft(ready, budgetPlan), ToolError).message.endsWith(
      "assign an amount to a category, the rest stays there",
    ),
    true,
  );
});

Deno.test("budgetDraft() has nothing to do where the amount is assigned, and warns as it should", () => {
  const of = (category_id: string, amount: number): readonly string[] | undefined =>
    budgetDraft({ category_id, amount }, budgetPlan).draft?.warnings.slice();
  assertEquals(budgetDraft({ category_id: "Fun", amount: 50_000 }, budgetPlan).stop, {
    status: "nothing_to_do",
    message: "Fun is assigned $50.00 in 2024-03 already",
  });
  assertEquals(of("Rent", 31_000), [
    "Ready to Assign in 2024-03 is $30.00 now and expected to be -$1.00, so more would be " +
    "assigned than there is",
  ]);
  assertEquals(of("Rent", 30_000)?.[0]?.endsWith("$0.00"), true);
  assertEquals(of("Fun", 20_000)?.slice(1), ["Fun will have -$10.00 available"]);
  assertEquals(of("Fun", 30_000)?.slice(1), []);
  assertEquals(of("Food", 12_000)?.slice(1), []);
});

Deno.test("moveDraft() has the source give first, and tells what both have then", async () => {
  const draft = moveDraft(
    { from_category_id: "Fun", to_category_id: "Food", amount: 5_000 },
    plan,
  );
  const { describeResult, readTargets, ...rest } = draft;
  assertEquals(rest as unknown, {
    summary: "Move $5.00 from Fun to Food in 2024-03",
    done: "Moved $5.00 from Fun to Food in 2024-03",
    preview: [line(fun, "Fun", 50, 45), line(food, "Food", 10, 15)],
    warnings: [],
    steps: [step(fun, 50_000, 45_000), step(food, 10_000, 15_000)],
    irreversible: null,
    undoRequests: 2,
  });
  const answers = [{ category: { ...funNow, balance: 15_000 } }, {
    category: { ...foodNow, balance: 0 },
  }];
  const told = { message: "Available in 2024-03: Fun $15.00, Food $0.00", extra: {} };
  assertEquals(describeResult?.(answers), told);
  assertEquals((await readTargets?.([]))?.get(fun), { budgeted: 50_000 });
});

Deno.test("moveDraft() warns of a source that is left with less than nothing", () => {
  const move = { from_category_id: "Fun", to_category_id: "Food", amount: 21_000 };
  assertEquals(moveDraft(move, plan).warnings, ["Fun will have -$1.00 available"]);
  assertEquals(moveDraft({ ...move, amount: 20_000 }, plan).warnings, []);
});

Deno.test("moveDraft() tells of what was read where an answer was lost, and else of nothing", async () => {
  const move = { from_category_id: "Fun", to_category_id: "Food", amount: 1_000 };
  const draft = moveDraft(move, plan);
  const answer = { category: { ...funNow, balance: 19_000 } };
  assertEquals(draft.describeResult?.([answer]).message, "Available in 2024-03: Fun $19.00");
  await draft.readTargets?.([]);
  assertEquals(
    draft.describeResult?.([answer]).message,
    "Available in 2024-03: Fun $19.00, Food -$5.00",
  );
});

Deno.test("moveDraft() refuses a move within a category, and names each that it does not find", () => {
  const refusal = (from_category_id: string, to_category_id: string): ToolError =>
    assertThrows(() => moveDraft({ from_category_id, to_category_id, amount: 1 }, plan), ToolError);
  const same = refusal("Fun", "fun");
  assertEquals(
    [same.code, same.message],
    [
      "invalid_input",
      "from_category_id and to_category_id are the same category: name two",
    ],
  );
  assertEquals(refusal("Nowhere", "Nothing").rows.map((row: string) => row.split(":")[0]), [
    "from_category_id",
    "to_category_id",
  ]);
  assertEquals(
    refusal("ready_to_assign", "Fun").message.endsWith(
      "set_category_budget moves money between it and a category, by the whole amount that the " +
        "category is to have",
    ),
    true,
  );
});

Deno.test("budgetDraft() says of money that is given back nothing of too much", () => {
  const poor = { ...budgetPlan, month: { ...month, to_be_budgeted: -50_000 } };
  assertEquals(budgetDraft({ category_id: "Fun", amount: 40_000 }, poor).draft?.warnings, [
    "Ready to Assign in 2024-03 is -$50.00 now and expected to be -$40.00",
  ]);
});

Deno.test("monthDraft() keeps the order of those that give, and of those that take", () => {
  const more = [21, 22, 23].map((at) =>
    aCategory({ id: anId(at), name: `C${at}`, budgeted: 10_000, balance: 10_000 })
  );
  const wanted = [
    ...[rentNow, ...more].map((one, at) => [one, at % 2 === 0 ? 20_000 : 5_000] as const),
    [funNow, 40_000] as const,
  ];
  assertEquals(draftOf(wanted).preview.map(({ label }) => label.split(/[/,]/u)[1]), [
    ...["C21", "C23", "Fun"],
    ...["Rent", "C22"],
  ]);
});
