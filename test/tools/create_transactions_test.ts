import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { apply, confirm, rowOf, stateOf } from "./_confirm.ts";
import { household, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, callIn, rowsOf, type World } from "./_world.ts";

const args = {
  account_id: "Checking",
  transactions: [
    {
      date: "2026-03-14",
      amount: -12.5,
      payee_name: "Bakery with a name longer than a label",
      category_id: "dining",
      memo: "cake *and* bread",
    },
    { date: "2026-03-15", amount: 2000, payee_name: "Employer", category_id: ids.inflow },
    { date: "2026-03-15", amount: 0, payee_name: " ", cleared: "cleared" },
  ],
};

function withRows(...transactions: readonly object[]): Readonly<Record<string, unknown>> {
  return { account_id: ids.checking, transactions };
}

function newRows(world: World): readonly { readonly id: string; readonly account_id: string }[] {
  const known = new Set(household().transactions.map(({ id }) => id));
  return world.upstream.snapshot()[0]?.transactions.filter(({ id }) => !known.has(id)) ?? [];
}

Deno.test("create_transactions previews every transaction and writes nothing", async () => {
  await using world = await aWorld({ write: true });
  const before = stateOf(world);
  const { structured, isError } = await world.call("create_transactions", args);
  const { confirmation, message, ...rest } = structured ?? {};
  assertMatch(String(confirmation), /^[0-9a-z]{12}$/);
  assertMatch(
    String(message),
    /^Enter 3 transactions, \$1987\.50 in all, waiting for approval\? Nothing has been written yet\. You can undo this until the server stops\./,
  );
  const bakery = {
    id: "new 1",
    label: "2026-03-14 Bakery with a name long\u2026 -$12.50 Checking",
  };
  const nothing = { id: "new 3", label: "2026-03-15 no payee $0.00 Checking" };
  assertEquals([rest, isError], [{
    status: "confirmation_required",
    changes: [
      { ...bakery, field: "category", after: "Dining" },
      { ...bakery, field: "payee", after: "Bakery with a name longer than a label" },
      { ...bakery, field: "memo", after: "cake *and* bread" },
      {
        id: "new 2",
        label: "2026-03-15 Employer $2000.00 Checking",
        field: "category",
        after: "Inflow: Ready to Assign",
      },
      { ...nothing, field: "category" },
      { ...nothing, field: "cleared", after: "cleared" },
    ],
    warnings: ["any new payee stays in the payee list, even if you undo this"],
  }, false]);
  assertEquals(stateOf(world), before);
});

Deno.test("create_transactions lists created transactions with their ids", async () => {
  await using world = await aWorld({ write: true });
  await world.call("find_transactions");
  const { applied } = await apply(world, "create_transactions", args);
  assertEquals(
    applied.structured?.["message"],
    "Entered 3 transactions, $1987.50 in all, waiting for approval. Available now: Dining -$48.00. " +
      "Ready to Assign has changed: get_monthly_summary shows the new amount. " +
      "You can undo this until the server stops.",
  );
  assertMatch(String(applied.structured?.["operation_id"]), /^[0-9a-z]{12}$/);
  const created = new Set(rowsOf(applied).map(({ id }) => id));
  assertEquals([...created], newRows(world).map(({ id }) => id.slice(0, 8)));
});

Deno.test("create_transactions returns full ids if no transactions are cached", async () => {
  await using world = await aWorld({ write: true });
  const { applied } = await confirm(world, "create_transactions", args);
  const created = new Set(rowsOf(applied).map(({ id }) => id));
  assertEquals([...created], newRows(world).map(({ id }) => id));
});

