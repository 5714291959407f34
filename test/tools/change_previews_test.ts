import { assertEquals, assertMatch } from "@std/assert";
import { aCategory, aLine, anAccount, aPayee, aSchedule } from "../demo/_tiny_plan.ts";
import { confirm, editRecord, stateText } from "./_confirm.ts";
import { aRow, aTransfer, household, householdSchedules, idOf, ids } from "./_plan.ts";
import { aWorld, callIn, rowsOf, type World } from "./_world.ts";

type Args = Readonly<Record<string, unknown>>;

const land = idOf("acc6");
const shops = ["North", "East", "South", "West"];

/**
 * A household with rare cases: a split with a transfer, tracking accounts, and transactions that
 * undo can't restore.
 */
const plan = household({
  accounts: [
    ...household().accounts,
    anAccount({ id: land, name: "Land", type: "otherAsset", on_budget: false }),
  ],
  payees: [
    ...household().payees,
    ...shops.map((name, at) => aPayee({ id: idOf(`e${at}`), name })),
  ],
  transactions: [
    ...household().transactions,
    aRow({
      id: idOf("51"),
      amount: -60_000,
      lines: [
        aLine({ id: idOf("81"), amount: -10_000, category_id: ids.dining, payee_id: idOf("e0") }),
        aLine({
          id: idOf("82"),
          amount: -50_000,
          transfer_account_id: ids.savings,
          transfer_transaction_id: idOf("52"),
        }),
      ],
    }),
    aRow({
      id: idOf("52"),
      account_id: ids.savings,
      amount: 50_000,
      payee_id: ids.toChecking,
      transfer_account_id: ids.checking,
      transfer_transaction_id: idOf("82"),
    }),
    aRow({ id: idOf("61"), date: "2020-03-02", amount: -1_000 }),
    aRow({ id: idOf("62"), account_id: ids.oldAccount, amount: -2_000 }),
    ...aTransfer(["63", "64"], ids.savings, {
      ...{ date: "2026-03-02", amount: -3_000, payee_id: ids.toSavings },
    }).map((row) => row.amount > 0 ? { ...row, cleared: "reconciled" as const } : row),
    aRow({ id: idOf("65"), account_id: ids.house, amount: -1_000, cleared: "reconciled" }),
    ...shops.map((_, at) =>
      aRow({ id: idOf(`6a${at}`), amount: -1_000, payee_id: idOf(`e${at}`), category_id: ids.rent })
    ),
  ],
  scheduled: [
    ...householdSchedules,
    aSchedule({
      id: idOf("93"),
      account_id: ids.checking,
      date_first: "2026-01-20",
      date_next: "2026-03-20",
      frequency: "monthly",
      amount: -30_000,
      lines: [ids.dining, ids.gifts]
        .map((category_id, at) => aLine({ id: idOf(`94${at}`), amount: -15_000, category_id })),
    }),
  ],
});

function aRareWorld(): Promise<World> {
  return aWorld({ write: true, profile: "complete", plans: [plan] });
}

const row = (id: string): Args => ({ transaction_id: idOf(id) });
const rent = { scheduled_id: "00000091" };
const toSavings = { scheduled_id: "00000092" };
const transfer = {
  from_account_id: "Checking",
  to_account_id: "Savings",
  amount: 35,
  date: "2026-03-13",
};

