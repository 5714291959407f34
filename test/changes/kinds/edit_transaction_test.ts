import { assertEquals, assertThrows } from "@std/assert";
import type { ChangeDraft, Proposal } from "../../../changes/change.ts";
import { editDraft } from "../../../changes/kinds/edit_transaction.ts";
import type { AskedEdit, EditPlan } from "../../../changes/rules/edited_transaction.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aCategory, aGroup, anAccount, anId, aSplitLine, aTransaction } from "../../_builders.ts";
import { draftIn } from "./_draft_in.ts";
import { transferSides } from "./_transfer_sides.ts";

const [checking, savings, house, card, closed] = [1, 2, 3, 4, 5].map(anId) as [
  string,
  string,
  string,
  string,
  string,
];
const [fun, food, none, inflow] = [11, 12, 13, 14].map(anId) as [string, string, string, string];
const [shop, bakery] = [anId(21), anId(22)] as [string, string];
const live = [
  aCategory({ id: fun, name: "Fun", balance: 50_000 }),
  aCategory({ id: food, name: "Food", balance: 90_000 }),
];
const own = { category_group_name: "Internal Master Category", internal: true };

/** A row of a checking account at a shop, for fun. */
const one = aTransaction({
  id: anId(31),
  date: "2024-03-10",
  amount: -12_000,
  account_id: checking,
  account_name: "Checking",
  payee_id: shop,
  payee_name: "Shop",
  category_id: fun,
  category_name: "Fun",
  memo: "old",
});
const label = "2024-03-10 Shop -$12.00 Checking";

function planWith(
  transactions: EditPlan["transactions"]["live"],
  more: Partial<EditPlan> = {},
): EditPlan {
  return {
    planId: "p",
    transactions: { live: transactions, deletedIds: new Set([anId(39)]) },
    accounts: {
      live: [
        anAccount({ id: checking, name: "Checking" }),
        anAccount({ id: savings, name: "Savings" }),
        anAccount({ id: house, name: "House", on_budget: false, type: "otherAsset" }),
        anAccount({ id: card, name: "Visa", type: "creditCard" }),
        anAccount({ id: closed, name: "Old", closed: true }),
      ],
      deletedIds: new Set(),
    },
    categories: {
      groups: [
        aGroup({ categories: live }),
        aGroup({
          id: "internal",
          name: "Internal Master Category",
          internal: true,
          categories: [
            aCategory({ id: none, name: "Uncategorized", ...own }),
            aCategory({ id: inflow, name: "Inflow: Ready to Assign", ...own }),
          ],
        }),
      ],
      live,
      deletedIds: new Set(),
    },
    payees: {
      live: [
        { id: shop, name: "Shop", deleted: false },
        { id: bakery, name: "Bakery", deleted: false },
      ],
      deletedIds: new Set(),
    },
    readFollowers: () => Promise.resolve(new Map()),
    readCategories: () => Promise.reject(new Error("Nothing is to be read")),
    format: { symbol: "$", isSymbolFirst: true, decimals: 2 },
    utcToday: "2024-03-15",
    ...more,
  };
}

function proposed(
  change: Partial<AskedEdit>,
  transaction = one,
  others: EditPlan["transactions"]["live"] = [],
  more: Partial<EditPlan> = {},
): Proposal<"updateTransaction"> {
  return editDraft(
    { transaction_id: transaction.id, ...change },
    planWith([transaction, ...others], more),
  );
}

function draftOf(...asked: Parameters<typeof proposed>): ChangeDraft<"updateTransaction"> {
  return draftIn(proposed(...asked));
}

/** What is sent, and how the row was and is to be. */
function sides(...asked: Parameters<typeof proposed>): readonly unknown[] {
  const [step] = draftOf(...asked).steps;
  const [target] = step?.targets ?? [];
  return [step?.args.transaction, target?.before, target?.after];
}

function refusals(...asked: Parameters<typeof proposed>): readonly string[] {
  const error = assertThrows(() => proposed(...asked), ToolError);
  assertEquals(error.code, "invalid_input");
  return error.rows.length === 0 ? [error.message] : error.rows;
}