Deno.test("create_transactions previews the memo and the payee in full, line by line", async () => {
  await using world = await aWorld({ write: true });
  const memo = `${"m".repeat(300)}\n- another ${"n".repeat(150)}|z`;
  const payee_name = "p".repeat(200);
  const rows = withRows({ date: "2026-03-14", amount: -1, memo, payee_name });
  const { preview, applied } = await confirm(world, "create_transactions", rows);
  for (const { structured, text } of [preview, applied]) {
    const changes = rowsOf({ structured });
    const after = (field: string): unknown =>
      changes.find((row) => row["field"] === field)?.["after"];
    assertEquals([after("memo"), after("payee")], [memo, payee_name]);
    assertStringIncludes(text, `${"m".repeat(300)}\\n- another ${"n".repeat(150)}\\|z`);
  }
});

Deno.test("create_transactions previews the payee's full name only if the transaction's label truncates the name", async () => {
  await using world = await aWorld({ write: true });
  for (const [payee_name, isShown] of [["A  B", false], ["p".repeat(30), true]] as const) {
    const rows = withRows({ date: "2026-03-14", amount: -1, payee_name });
    const fields = rowsOf(await world.call("create_transactions", rows)).map(({ field }) => field);
    assertEquals(fields.includes("payee"), isShown);
  }
});

/** Makes YNAB answer a create request with the given transactions. */
function answerWith(world: World, ...created: readonly object[]): void {
  const stored = {
    ...{ date: "2026-03-14", account_id: ids.checking, account_name: "Checking" },
    ...{ cleared: "uncleared", approved: false, deleted: false, subtransactions: [] },
  };
  const transactions = created.map((one) => ({ ...stored, ...one }));
  const body = { data: { transaction_ids: [], transactions, server_knowledge: 11 } };
  world.upstream.setFaults([{ operation: "createTransaction", then: { status: 201, body } }]);
}

Deno.test("create_transactions matches created transactions to requested ones even if YNAB returns them in a different order", async () => {
  await using world = await aWorld({ write: true });
  const rows = withRows({ date: "2026-03-14", amount: -1 }, { date: "2026-03-14", amount: -2 });
  answerWith(world, { id: idOf("e2"), amount: -2000 }, { id: idOf("e1"), amount: -1000 });
  const { applied } = await confirm(world, "create_transactions", rows);
  assertEquals(rowsOf(applied).map(({ id, label }) => [id, String(label).includes("-$1.00")]), [
    [idOf("e1"), true],
    [idOf("e2"), false],
  ]);
  assertEquals(applied.structured?.["warnings"], undefined);
});

Deno.test("create_transactions reports values that YNAB stored differently", async () => {
  await using world = await aWorld({ write: true });
  const other = { payee_name: "Amazon", category_id: ids.gifts, category_name: "Gifts" };
  answerWith(world, { id: idOf("e1"), amount: -1000, ...other });
  const row = withRows({ date: "2026-03-14", amount: -1, payee_name: "amazon" });
  const { applied } = await confirm(world, "create_transactions", row);
  assertEquals([applied.structured?.["status"], applied.structured?.["warnings"]], [
    "applied",
    [
      '2026-03-14 amazon -$1.00 Checking: YNAB stored a different payee, "Amazon", and stored ' +
      'a different category, "Gifts"',
    ],
  ]);
});

Deno.test("create_transactions approves new transactions on request, and the preview says so", async () => {
  await using world = await aWorld({ write: true });
  const row = withRows({ date: "2026-03-14", amount: -1 });
  const { preview } = await confirm(world, "create_transactions", { ...row, approved: true });
  assertStringIncludes(preview.text, "Enter 1 transaction, -$1.00 in all, already approved?");
  assertEquals(newRows(world).map(({ id }) => rowOf(world, id)?.approved), [true]);
});

Deno.test("create_transactions creates tracking-account transactions without a category", async () => {
  await using world = await aWorld({ write: true });
  const row = { ...withRows({ date: "2026-03-14", amount: 1000 }), account_id: "House" };
  await confirm(world, "create_transactions", row);
  assertEquals(newRows(world).map(({ account_id }) => account_id), [ids.house]);
});

