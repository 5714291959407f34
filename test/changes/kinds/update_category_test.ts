import { assertEquals, assertThrows } from "@std/assert";
import type { ChangeDraft, Proposal } from "../../../changes/change.ts";
import {
  type AskedUpdate,
  updateDraft,
  type UpdatePlan,
} from "../../../changes/kinds/update_category.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aCategory, aGroup, anId } from "../../_builders.ts";
import { draftIn } from "./_draft_in.ts";

const [fun, rent, visa] = [11, 12, 13].map(anId) as [string, string, string];
const [living, bills, hidden, cards] = [1, 2, 3, 4].map(anId) as [string, string, string, string];
const of = (id: string, name: string) => ({ category_group_id: id, category_group_name: name });
const categories = [
  { ...aCategory({ id: fun, name: "Fun", ...of(living, "Living") }), note: "old" },
  { ...aCategory({ id: rent, name: "Rent", ...of(bills, "Bills") }), note: "" },
  { ...aCategory({ id: visa, name: "Visa", ...of(cards, "Credit Card Payments") }), note: null },
];

function planWith(change: Partial<UpdatePlan> = {}): UpdatePlan {
  const groups = [
    aGroup({ id: living, name: "Living" }),
    aGroup({ id: bills, name: "Bills" }),
    aGroup({ id: hidden, name: "Former", hidden: true }),
    aGroup({ id: cards, name: "Credit Card Payments" }),
  ].map((group) => ({
    ...group,
    categories: categories.filter((one) => one.category_group_id === group.id),
  }));
  return {
    planId: "p",
    categories: { live: categories, groups, deletedIds: new Set() },
    rereadCategories: () => Promise.resolve({ live: categories }),
    isUndoable: true,
    ...change,
  };
}

function proposed(asked: Partial<AskedUpdate>, plan = planWith()): Proposal<"updateCategory"> {
  return updateDraft({ category_id: "Fun", ...asked }, plan);
}

function draftOf(...asked: Parameters<typeof proposed>): ChangeDraft<"updateCategory"> {
  return draftIn(proposed(...asked));
}

function refusal(...asked: Parameters<typeof proposed>): ToolError {
  return assertThrows(() => proposed(...asked), ToolError);
}

Deno.test("updateDraft() proposes name, group and note in one request", async () => {
  const { readTargets, ...draft } = draftOf({ name: " Joy ", group_id: "Bills", note: "new" });
  const line = { id: fun, label: "Living/Fun" };
  assertEquals(draft, {
    summary: "Change the name, group and note of Fun",
    done: "Changed the name, group and note of Fun",
    preview: [
      { ...line, field: "name", before: "Fun", after: "Joy", isOwnText: true },
      { ...line, field: "group", before: "Living", after: "Bills" },
      { ...line, field: "note", before: "old", after: "new", isOwnText: true },
    ],
    warnings: [],
    steps: [{
      operation: "updateCategory",
      args: {
        planId: "p",
        categoryId: fun,
        category: { name: "Joy", category_group_id: bills, note: "new" },
      },
      targets: [{
        ...line,
        before: { name: "Fun", category_group_id: living, note: "old" },
        after: { name: "Joy", category_group_id: bills, note: "new" },
      }],
    }],
    irreversible: null,
    undoRequests: 1,
  });
  const found = await readTargets?.([]);
  assertEquals(found?.get(fun), { name: "Fun", category_group_id: living, note: "old" });
  assertEquals(found?.get(rent), { name: "Rent", category_group_id: bills, note: null });
});

const parts: readonly (readonly [
  what: string,
  asked: Partial<AskedUpdate>,
  sent: Readonly<Record<string, string | null>>,
  summary: string,
])[] = [
  ["a name", { name: "Joy" }, { name: "Joy" }, "Change the name of Fun"],
  ["another letter case", { name: "FUN" }, { name: "FUN" }, "Change the name of Fun"],
  ["a group", { group_id: "Bills" }, { category_group_id: bills }, "Change the group of Fun"],
  ["a note", { note: "new" }, { note: "new" }, "Change the note of Fun"],
  ["no note", { note: "" }, { note: null }, "Change the note of Fun"],
  ["no note by null", { note: null }, { note: null }, "Change the note of Fun"],
];
for (const [what, asked, sent, summary] of parts) {
  Deno.test(`updateDraft() sends ${what} alone`, () => {
    const draft = draftOf(asked);
    assertEquals([draft.steps[0]?.args.category, draft.summary], [sent, summary]);
    assertEquals(draft.steps[0]?.targets[0]?.after, sent);
    assertEquals(Object.keys(draft.steps[0]?.targets[0]?.before ?? {}), Object.keys(sent));
  });
}