Deno.test("editDraft() proposes what differs, in one request", async () => {
  const { afterwards, readFollowers: _, ...draft } = draftOf({
    amount: -15_000,
    memo: "new",
    cleared: "cleared",
    approved: true,
  });
  const line = { id: one.id, label };
  assertEquals(draft, {
    summary: "Edit Shop, 10 Mar: amount, memo",
    done: "Edited Shop, 10 Mar: amount, memo",
    preview: [
      { ...line, field: "amount", before: -12, after: -15 },
      { ...line, field: "memo", before: "old", after: "new", isOwnText: true },
    ],
    warnings: [],
    steps: [{
      operation: "updateTransaction",
      args: {
        planId: "p",
        transactionId: one.id,
        transaction: { amount: -15_000, memo: "new" },
      },
      targets: [{
        ...line,
        before: { amount: -12_000, memo: "old" },
        after: { amount: -15_000, memo: "new" },
      }],
    }],
    irreversible: null,
    undoRequests: 1,
    checkBeforeRetry: "find_transactions has shown what it is",
  });
  assertEquals(await afterwards?.(), "Available now: Fun $47.00.");
});

Deno.test("editDraft() has nothing to do where the row is like that already", () => {
  const same: Partial<AskedEdit> = {
    ...{ date: one.date, amount: one.amount, payee: "shop", memo: "old", account_id: checking },
    ...{ category_id: fun, cleared: "cleared", approved: true, flag: null },
  };
  assertEquals(proposed(same).stop, {
    status: "nothing_to_do",
    message: "The transaction is like that already",
  });
});

const fields: readonly (readonly [
  what: string,
  asked: Partial<AskedEdit>,
  sent: unknown,
  before: unknown,
  after: unknown,
])[] = [
  ["a date", { date: "2024-03-09" }, { date: "2024-03-09" }, { date: one.date }, {
    date: "2024-03-09",
  }],
  ["no memo", { memo: "" }, { memo: null }, { memo: "old" }, { memo: null }],
  ["an uncleared mark", { cleared: "uncleared" }, { cleared: "uncleared" }, {
    cleared: "cleared",
  }, { cleared: "uncleared" }],
  ["a flag", { flag: "red" }, { flag_color: "red" }, { flag_color: null }, { flag_color: "red" }],
  ["no approval", { approved: false }, { approved: false }, { approved: true }, {
    approved: false,
  }],
  ["a category", { category_id: "food" }, { category_id: food }, { category_id: fun }, {
    category_id: food,
  }],
  ["no category", { category_id: null }, { category_id: null }, { category_id: fun }, {
    category_id: null,
  }],
  ["a payee that is known", { payee: "BAKERY" }, { payee_id: bakery }, {
    payee_id: shop,
    payee_name: "Shop",
  }, { payee_id: bakery, payee_name: "Bakery" }],
  ["a new payee", { payee: " Kiosk " }, { payee_name: "Kiosk" }, {
    payee_name: "Shop",
    payee_id: shop,
  }, { payee_name: "Kiosk" }],
  ["another account", { account_id: "savings" }, { account_id: savings }, {
    account_id: checking,
    account_name: "Checking",
  }, { account_id: savings, account_name: "Savings" }],
];
for (const [what, asked, sent, before, after] of fields) {
  Deno.test(`editDraft() gives a row ${what}, and knows how it was`, () => {
    assertEquals(sides(asked), [sent, before, after]);
  });
}

Deno.test("editDraft() warns of a new payee, and can give the former one back", () => {
  const { warnings, steps, preview } = draftOf({ payee: "Kiosk" });
  assertEquals(warnings, [
    '"Kiosk" is a new payee, which stays in the list of payees even when this is undone',
  ]);
  assertEquals(steps[0]?.targets[0]?.restore, { payee_id: shop });
  assertEquals(preview, [{
    ...{ id: one.id, label, field: "payee", before: "Shop", after: "Kiosk" },
    isOwnText: true,
  }]);
  const known = draftOf({ payee: "Bakery" });
  assertEquals([known.warnings, known.steps[0]?.targets[0]?.restore], [[], { payee_id: shop }]);
  assertEquals(draftOf({ memo: "x" }).steps[0]?.targets[0]?.restore, undefined);
});

Deno.test("editDraft() leaves the payee where no payees were read", () => {
  assertEquals(sides({ payee: "Kiosk", memo: "x" }, one, [], { payees: null }), [
    { memo: "x" },
    { memo: "old" },
    { memo: "x" },
  ]);
});

