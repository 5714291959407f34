import { assertEquals, assertThrows } from "@std/assert";
import type { ChangeDraft, Proposal } from "../../../changes/change.ts";
import { type AskedTarget, targetDraft } from "../../../changes/kinds/set_category_target.ts";
import type { NotedCategory } from "../../../changes/rules/categories.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aCategory, anId } from "../../_builders.ts";
import { draftIn } from "./_draft_in.ts";

const [fun, card] = [anId(11), anId(12)];
const none = aCategory({ id: fun, name: "Fun" });
const monthly = {
  ...none,
  goal_type: "NEED",
  goal_target: 120_000,
  goal_cadence: 1,
  goal_cadence_frequency: 1,
  goal_needs_whole_amount: true,
  goal_day: null,
  goal_target_date: null,
} as const;
const visa = aCategory({
  ...{ id: card, name: "Visa", category_group_name: "Credit Card Payments" },
});

function proposed(
  asked: Partial<AskedTarget>,
  category: NotedCategory = monthly,
): Proposal<"updateCategory"> {
  return targetDraft({ category: category.id, amount: 150_000, ...asked }, {
    planId: "p",
    categories: { live: [category], groups: [], deletedIds: new Set() },
    rereadCategories: () => Promise.resolve({ live: [category] }),
    format: { symbol: "$", isSymbolFirst: true, decimals: 2 },
    today: "2024-03-15",
  });
}

function draftOf(...asked: Parameters<typeof proposed>): ChangeDraft<"updateCategory"> {
  return draftIn(proposed(...asked));
}

const again = "undoing it makes the same target again, but one that begins in that month";

Deno.test("targetDraft() changes the amount of a target, and knows all that it was", async () => {
  const { readTargets, ...draft } = draftOf({});
  const line = { id: fun, label: "Living/Fun" };
  assertEquals({ ...draft, steps: [] }, {
    summary: "Change the target of Fun",
    done: "Changed the target of Fun",
    preview: [{
      ...{ ...line, field: "target" },
      before: "set aside $120.00 monthly",
      after: "set aside $150.00 monthly",
    }],
    warnings: [],
    steps: [],
    irreversible: null,
    undoRequests: 1,
  });
  const [step] = draft.steps;
  assertEquals(step?.args, {
    planId: "p",
    categoryId: fun,
    category: { goal_target: 150_000 },
  });
  const [target] = step?.targets ?? [];
  assertEquals([target?.id, target?.label], [fun, "Living/Fun"]);
  assertEquals(target?.before?.["goal_type"], "NEED");
  assertEquals(target?.before?.["goal_target"], 120_000);
  assertEquals(target?.after?.["goal_target"], 150_000);
  assertEquals(target?.restore, { goal_target: 120_000 });
  const found = await readTargets?.([]);
  assertEquals(found?.get(fun), target?.before);
});

const sent: readonly (readonly [
  what: string,
  asked: Partial<AskedTarget>,
  category: unknown,
])[] = [
  ["a date", { byDate: "2024-12-31" }, { goal_target: 150_000, goal_target_date: "2024-12-31" }],
  ["a frequency", { frequency: "weekly" }, { goal_target: 150_000, goal_frequency: "weekly" }],
  ["no target", { amount: null }, { goal_target: null }],
];
for (const [what, asked, category] of sent) {
  Deno.test(`targetDraft() sends ${what}`, () => {
    assertEquals(draftOf(asked).steps[0]?.args.category, category as never);
  });
}

Deno.test("targetDraft() says in each case what is done to the target", () => {
  const words = (...asked: Parameters<typeof proposed>): readonly string[] => {
    const { summary, done } = draftOf(...asked);
    return [summary, done];
  };
  assertEquals(words({}, none), ["Set the target of Fun", "Set the target of Fun"]);
  assertEquals(words({}), ["Change the target of Fun", "Changed the target of Fun"]);
  assertEquals(words({ amount: null }), ["Remove the target of Fun", "Removed the target of Fun"]);
});

