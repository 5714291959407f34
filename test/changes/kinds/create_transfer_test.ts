import { assertEquals, assertThrows } from "@std/assert";
import type { ChangeDraft } from "../../../changes/change.ts";
import {
  type AskedTransfer,
  transferDraft,
  type TransferPlan,
} from "../../../changes/kinds/create_transfer.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aCategory, aGroup, anAccount, anId, aTransaction } from "../../_builders.ts";

const [checking, savings, house, boat, fun] = [1, 2, 3, 4, 5].map(anId) as [
  string,
  string,
  string,
  string,
  string,
];
const category = aCategory({ id: fun, name: "Fun" });
const plan: TransferPlan = {
  planId: "p",
  accounts: {
    live: [
      anAccount({ id: checking, name: "Checking", transfer_payee_id: "to checking" }),
      anAccount({ id: savings, name: "Savings", transfer_payee_id: "to savings" }),
      anAccount({ id: house, name: "House", on_budget: false, transfer_payee_id: "to house" }),
      anAccount({ id: boat, name: "Boat", on_budget: false, transfer_payee_id: "to boat" }),
    ],
    deletedIds: new Set(),
  },
  categories: {
    groups: [aGroup({ categories: [category] })],
    live: [category],
    deletedIds: new Set(),
  },
  transactions: { live: [] },
  readFollowers: () => Promise.resolve(new Map()),
  readCategories: () => Promise.resolve({ live: [category] }),
  format: { symbol: "$", isSymbolFirst: true, decimals: 2 },
  utcToday: "2024-03-15",
};
const asked: AskedTransfer = {
  from_account_id: checking,
  to_account_id: savings,
  amount: 5_000,
  date: "2024-03-10",
  from_cleared: false,
  to_cleared: false,
};

function draftOf(
  change: Partial<AskedTransfer> = {},
  changed: Partial<TransferPlan> = {},
): ChangeDraft {
  return transferDraft({ ...asked, ...change }, { ...plan, ...changed });
}

function refusalOf(change: Partial<AskedTransfer>): string {
  const error = assertThrows(() => draftOf(change), ToolError);
  return [error.message, ...error.rows].join("\n");
}

Deno.test("transferDraft() enters the side that pays, and expects the other", () => {
  const { summary, done, steps, preview } = draftOf({ memo: "for later" });
  assertEquals(summary, "Enter a transfer of $5.00 from Checking to Savings, approved already");
  assertEquals(done, "Entered a transfer of $5.00 from Checking to Savings, approved already");
  assertEquals(steps.map(({ operation }) => operation), ["createTransaction"]);
  assertEquals(steps[0]?.args, {
    planId: "p",
    transactions: [{
      account_id: checking,
      amount: -5_000,
      date: "2024-03-10",
      memo: "for later",
      payee_id: "to savings",
      cleared: "uncleared",
      approved: true,
    }],
  });
  assertEquals(steps[0]?.targets.map(({ id, label, isFollower }) => [id, label, isFollower]), [
    ["new 1", "2024-03-10 Transfer : Savings -$5.00 Checking", undefined],
    ["new 2", "2024-03-10 Transfer : Checking $5.00 Savings", true],
  ]);
  assertEquals(preview.map(({ id, field, after }) => [id, field, after]), [
    ["new 1", "transfer", 5],
    ["new 1", "memo", "for later"],
    ["new 2", "transfer", 5],
    ["new 2", "memo", "for later"],
  ]);
  assertEquals(draftOf({ memo: "" }).preview.length, 2);
});

Deno.test("transferDraft() enters the side that is cleared, and clears the other where both are", () => {
  const first = (change: Partial<AskedTransfer>): unknown =>
    draftOf(change).steps[0]?.targets[0]?.after?.["account_id"];
  assertEquals(first({ to_cleared: true }), savings);
  assertEquals(first({ from_cleared: true }), checking);
  const both = draftOf({ from_cleared: true, to_cleared: true });
  assertEquals(both.steps.map(({ operation }) => operation), [
    "createTransaction",
    "updateTransactions",
  ]);
  assertEquals(both.preview.filter(({ field }) => field === "cleared").length, 2);
  const answer = {
    transactions: [{
      id: "made",
      amount: -5_000,
      transfer_account_id: savings,
      transfer_transaction_id: "other",
    }],
  };
  const [, clearing] = both.steps;
  assertEquals(clearing?.completed?.([answer]).args, {
    planId: "p",
    transactions: [{ id: "other", cleared: "cleared" }],
  });
  assertEquals(clearing?.completed?.([answer]).targets.map(({ id }) => id), ["other"]);
  assertEquals(clearing?.completed?.([{}]).targets.map(({ id }) => id), ["new 2"]);
});

Deno.test("transferDraft() enters the budget's side of a transfer to a tracking account", () => {
  const away = draftOf({ to_account_id: house, category_id: fun, to_cleared: true });
  assertEquals(away.steps[0]?.targets[0]?.after?.["account_id"], checking);
  assertEquals(away.steps[0]?.targets[0]?.after?.["category_id"], fun);
  assertEquals(away.preview.filter(({ field }) => field === "category").length, 1);
  const back = draftOf({ from_account_id: house, to_account_id: checking, category_id: fun });
  assertEquals(back.steps[0]?.targets[0]?.after?.["account_id"], checking);
  assertEquals(back.steps[0]?.targets[0]?.after?.["amount"], 5_000);
  assertEquals(back.summary, "Enter a transfer of $5.00 from House to Checking, approved already");
});