Deno.test("editDraft() tells accounts and categories by their names", () => {
  const { preview } = draftOf({ account_id: "Savings", category_id: "Food", flag: "red" });
  assertEquals(preview.map(({ field, before, after }) => [field, before, after]), [
    ["account", "Checking", "Savings"],
    ["category", "Fun", "Food"],
    ["flag", null, "red"],
  ]);
  assertEquals(preview.some((line) => "isOwnText" in line), false);
});

Deno.test("editDraft() says that a reconciled row may no longer agree with the bank", () => {
  const { warnings } = draftOf({ amount: -1_000 }, { ...one, cleared: "reconciled" });
  assertEquals(warnings, ["it is reconciled: its account may no longer agree with the bank"]);
});

Deno.test("editDraft() says that the row which a bank row was matched with stays", () => {
  const { warnings } = draftOf({ amount: -1_000 }, { ...one, matched_transaction_id: anId(32) });
  assertEquals(warnings, ["it is matched with another row, which stays as it is"]);
});

Deno.test("editDraft() can't give back a date that YNAB does not take any more", () => {
  const old = { ...one, date: "2019-03-14" };
  const moved = draftOf({ date: "2024-03-01", memo: "x" }, old);
  assertEquals(moved.irreversible, null);
  assertEquals(moved.steps[0]?.targets[0]?.restore, { memo: "old" });
  assertEquals(moved.warnings, ["undoing can't give its date back, which is over 5 years ago"]);
  assertEquals(
    draftOf({ date: "2024-03-01" }, old).irreversible,
    "its former date is over 5 years back, which YNAB's API does not take",
  );
  const inTime = draftOf({ date: "2024-03-01" }, { ...one, date: "2019-03-15" });
  assertEquals([inTime.irreversible, inTime.warnings], [null, []]);
  const kept = draftOf({ memo: "x" }, old);
  assertEquals([kept.warnings, kept.steps[0]?.targets[0]?.restore], [[], undefined]);
});

const refused: readonly (readonly [
  what: string,
  asked: Partial<AskedEdit>,
  transaction: typeof one,
  others: EditPlan["transactions"]["live"],
  words: readonly string[],
])[] = [
  ["a date to come", { date: "2024-03-16" }, one, [], [
    "date: 2024-03-16 is in the future, and YNAB's today is 2024-03-15 (UTC): date it that day or " +
    "earlier, or use create_scheduled_transaction",
  ]],
  ["a closed account", { account_id: "Old" }, one, [], [
    'account_id "Old": the account is closed: reopen it in YNAB\'s app, or choose another',
  ]],
  [
    "no approval of what is reconciled",
    { approved: false },
    {
      ...one,
      cleared: "reconciled",
    },
    [],
    ["approved: it is reconciled, and YNAB takes that mark from unapproved rows"],
  ],
  ["money out as income", { category_id: inflow }, one, [], [
    "category_id: it is money out, and Inflow: Ready to Assign is for money that came in: leave " +
    "category_id out",
  ]],
  ["a category on a tracking account", { category_id: "Food" }, { ...one, account_id: house }, [], [
    "category_id: it is on a tracking account, whose transactions take no category: leave " +
    "category_id out",
  ]],
  [
    "income on a credit card",
    { account_id: "Visa" },
    {
      ...one,
      amount: 5_000,
      category_id: inflow,
    },
    [],
    [
      "account_id: income can't go to a credit account: choose the category that the refund or " +
      "credit belongs to",
    ],
  ],
  ["any edit of a row of a closed account", { memo: "x" }, { ...one, account_id: closed }, [], [
    `"${one.id}": its account is closed: reopen it in YNAB's app first`,
  ]],
];
for (const [what, asked, transaction, others, words] of refused) {
  Deno.test(`editDraft() refuses ${what}`, () => {
    assertEquals(refusals(asked, transaction, others), words);
  });
}

Deno.test("editDraft() takes the date that a row has, however it lies", () => {
  const later = { ...one, date: "2024-03-20" };
  assertEquals(sides({ date: "2024-03-20", memo: "x" }, later)[0], { memo: "x" });
});