Deno.test("targetDraft() has nothing to do where the target is that already", () => {
  assertEquals(proposed({ amount: 120_000 }).stop, {
    status: "nothing_to_do",
    message: "The target of Fun is set aside $120.00 monthly already",
  });
  assertEquals(proposed({ amount: null }, none).stop?.message, "The target of Fun is none already");
});

Deno.test("targetDraft() warns of a date that has passed, and of none that is today", () => {
  const warnings = (byDate: string): readonly string[] => draftOf({ byDate }, none).warnings;
  assertEquals(warnings("2024-03-14"), ["2024-03-14 has passed already"]);
  assertEquals(warnings("2024-03-15"), []);
});

Deno.test("targetDraft() warns where undoing makes the target again", () => {
  assertEquals(draftOf({ amount: null }).warnings, [again]);
  assertEquals(draftOf({ frequency: "weekly" }).warnings, [again]);
  assertEquals(draftOf({ byDate: "2024-12-31" }).warnings, [again]);
  assertEquals(draftOf({ amount: 1 }).warnings, []);
  assertEquals(draftOf({ frequency: "weekly" }, none).warnings, []);
});

Deno.test("targetDraft() says which target nobody can give back", () => {
  const weekly = { ...monthly, goal_cadence: 2 };
  const { irreversible, warnings, steps } = draftOf({ frequency: "monthly" }, weekly);
  assertEquals(
    irreversible,
    "the target that it has now comes round on days that only the app can set",
  );
  assertEquals([warnings, steps[0]?.targets[0]?.restore], [[], undefined]);
});

Deno.test("targetDraft() refuses of a credit card's category a frequency, and takes the rest", () => {
  const error = assertThrows(() => proposed({ frequency: "weekly" }, visa), ToolError);
  assertEquals(error.rows, [
    "frequency: the payment category of a credit card takes none: leave it out, or give by_date",
  ]);
  assertEquals(draftOf({}, visa).steps[0]?.args.category, { goal_target: 150_000 });
  assertEquals(draftOf({ frequency: "weekly" }).warnings.length, 1);
});

Deno.test("targetDraft() takes of a loan's category an amount only", () => {
  const loan = { ...monthly, goal_type: "DEBT" };
  const why = "the category pays a loan, whose target takes an amount only: leave it out";
  const asked = { frequency: "weekly", byDate: "2024-12-31" } as const;
  assertEquals(assertThrows(() => proposed(asked, loan), ToolError).rows, [
    `frequency: ${why}`,
    `by_date: ${why}`,
  ]);
  assertEquals(draftOf({}, loan).steps[0]?.args.category, { goal_target: 150_000 });
});

Deno.test("targetDraft() warns where a target that is removed can be made again by its date", () => {
  const dated = { ...monthly, goal_target_date: "2024-12-31" };
  assertEquals(draftOf({ amount: null }, dated).warnings, [again]);
  assertEquals(draftOf({ byDate: "2024-11-30" }, dated).warnings, []);
});

Deno.test("targetDraft() tells what was done to a target by what is certain of it", () => {
  const after = (...asked: Parameters<typeof proposed>): unknown => {
    const [step] = draftOf(...asked).steps;
    assertEquals(step?.operation, "updateCategory");
    return step?.targets[0]?.after;
  };
  assertEquals(after({ amount: null }), { goal_type: null });
  assertEquals(after({}), { goal_target: 150_000 });
  assertEquals(after({ byDate: "2024-12-31" }), {
    goal_target: 150_000,
    goal_target_date: "2024-12-31",
  });
  assertEquals(after({ frequency: "weekly" }), {
    goal_target: 150_000,
    goal_cadence: 2,
  });
});

Deno.test("targetDraft() knows of a category without a target that it had none", () => {
  const [target] = draftOf({}, none).steps[0]?.targets ?? [];
  assertEquals([target?.before, target?.restore], [{ goal_type: null }, { goal_target: null }]);
});
