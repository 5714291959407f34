import { assertEquals, assertMatch } from "@std/assert";
import { apply, confirm, editRecord, rowOf } from "./_confirm.ts";
import { aWorldThat } from "./_other_upstream.ts";
import { aRow, household, idOf, ids, withRows } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

const cafe = { transaction_id: "00000073" };
const transfer = { transaction_id: "00000077" };
const split = { transaction_id: "00000074" };

/**
 * The household with a reconciled transaction, a matched transaction, an old transaction, and a
 * transaction in a closed account.
 */
function anEditWorld(): Promise<World> {
  const plan = withRows(
    aRow({ id: idOf("61"), date: "2020-03-02", amount: -1_000 }),
    aRow({ id: idOf("62"), account_id: ids.oldAccount, amount: -2_000 }),
    aRow({ id: idOf("64"), amount: -4_000, cleared: "reconciled", category_id: ids.rent }),
    aRow({ id: idOf("65"), amount: -5_000, matched_transaction_id: idOf("66") }),
  );
  return aWorld({ write: true, profile: "complete", plans: [plan] });
}

Deno.test("edit_transaction sends only changed fields", async () => {
  const bodies: unknown[] = [];
  await using world = await aWorldThat(({ body, carryOut }) => {
    bodies.push(body);
    return carryOut();
  });
  const args = { ...cafe, amount: -80.5, memo: "new", approved: true };
  await apply(world, "edit_transaction", args);
  assertEquals(bodies, [{ transaction: { memo: "new" } }]);
});

Deno.test("edit_transaction reports how much is now available in the affected categories", async () => {
  await using world = await anEditWorld();
  const { applied } = await confirm(world, "edit_transaction", { ...cafe, category_id: "Rent" });
  assertMatch(applied.text, /Available now: Rent -\$\d+\.\d\d, Dining \$/);
});

Deno.test("edit_transaction previews both sides of a transfer and changes them with one request", async () => {
  await using world = await anEditWorld();
  const args = { ...transfer, amount: 250, date: "2026-03-09" };
  const { preview } = await apply(world, "edit_transaction", args);
  const [own, other] = [
    { id: "00000077", label: "2026-03-08 Transfer : Checking $200.00 Savings" },
    { id: "00000076", label: "2026-03-08 Transfer : Savings -$200.00 Checking" },
  ];
  const date = { field: "date", before: "2026-03-08", after: "2026-03-09" };
  assertEquals(preview.structured?.["changes"], [
    { ...own, ...date },
    { ...own, field: "amount", before: 200, after: 250 },
    { ...other, ...date },
    { ...other, field: "amount", before: -200, after: -250 },
  ]);
  assertEquals(rowOf(world, idOf("76"))?.amount, -250_000);
  assertEquals(world.sent().filter((line) => line === "updateTransaction").length, 1);
});