const refused: readonly (readonly [Partial<AskedTransfer>, why: string])[] = [
  [{ to_account_id: checking }, "it is the same account: choose another"],
  [{ date: "2024-03-16" }, "use create_scheduled_transaction"],
  [
    { category_id: fun },
    "a transfer between budget accounts takes no category: leave category_id out",
  ],
  [
    { from_account_id: house, to_account_id: boat, category_id: fun },
    "a transfer between tracking accounts takes no category: leave category_id out",
  ],
  [{ to_account_id: house }, "a transfer to or from a tracking account needs a category"],
  [{ to_account_id: anId(9) }, "list_accounts shows them"],
];
for (const [change, why] of refused) {
  Deno.test(`transferDraft() refuses ${JSON.stringify(change)}: ${why}`, () => {
    const told = refusalOf(change);
    assertEquals(told.includes(why), true, told);
  });
}

Deno.test("transferDraft() takes no category for none between tracking accounts", () => {
  const { steps } = draftOf({ from_account_id: house, to_account_id: boat });
  assertEquals(steps[0]?.targets[0]?.after?.["category_id"], null);
});

Deno.test("transferDraft() warns of up to three that look like one of its sides", () => {
  const alike = aTransaction({ account_id: savings, amount: 5_000, date: "2024-02-29" });
  const warned = (...live: readonly ReturnType<typeof aTransaction>[]): readonly string[] =>
    draftOf({}, { transactions: { live } }).warnings;
  assertEquals(warned(alike), [
    "2024-02-29 no payee $5.00 Checking is there already: the transfer may have been entered",
  ]);
  assertEquals(warned(alike, alike, alike, alike).length, 3);
  assertEquals(warned({ ...alike, date: "2024-02-28" }), []);
  assertEquals(warned({ ...alike, date: "2024-03-20" }).length, 1);
  assertEquals(warned({ ...alike, date: "2024-03-21" }), []);
  assertEquals(warned({ ...alike, amount: -5_000 }), []);
  assertEquals(warned({ ...alike, account_id: checking }), []);
});

Deno.test("transferDraft() shows both sides field by field, text as the call brings it", () => {
  const { preview } = draftOf({
    ...{ to_account_id: house, category_id: fun, memo: "for later" },
    ...{ from_cleared: true, to_cleared: true },
  });
  assertEquals(
    preview.map(({ id, field, after, isNew, isOwnText }) => [id, field, after, isNew, isOwnText]),
    [
      ["new 1", "transfer", 5, true, undefined],
      ["new 1", "category", "Fun", true, undefined],
      ["new 1", "memo", "for later", true, true],
      ["new 1", "cleared", "cleared", true, undefined],
      ["new 2", "transfer", 5, true, undefined],
      ["new 2", "memo", "for later", true, true],
      ["new 2", "cleared", "cleared", true, undefined],
    ],
  );
  assertEquals(draftOf({ memo: "" }).preview.map(({ field }) => field), ["transfer", "transfer"]);
  assertEquals(draftOf().preview.map(({ field }) => field), ["transfer", "transfer"]);
});

Deno.test("transferDraft() clears the side that YNAB makes, from what YNAB makes it", () => {
  const [creation, clearing] = draftOf({ from_cleared: true, to_cleared: true }).steps;
  assertEquals(creation?.targets[0]?.after?.["cleared"], "cleared");
  const [target] = clearing?.targets ?? [];
  assertEquals([target?.id, target?.before, target?.after, target?.isFollower], [
    "new 2",
    { cleared: "uncleared" },
    { cleared: "cleared" },
    undefined,
  ]);
});

Deno.test("transferDraft() says where to look, and what the category has then", async () => {
  const draft = draftOf({ to_account_id: house, category_id: fun });
  assertEquals(draft.checkBeforeRetry, "find_transactions has shown whether it is there");
  assertEquals(await draft.afterwards?.(), "Available now: Fun -$5.00.");
  assertEquals(await draftOf().afterwards?.(), "");
});

Deno.test("transferDraft() names each argument that it refuses", () => {
  const rows = (change: Partial<AskedTransfer>): readonly string[] =>
    assertThrows(() => draftOf(change), ToolError).rows.map((row: string) =>
      row.split(/:| "/u)[0] ?? ""
    );
  assertEquals(
    rows({
      ...{ from_account_id: "Nowhere", to_account_id: "Nothing", date: "2024-03-16" },
      category_id: "None",
    }),
    ["from_account_id", "to_account_id", "date", "category_id"],
  );
  assertEquals(rows({ to_account_id: checking, category_id: fun }), [
    "to_account_id",
    "category_id",
  ]);
  assertEquals(rows({ to_account_id: house }), ["category_id"]);
});

Deno.test("transferDraft() refuses income as the category of a card's money", () => {
  const own = { category_group_name: "Internal Master Category", internal: true };
  const inflow = aCategory({ id: anId(6), name: "Inflow: Ready to Assign", ...own });
  const group = aGroup({ id: "i", name: "Internal Master Category", categories: [inflow] });
  const change = { from_account_id: house, to_account_id: checking, category_id: anId(6) };
  const onCard = {
    ...plan.accounts,
    live: plan.accounts.live.map((one) =>
      one.id === checking ? { ...one, type: "creditCard" } : one
    ),
  };
  const categories = { ...plan.categories, groups: [group], live: [inflow] };
  assertEquals(
    draftOf(change, { categories }).steps[0]?.targets[0]?.after?.["category_id"],
    anId(6),
  );
  const error = assertThrows(() => draftOf(change, { categories, accounts: onCard }), ToolError);
  assertEquals(error.rows.map((row: string) => row.split(":")[0]), ["category_id"]);
});