/** Tool calls, each with the error or warning that its preview must contain. */
const previewed: readonly (readonly [tool: string, args: Args, words: RegExp])[] = [
  ["edit_transaction", { ...row("52"), amount: 51 }, /other side of this transfer is a split line/],
  ["edit_transaction", { ...row("71"), account_id: "Visa" }, /credit account can't receive income/],
  ["edit_transaction", { ...row("63"), amount: -4 }, /the transfer's other side is reconciled/],
  [
    "edit_scheduled_transaction",
    { ...toSavings, payee: "Bank", transfer_to_account_id: "Visa" },
    /payee: a transfer can't have a payee/,
  ],
  [
    "edit_scheduled_transaction",
    { ...toSavings, account_id: "Savings" },
    /account_id: a transfer needs two different accounts/,
  ],
  [
    "edit_scheduled_transaction",
    { ...rent, transfer_to_account_id: "House", category_id: ids.inflow },
    /category_id: a transfer is not income/,
  ],
  ["edit_scheduled_transaction", { ...rent, date: "2031-03-16" }, /over 5 years in the future/],
  ["edit_scheduled_transaction", { ...rent, payee: ids.cafe }, /name here, not its id/],
  [
    "edit_scheduled_transaction",
    { ...rent, payee: "Transfer : Visa" },
    /doesn't create a transfer/,
  ],
  ["edit_scheduled_transaction", { ...rent, payee: "Ms Hill" }, /any new payee stays/],
  ["delete_scheduled_transaction", { scheduled_id: "00000093" }, /its first date or its split l/],
  [
    "create_transfer",
    { ...transfer, from_account_id: "House", to_account_id: "Land", category_id: "Rent" },
    /between tracking accounts can't have a category/,
  ],
  [
    "delete_transactions",
    { transaction_ids: [idOf("52")] },
    /one side of a transfer whose other side is a line of a split transaction/,
  ],
  [
    "delete_transactions",
    { transaction_ids: ["61", "62", "73"].map(idOf) },
    /can't restore 2 of them: it is over 5 years old\\?; its account is closed/,
  ],
  [
    "delete_transactions",
    { transaction_ids: ["64", "7a"].map(idOf) },
    /2 transactions are reconciled: after this change, their accounts may no longer match/,
  ],
  [
    "delete_transactions",
    { transaction_ids: ["65", "7a"].map(idOf) },
    /2 transactions are reconciled: after this change, their account may no longer match/,
  ],
  [
    "update_category",
    { category_id: "Dining", group_id: "Hidden Categories" },
    /the group Hidden Categories is hidden/,
  ],
  ["merge_payees", { into_payee_id: "Amazon", payee_ids: shops }, /from 4 payees to Amazon/],
  [
    "merge_payees",
    { into_payee_id: "Amazon", payee_ids: shops },
    /4 payees stay in the payee list/,
  ],
  [
    "rename_payees",
    { renames: [{ payee_id: "North", name: "N" }] },
    /the new name will also appear in 1 transaction and 1 split line entered earlier/,
  ],
  [
    "assign_month",
    { month: "current", mode: "cover_overspending", limit_amount: 1 },
    /more than it needs, or limit_amount was reached/,
  ],
];

Deno.test("previews for rare cases contain the expected errors and warnings, and nothing is written", async (test) => {
  await using world = await aRareWorld();
  const before = stateText(world);
  for (const [tool, args, words] of previewed) {
    await test.step(`${tool}: ${words.source}`, async () => {
      assertMatch((await world.call(tool, args)).text, words);
      assertEquals(stateText(world), before);
    });
  }
});

/** Tool calls, each with words that its preview must not contain. */
const omitted: readonly (readonly [tool: string, args: Args, words: RegExp])[] = [
  [
    "create_transactions",
    { account_id: "Checking", transactions: [{ date: "2021-03-15", amount: -1 }] },
    /5 years/,
  ],
  ["edit_scheduled_transaction", { ...rent, date: "2026-03-15" }, /past/],
  [
    "set_category_target",
    { category_id: "Power", amount: 150, by_date: "2026-03-15" },
    /in the past/,
  ],
  ["set_category_budget", { month: "current", category_id: "Dining", amount: 61 }, /will have/],
];

Deno.test("previews omit warnings that don't apply", async () => {
  await using world = await aRareWorld();
  for (const [tool, args, words] of omitted) {
    const { structured, text } = await world.call(tool, args);
    assertEquals(structured?.["status"], "confirmation_required", text);
    assertEquals(words.test(text), false, text);
  }
});

type Shown = readonly (readonly [field: string, before?: unknown, after?: unknown])[];

/** Tool calls, each with the lines that its preview must contain. */
const shown: readonly (readonly [tool: string, args: Args, lines: Shown])[] = [
  ["edit_transaction", { ...row("73"), category_id: null }, [["category", "Dining", undefined]]],
  [
    "edit_transaction",
    { ...row("76"), date: "2026-03-09" },
    [["date", "2026-03-08", "2026-03-09"], ["date", "2026-03-08", "2026-03-09"]],
  ],
  [
    "edit_scheduled_transaction",
    { ...rent, transfer_to_account_id: "Savings" },
    [["payee", "Landlord", "Transfer : Savings"], ["category", "Rent", undefined]],
  ],
  [
    "edit_scheduled_transaction",
    { ...toSavings, payee: "Bank" },
    [["payee", "Transfer : Savings", "Bank"]],
  ],
  ["edit_scheduled_transaction", { ...rent, category_id: null }, [["category", "Rent", undefined]]],
  [
    "create_scheduled_transaction",
    {
      account_id: "Checking",
      date: "2026-04-02",
      amount: -5,
      frequency: "never",
      payee: "A very long name of a payee",
    },
    [
      ["amount", undefined, -5],
      ["frequency", undefined, "once"],
      ["payee", undefined, "A very long name of a payee"],
    ],
  ],
];

Deno.test("a preview lists every field that changes, including fields that change as a side effect", async () => {
  await using world = await aRareWorld();
  for (const [tool, args, lines] of shown) {
    const preview = await world.call(tool, args);
    const found = rowsOf(preview).map(({ field, before, after }) => [field, before, after]);
    assertEquals(found, lines, preview.text);
  }
});

Deno.test("previews show the new name of an account that was renamed in the app", async () => {
  await using world = await aWorld({ write: true, profile: "complete", plans: [plan] });
  const previews: readonly (readonly [tool: string, args: Args])[] = [
    ["edit_transaction", { transaction_id: "00000073", memo: "new" }],
    ["edit_scheduled_transaction", { scheduled_id: "00000092", amount: -7 }],
  ];
  const labels = async (): Promise<readonly string[]> => {
    const replies = previews.map(([tool, args]) =>
      world.call(tool, { plan_id: ids.plan, ...args })
    );
    return (await Promise.all(replies)).map((reply) => String(rowsOf(reply)[0]?.["label"]));
  };
  const before = await labels();
  editRecord(world, "accounts", ids.checking, { name: "Everyday" });
  world.pass(61);
  assertEquals(await labels(), before.map((label) => label.replace("Checking", "Everyday")));
  assertEquals(before.every((label) => label.includes("Checking")), true, before.join());
});

Deno.test("create_transfer lists the cleared side first in its preview", async () => {
  const args = { ...transfer, to_cleared: true };
  const [line] = rowsOf(await callIn(aRareWorld(), "create_transfer", args));
  assertEquals(line?.["label"], "2026-03-13 Transfer : Checking $35.00 Savings");
});

Deno.test("edit_transaction moves an Uncategorized transaction to a tracking account and back", async () => {
  await using world = await aRareWorld();
  const before = stateText(world);
  const args = { ...row("79"), account_id: "House" };
  const { preview, applied } = await confirm(world, "edit_transaction", args);
  const fields = rowsOf(preview).map(({ field }) => field);
  assertEquals([fields, applied.structured?.["status"]], [["account"], "applied"]);
  await confirm(world, "undo_operation");
  // Only the YNAB app can set the category to Uncategorized, so undo leaves the category empty.
  const none = `"category_id":"${ids.uncategorized}"`;
  assertEquals(stateText(world), before.replace(none, '"category_id":null'));
});

Deno.test("reconcile_account rejects an adjustment in a plan with two Inflow categories", async () => {
  const second = aCategory({
    id: idOf("f1"),
    name: "Inflow: Ready to Assign",
    category_group_id: ids.internal,
    internal: true,
  });
  const plans = [household({ categories: [...household().categories, second] })];
  const args = { account_id: "Checking", bank_balance: 1, adjust: true };
  const { text } = await callIn(aWorld({ write: true, plans }), "reconcile_account", args);
  assertMatch(text, /"Inflow: Ready to Assign", but this plan has 2 such categories: enter/);
});