Deno.test("edit_transaction reports that the other side of a transfer didn't change", async () => {
  await using world: World = await aWorldThat(async ({ carryOut }) => {
    const data = await carryOut();
    editRecord(world, "transactions", idOf("76"), { amount: -200_000 });
    return data;
  });
  const { applied } = await confirm(world, "edit_transaction", { ...transfer, amount: 250 });
  assertEquals(applied.structured?.["status"], "partly", applied.text);
  assertMatch(applied.text, /YNAB didn't change this side of the transfer/);
});

Deno.test("undo_operation's preview shows the current names of payees and accounts", async () => {
  await using world = await aWorld({ write: true, profile: "complete" });
  const changed = { ...cafe, payee: "Amazon", account_id: "Savings" };
  await confirm(world, "edit_transaction", changed);
  const renamed: Readonly<Record<string, string>> = {
    [ids.cafe]: "Bistro",
    [ids.amazon]: "Amazon EU",
    [ids.checking]: "Daily",
    [ids.savings]: "Reserve",
  };
  world.upstream.edit(({ payees, accounts }) => {
    for (const one of [...payees, ...accounts]) one.name = renamed[one.id] ?? one.name;
  });
  const { structured } = await world.call("undo_operation");
  const lines = rowsOf({ structured });
  assertEquals(lines.map(({ field, before, after }) => [field, before, after]), [
    ["payee", "Amazon EU", "Bistro"],
    ["account", "Reserve", "Daily"],
  ]);
});

Deno.test("edit_transaction edits the memo and the flag of a split transaction", async () => {
  await using world = await anEditWorld();
  const args = { ...split, memo: "x", flag: "red" };
  await apply(world, "edit_transaction", args);
});

for (
  const [account_id, fields, category_id] of [
    ["House", ["account", "category"], null],
    ["Savings", ["account"], ids.dining],
  ] as const
) {
  Deno.test(`moving a transaction to ${account_id} also changes ${fields.join(" and ")}`, async () => {
    await using world = await anEditWorld();
    const { preview } = await confirm(world, "edit_transaction", { ...cafe, account_id });
    assertEquals(rowsOf(preview).map(({ field }) => field), [...fields]);
    assertEquals(rowOf(world, idOf("73"))?.category_id, category_id);
  });
}

Deno.test("edit_transaction previews an edit to a transaction in a deleted account", async () => {
  await using world = await anEditWorld();
  editRecord(world, "accounts", ids.oldAccount, { deleted: true });
  const args = { transaction_id: "00000062", memo: "x" };
  const { structured, text } = await world.call("edit_transaction", args);
  assertEquals(structured?.["status"], "confirmation_required", text);
});

const warned: readonly (readonly [change: object, why: RegExp])[] = [
  [{ transaction_id: "00000064", amount: -5 }, /the transaction is reconciled/],
  [{ transaction_id: "00000065", memo: "x" }, /the transaction is matched with another/],
  [{ payee: "Bakery" }, /"Bakery" is a new payee, which stays/],
  [
    { transaction_id: "00000061", date: "2026-03-01", memo: "x" },
    /undo can't restore the previous date/,
  ],
];

Deno.test("edit_transaction still applies edits that it warns about", async () => {
  await using world = await anEditWorld();
  for (const [change, why] of warned) {
    const { preview } = await apply(world, "edit_transaction", { ...cafe, ...change });
    assertMatch(preview.text, why);
  }
});

Deno.test("edit_transaction warns that undo can't restore a date more than 5 years in the past", async () => {
  await using world = await anEditWorld();
  const args = { ...cafe, transaction_id: "00000061", date: "2026-03-01" };
  const { preview, applied } = await confirm(world, "edit_transaction", args);
  assertMatch(preview.text, /can't be undone: its previous date is over 5 years ago/);
  assertEquals(applied.structured?.["operation_id"], undefined);
});

testRefusals("edit_transaction", { args: cafe, world: anEditWorld }, [
  [{ ...split, amount: -1 }, /it is split, and YNAB's API can't change this/],
  ["the date of a split", { ...split, date: "2026-03-01" }, /it is split/],
  ["the category of a split", { ...split, category_id: "Rent" }, /it is split/],
  ["the account of a split", { ...split, account_id: "Visa" }, /it is split/],
  ["the payee of a transfer", { ...transfer, payee: "Amazon" }, /it is a transfer/],
  ["the account of a transfer", { ...transfer, account_id: "Visa" }, /it is a transfer/],
  [{ ...transfer, category_id: "Rent" }, /a transfer between budget accounts/],
  ["a future date", { date: "2026-03-16" }, /is in the future/],
  ["a date over 5 years ago", { date: "2021-03-14" }, /over 5 years ago/],
  ["a closed account", { account_id: "Old account" }, /the account is closed/],
  [{ transaction_id: "00000062", memo: "x" }, /its account is closed: reopen it/],
  ["an unknown account", { account_id: "Nowhere" }, /this plan has no account/],
  ["an unknown row", { transaction_id: "ffffffff", memo: "x" }, /this plan has no transaction/],
  ["an unknown category", { category_id: "Nothing" }, /this plan has no category/],
  ["an unknown payee's id", { payee: idOf("dd") }, /this plan has no payee/],
  ["an unknown id in uppercase", { payee: idOf("dd").toUpperCase() }, /this plan has no payee/],
  ["a transfer payee's name with more spaces", { payee: "Transfer  : Visa" }, /a transfer payee/],
  ["a blank payee", { payee: "  " }, /payee must contain at least one visible character/],
  [
    "an invisible payee",
    { payee: "\u200b\u3164" },
    /payee must contain at least one visible character/,
  ],
  ["a system payee", { payee: "starting balance" }, /YNAB reserves this name/],
  ["a transfer payee", { payee: ids.toSavings }, /it is a transfer payee/],
  ["a transfer payee's name", { payee: "Transfer : Savings" }, /it is a transfer payee/],
  ["a card payment category", { category_id: ids.visaPayment }, /card payment category/],
  ["income that is money out", { category_id: ids.inflow }, /it is an outflow/],
  [{ transaction_id: "00000064", approved: false }, /would make YNAB remove its reconciled status/],
  ["an amount with too many decimals for the currency", { amount: -1.005 }, /more decimals/],
]);

Deno.test("edit_transaction rejects a transaction in another plan", async () => {
  const other = { ...household(), id: idOf("a1"), name: "Other" };
  const foreign = { ...other, transactions: [aRow({ id: idOf("5f"), amount: -1_000 })] };
  const plans = [household(), foreign];
  await using world = await aWorld({ write: true, profile: "complete", plans });
  const args = { ...cafe, transaction_id: idOf("5f"), memo: "x" };
  const { text } = await world.call("edit_transaction", args);
  assertMatch(text, /this plan has no transaction/);
});

for (
  const [what, args, id, warning] of [
    ["an amount", { ...cafe, amount: -81 }, "73", "1 transaction is reconciled"],
    ["the other side's amount", { ...transfer, amount: 210 }, "76", "1 transaction is reconciled"],
    ["a memo", { ...cafe, memo: "x" }, "73", null],
  ] as const
) {
  const says = warning === null ? "doesn't warn" : "warns";
  Deno.test(`undoing a change to ${what} ${says} that the transaction has since been reconciled`, async () => {
    await using world = await anEditWorld();
    await confirm(world, "edit_transaction", args);
    editRecord(world, "transactions", idOf(id), { cleared: "reconciled" });
    const { structured } = await world.call("undo_operation");
    const warnings = (structured?.["warnings"] ?? []) as readonly string[];
    assertEquals(
      warnings.filter((one) => one.includes("reconciled")),
      warning === null
        ? []
        : [`${warning}: after the undo, the account may no longer match the bank`],
    );
  });
}