Deno.test("editDraft() lets a reconciled row be unapproved together with its mark", () => {
  const reconciled = { ...one, cleared: "reconciled" } as const;
  assertEquals(sides({ approved: false, cleared: "uncleared" }, reconciled)[0], {
    cleared: "uncleared",
    approved: false,
  });
});

Deno.test("editDraft() takes money that came in for income", () => {
  const income = { ...one, amount: 5_000 };
  assertEquals(sides({ category_id: inflow }, income)[0], { category_id: inflow });
  assertEquals(sides({ category_id: inflow, amount: 5_000 })[0], {
    amount: 5_000,
    category_id: inflow,
  });
});

Deno.test("editDraft() names all that it refuses at once", () => {
  const rows = refusals({ date: "2024-03-16", account_id: "Old", category_id: "Nowhere" });
  assertEquals(rows.map((row) => row.split(":")[0]), ["date", 'account_id "Old"', "category_id"]);
});

Deno.test("editDraft() finds no row that is gone, or that nobody knows", () => {
  for (const id of [anId(39), anId(40)]) {
    assertEquals(refusals({ transaction_id: id, memo: "x" }).length, 1);
  }
});

const split = aTransaction({
  ...one,
  category_id: null,
  subtransactions: [
    aSplitLine({ category_id: fun, amount: -7_000 }),
    aSplitLine({
      amount: -5_000,
      transfer_account_id: savings,
      transfer_transaction_id: anId(33),
    }),
  ],
});
const isSplit =
  "it is split, and YNAB leaves this of a split as it is: change it in YNAB's app, or delete the " +
  "transaction and enter it again";

Deno.test("editDraft() refuses of a split what YNAB would leave as it is", () => {
  const asked = { date: "2024-03-09", amount: -1, account_id: "Savings", category_id: "Fun" };
  assertEquals(refusals(asked, split), [
    `date: ${isSplit}`,
    `amount: ${isSplit}`,
    `account_id: ${isSplit}`,
    `category_id: ${isSplit}`,
  ]);
  assertEquals(refusals({ category_id: null }, split), [`category_id: ${isSplit}`]);
  assertEquals(sides({ payee: "Bakery", memo: null, flag: "red" }, split)[0], {
    payee_id: bakery,
    memo: null,
    flag_color: "red",
  });
});

Deno.test("editDraft() says of a split's memo nothing of categories", async () => {
  assertEquals(await draftOf({ memo: "x" }, split).afterwards?.(), "");
});

const [from, to] = transferSides(one, { from: { payee_id: anId(23) } });

Deno.test("editDraft() says that the other side of a transfer, where it moves, is reconciled", () => {
  const reconciled = { ...to, cleared: "reconciled" } as const;
  const said = "its other side is reconciled: that account may no longer agree with the bank";
  assertEquals(draftOf({ amount: -15_000 }, from, [reconciled]).warnings, [said]);
  assertEquals(draftOf({ date: "2024-03-09" }, from, [reconciled]).warnings, [said]);
  assertEquals(draftOf({ memo: "x" }, from, [reconciled]).warnings, []);
  assertEquals(draftOf({ amount: -15_000 }, from, [to]).warnings, []);
});

Deno.test("editDraft() changes date and amount on both sides of a transfer", () => {
  const { steps, preview } = draftOf({ date: "2024-03-09", amount: -15_000 }, from, [to]);
  const [step] = steps;
  assertEquals(step?.args.transaction, { date: "2024-03-09", amount: -15_000 });
  assertEquals(step?.targets[1], {
    id: to.id,
    label: "2024-03-10 Transfer : Checking $12.00 Savings",
    before: { date: "2024-03-10", amount: 12_000 },
    after: { date: "2024-03-09", amount: 15_000 },
    isFollower: true,
  });
  assertEquals(preview.map(({ id, field, after }) => [id, field, after]), [
    [from.id, "date", "2024-03-09"],
    [from.id, "amount", -15],
    [to.id, "date", "2024-03-09"],
    [to.id, "amount", 15],
  ]);
});

Deno.test("editDraft() moves on the other side of a transfer only what moves on this one", () => {
  const other = (asked: Partial<AskedEdit>): readonly unknown[] => {
    const [, target] = draftOf(asked, from, [to]).steps[0]?.targets ?? [];
    return [target?.before, target?.after];
  };
  assertEquals(other({ date: "2024-03-09" }), [{ date: "2024-03-10" }, { date: "2024-03-09" }]);
  assertEquals(other({ amount: -1_000 }), [{ amount: 12_000 }, { amount: 1_000 }]);
  assertEquals(other({ memo: "x" }), [undefined, undefined]);
});