Deno.test("updateDraft() has nothing to do where the category is like that already", () => {
  const stop = { status: "nothing_to_do", message: "The category is like that already" } as const;
  assertEquals(proposed({ name: "Fun", group_id: "Living", note: "old" }).stop, stop);
  assertEquals(proposed({ category_id: "Rent", note: null }).stop, stop);
  assertEquals(proposed({ category_id: "Rent", note: "" }).stop, stop);
});

Deno.test("updateDraft() keeps a name letter by letter that nobody asked to change", () => {
  const odd = categories.map((one) => one.id === fun ? { ...one, name: " Fun\u0007" } : one);
  const plan = planWith();
  const asked = { category_id: fun, group_id: "Bills" };
  const error = refusal(asked, { ...plan, categories: { ...plan.categories, live: odd } });
  assertEquals(error.message.includes("one line of text"), true);
  const spaced = odd.map((one) => one.id === fun ? { ...one, name: " Fun " } : one);
  const draft = draftOf(asked, { ...plan, categories: { ...plan.categories, live: spaced } });
  assertEquals(draft.steps[0]?.args.category, { category_group_id: bills });
});

Deno.test("updateDraft() warns of a group that nobody sees, where the category goes into it", () => {
  assertEquals(draftOf({ group_id: "Former" }).warnings, ["the group Former is hidden"]);
  assertEquals(draftOf({ note: "new" }).warnings, []);
});

Deno.test("updateDraft() says where a server does not change categories back", () => {
  assertEquals(
    draftOf({ note: "new" }, planWith({ isUndoable: false })).irreversible,
    "this server's profile does not change categories back, so do it by hand",
  );
});

Deno.test("updateDraft() changes of a credit card's category only the note", () => {
  const why =
    '"Visa" belongs to a credit card and follows its account: only its note can be changed';
  for (const asked of [{ name: "Card" }, { group_id: "Bills" }, { name: "Card", note: "x" }]) {
    assertEquals(refusal({ category_id: "Visa", ...asked }).rows, [`category_id: ${why}`]);
  }
  assertEquals(draftOf({ category_id: "Visa", note: "x" }).steps[0]?.args.category, { note: "x" });
});

Deno.test("updateDraft() refuses a name that the group has already, and no other name", () => {
  const error = refusal({ name: "rent", group_id: "Bills" });
  assertEquals(error.message, 'Bills has a category "Rent" already: choose another name');
  assertEquals(draftOf({ name: "Rent" }).steps[0]?.args.category, { name: "Rent" });
  const twice = planWith();
  const same = { ...aCategory({ id: anId(19), name: "Fun", ...of(bills, "Bills") }), note: null };
  const groups = twice.categories.groups.map((group) =>
    group.id === bills ? { ...group, categories: [same] } : group
  );
  const plan = { ...twice, categories: { ...twice.categories, groups } };
  assertEquals(
    refusal({ category_id: fun, group_id: "Bills" }, plan).message,
    'Bills has a category "Fun" already: choose another name',
  );
});

Deno.test("updateDraft() names all that it refuses at once", () => {
  const error = refusal({ category_id: "Nowhere", name: " ", group_id: "Nothing" });
  assertEquals(error.rows.map((row: string) => row.split(":")[0]), [
    "category_id",
    "name",
    "group_id",
  ]);
});

Deno.test("updateDraft() takes a note for a category whose group the plan does not show", () => {
  const plan = planWith();
  const draft = draftOf({ category_id: fun, note: "new" }, {
    ...plan,
    categories: { ...plan.categories, groups: [] },
  });
  assertEquals(draft.steps[0]?.args.category, { note: "new" });
});

Deno.test("updateDraft() looks for a name in the category's own group where it stays there", () => {
  const plan = planWith();
  const dining = aCategory({ id: anId(18), name: "Dining", ...of(living, "Living") });
  const twin = { ...dining, id: anId(17), name: "Fun" };
  const groups = plan.categories.groups.map((group) =>
    group.id === living
      ? { ...group, categories: [...group.categories, dining, twin] }
      : { ...group, categories: [] }
  );
  const crowded = { ...plan, categories: { ...plan.categories, groups: groups.toReversed() } };
  assertEquals(
    refusal({ category_id: fun, name: "dining" }, crowded).message,
    'Living has a category "Dining" already: choose another name',
  );
  assertEquals(draftOf({ category_id: fun, note: "new" }, crowded).steps.length, 1);
  assertEquals(draftOf({ category_id: fun, group_id: "Bills" }, crowded).preview, [{
    ...{ id: fun, label: "Living/Fun", field: "group", before: "Living", after: "Bills" },
  }]);
});