Deno.test("create_transactions reports all validation errors at once", async () => {
  const row = { date: "2026-03-14", amount: -1 };
  const rows = withRows(
    { ...row, date: "2026-03-16" },
    { ...row, date: "2021-03-14" },
    { ...row, payee_name: " starting  BALANCE " },
    { ...row, payee_name: "Manual Balance Adjustment" },
    { ...row, payee_name: "Reconciliation Balance Adjustment" },
    { ...row, payee_name: "Transfer : Savings" },
    { ...row, category_id: "0000ffff" },
    { ...row, category_id: "Old hobby" },
    { ...row, category_id: ids.visaPayment },
    { ...row, category_id: "Uncategorized" },
  );
  const { text } = await callIn(aWorld({ write: true }), "create_transactions", rows);
  assertEquals(text.split("\n"), [
    "invalid_input: nothing was written, because 10 rows were refused: " +
    "correct the following and call again",
    "row 1: 2026-03-16 is in the future (it is 2026-03-15 in YNAB, which uses UTC): use " +
    "2026-03-15 or earlier, or use create_scheduled_transaction if available, or the YNAB app",
    "row 2: 2021-03-14 is over 5 years ago: the earliest date that YNAB accepts is 2021-03-15",
    "row 3: YNAB reserves this payee name: choose another",
    "row 4: YNAB reserves this payee name: choose another",
    "row 5: YNAB reserves this payee name: choose another",
    "row 6: a payee name doesn't create a transfer: use create_transfer if available, or the YNAB " +
    "app",
    'row 7: this plan has no category "0000ffff": see list_category_groups',
    'row 8: category "Old hobby" is hidden: unhide it in the YNAB app, or choose another',
    `row 9: category "${ids.visaPayment}" is a credit card payment category, which YNAB funds ` +
    "automatically: choose another",
    'row 10: category "Uncategorized" is a YNAB system category: choose another',
  ]);
});

const deposit = withRows({ date: "2026-03-14", amount: 1 });
const inCategory = (category_id: string): Readonly<Record<string, unknown>> =>
  withRows({ date: "2026-03-14", amount: 1, category_id });

testRefusals("create_transactions", { args: deposit }, [
  [
    "an invisible payee",
    { transactions: [{ date: "2026-03-14", amount: -1, payee_name: "\u200b\u3164" }] },
    /payee_name must contain at least one visible character/,
  ],
  [
    "a payee's id as its name",
    { transactions: [{ date: "2026-03-14", amount: -1, payee_name: ids.amazon }] },
    /pass the payee's name here, not its id$/,
  ],
  [
    "a payee's short id as its name",
    { transactions: [{ date: "2026-03-14", amount: -1, payee_name: "000000d6" }] },
    /pass the payee's name here, not its id$/,
  ],
  [
    "a closed account",
    { account_id: "Old account" },
    /\naccount_id "Old account": the account is closed: reopen it in the YNAB app, or choose another$/,
  ],
  [
    "an unknown account",
    { account_id: "Nowhere" },
    /\naccount_id "Nowhere": this plan has no account "Nowhere": see list_accounts$/,
  ],
  [
    "income on a card",
    { ...inCategory("Inflow: Ready to Assign"), account_id: "Visa" },
    /\nrow 1: a credit account can't receive income: for a refund or credit, choose a spending category$/,
  ],
  [
    "a category on a tracking account",
    { ...inCategory("Rent"), account_id: "House" },
    /\nrow 1: transactions in a tracking account can't have a category: omit category_id$/,
  ],
]);

Deno.test("create_transactions names the rejected transaction and reports that the whole batch failed", async () => {
  await using world = await aWorld({ write: true });
  const body = { error: { id: "400", name: "bad_request", detail: "too odd (index: 1)" } };
  world.upstream.setFaults([{ operation: "createTransaction", then: { status: 400, body } }]);
  const { applied } = await confirm(world, "create_transactions", args);
  assertEquals(applied.text.split("\n"), [
    "rejected: nothing was written, not even the other rows, because YNAB rejected the row below " +
    "(YNAB says: too odd (index: 1)): correct the row or leave it out, and call again",
    "2026-03-15 Employer $2000.00 Checking (new 2)",
  ]);
});