Deno.test("editDraft() refuses another payee or account of a transfer", () => {
  const why =
    "it is a transfer: delete it with delete_transactions, and enter the right one with " +
    "create_transfer";
  assertEquals(refusals({ payee: "Bakery", account_id: "Visa" }, from, [to]), [
    `payee: ${why}`,
    `account_id: ${why}`,
  ]);
});

Deno.test("editDraft() refuses date and amount of a side whose other side is in a split", () => {
  const why = "its other side is in a split, which decides this: change the split in YNAB's app";
  const side = { ...to, id: anId(33), amount: 5_000, transfer_transaction_id: split.id };
  const asked = { date: "2024-03-09", amount: 1 };
  assertEquals(refusals(asked, side, [split]), [`date: ${why}`, `amount: ${why}`]);
  const unnamed = { ...side, transfer_transaction_id: null };
  assertEquals(refusals(asked, unnamed, [one, split]), [`date: ${why}`, `amount: ${why}`]);
  const elsewhere = { ...split, account_id: card };
  assertEquals(refusals(asked, side, [one, elsewhere]), [`date: ${why}`, `amount: ${why}`]);
  assertEquals(sides({ memo: "x" }, side, [split])[0], { memo: "x" });
});

Deno.test("editDraft() takes a category away where a tracking account takes none, and shows it", () => {
  const { preview, steps } = draftOf({ account_id: "House" });
  assertEquals(preview.map(({ field, before, after }) => [field, before, after]), [
    ["account", "Checking", "House"],
    ["category", "Fun", null],
  ]);
  assertEquals(steps[0]?.args.transaction, { account_id: house, category_id: null });
});

Deno.test("editDraft() leaves a row without a category as it is when it moves", () => {
  assertEquals(sides({ account_id: "House" }, { ...one, category_id: null })[0], {
    account_id: house,
  });
});

Deno.test("editDraft() takes the category that stands for none for none, and gives it back", () => {
  const uncategorized = { ...one, category_id: none };
  assertEquals(proposed({ category_id: null }, uncategorized).stop?.status, "nothing_to_do");
  assertEquals(sides({ category_id: fun }, uncategorized), [
    { category_id: fun },
    { category_id: none },
    { category_id: fun },
  ]);
  const [sent, before] = sides({ account_id: "Savings" }, uncategorized);
  assertEquals(sent, { account_id: savings, category_id: null });
  assertEquals(before, { account_id: checking, account_name: "Checking", category_id: none });
  const [alone] = sides({ account_id: "Savings" }, { ...one, category_id: null });
  assertEquals(alone, { account_id: savings });
});

const told: readonly (readonly [what: string, asked: Partial<AskedEdit>, words: string])[] = [
  ["an amount", { amount: -2_000 }, "Available now: Fun $60.00."],
  ["a category", { category_id: "Food" }, "Available now: Fun $62.00, Food $78.00."],
  ["both", { category_id: "Food", amount: -2_000 }, "Available now: Fun $62.00, Food $88.00."],
  ["no category", { category_id: null }, "Available now: Fun $62.00."],
  ["a memo", { memo: "x" }, ""],
];
for (const [what, asked, words] of told) {
  Deno.test(`editDraft() tells what categories have after an edit of ${what}`, async () => {
    assertEquals(await draftOf(asked).afterwards?.(), words);
  });
}

Deno.test("editDraft() asks what categories have where money moves between months", async () => {
  const read = live.map((category) => ({ ...category, balance: 1_000 }));
  const more = { readCategories: () => Promise.resolve({ live: read }) };
  const { afterwards } = draftOf({ date: "2024-02-28" }, one, [], more);
  assertEquals(await afterwards?.(), "Available now: Fun $1.00.");
});

Deno.test("editDraft() tells what the category of the other side has, where it has one", async () => {
  const outward = { ...to, category_id: food };
  const { afterwards } = draftOf({ amount: -2_000 }, { ...from, category_id: fun }, [outward]);
  assertEquals(await afterwards?.(), "Available now: Fun $60.00, Food $80.00.");
});
