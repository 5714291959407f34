import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import type { PlanRecords, StoredTransaction } from "../../demo/model/records.ts";
import { apply, confirm, rowOf, stateOf } from "./_confirm.ts";
import { aWorldThat } from "./_other_upstream.ts";
import { aRow, idOf, ids, withRows as withMore } from "./_plan.ts";
import { aWorld, callIn, rowsOf } from "./_world.ts";
import { runs } from "../_runs.ts";

const TOOL = "reconcile_account";
const DATE_STAYS = "YNAB's API doesn't update the date of the last reconciliation";

/** Sum of the Checking account's cleared transactions: 1,657.50. */
const agreeing = { account_id: "Checking", bank_balance: 1657.5 };
const gap = { ...agreeing, bank_balance: 1667.5 };

const withRows = (...rows: readonly Partial<StoredTransaction>[]): PlanRecords =>
  withMore(...rows.map(aRow));

Deno.test("reconcile_account previews transactions to reconcile", async () => {
  const { structured } = await callIn(aWorld({ write: true }), TOOL, agreeing);
  const { confirmation: _, message, changes, ...rest } = structured ?? {};
  assertMatch(String(message), /^Mark 8 transactions reconciled\? Nothing has been written yet/);
  assertEquals(rest, {
    status: "confirmation_required",
    warnings: [
      "2 of these transactions are not approved: reconciling also approves them",
      DATE_STAYS,
    ],
    difference: 0,
    cleared_balance: 1657.5,
  });
  const row = { id: "00000079", label: "2024-01-10 Amazon -$7.00 Checking" };
  const rows = changes as readonly unknown[];
  assertEquals([...rows.slice(0, 2), rows.length], [
    { ...row, field: "cleared", before: "cleared", after: "reconciled" },
    { ...row, field: "approved", after: true },
    10,
  ]);
});

Deno.test("reconcile_account explains a difference without asking for confirmation", async () => {
  await using world = await aWorld({
    write: true,
    plans: [withRows({ id: idOf("7b"), date: "2026-03-12", amount: 10_000, cleared: "uncleared" })],
  });
  const before = stateOf(world);
  const { structured, text } = await world.call(TOOL, gap);
  assertEquals(structured, {
    status: "difference_found",
    message: "The bank balance is $10.00 above the total of the cleared transactions. Nothing " +
      "was written. One uncleared transaction equals the difference exactly: 2026-03-12 no payee $10.00 " +
      "Checking. If the bank shows it as cleared, call again with it in clear_ids. If not, check " +
      "the other explanations; a correction of $10.00 (adjust: true) is the last resort",
    difference: 10,
    cleared_balance: 1657.5,
    explanations: [{
      kind: "uncleared",
      transaction_ids: ["0000007b"],
      amount: 10,
      labels: ["2026-03-12 no payee $10.00 Checking"],
    }, {
      kind: "wrongly_cleared",
      transaction_ids: ["00000078", "00000075"],
      amount: -10,
      labels: ["2026-03-10 Amazon -$20.00 Checking", "2026-03-07 Amazon $10.00 Checking"],
    }],
  });
  assertStringIncludes(text, "uncleared|0000007b|10.00|2026-03-12 no payee $10.00 Checking");
  assertEquals(stateOf(world), before);
});

Deno.test("reconcile_account reports the difference if the bank balance is lower", async () => {
  await using world = await aWorld({ write: true });
  const { structured } = await world.call(TOOL, { ...agreeing, bank_balance: 1657.49 });
  assertMatch(
    String(structured?.["message"]),
    /^The bank balance is \$0\.01 below the total of the cleared transactions\. Nothing was written\./,
  );
  assertEquals(structured?.["difference"], -0.01);
});

Deno.test("for a cash account, reconcile_account assigns an adjustment to Inflow", async () => {
  await using world = await aWorld({ write: true });
  const before = world.upstream.snapshot();
  const { preview, applied } = await apply(world, TOOL, { ...gap, adjust: true });
  const rows = rowsOf(preview);
  const label = "2026-03-15 Balance correction $10.00 Checking";
  assertEquals(rows.slice(-2), [
    { id: "new 1", label, field: "amount", after: 10 },
    { id: "new 1", label, field: "category", after: "Inflow: Ready to Assign" },
  ]);
  assertEquals((preview.structured?.["warnings"] as readonly string[]).slice(1), [
    "the correction changes Ready to Assign by $10.00",
    DATE_STAYS,
  ]);
  assertEquals(
    [applied.structured?.["difference"], applied.structured?.["cleared_balance"]],
    [0, 1667.5],
  );
  const after = world.upstream.snapshot()[0];
  const old = new Set(before[0]?.transactions.map(({ id }) => id));
  const added = after?.transactions.filter(({ id }) => !old.has(id)) ?? [];
  assertEquals(added.length, 1);
  const [row] = added;
  assertEquals(
    [row?.account_id, row?.date, row?.amount, row?.category_id, row?.cleared, row?.approved],
    [ids.checking, "2026-03-15", 10_000, ids.inflow, "reconciled", true],
  );
  const payee = after?.payees.find(({ id }) => id === row?.payee_id);
  assertEquals(payee?.name, "Balance correction");
  const reported = rowsOf(applied);
  assertEquals(reported.filter(({ label: one }) => one === label).map(({ field }) => field), [
    "amount",
    "category",
  ]);
  assert(row?.id.startsWith(String(reported.at(-1)?.["id"])));
});

/** Savings has one uncleared transfer of 200.00. */
const saved = { account_id: "Savings", bank_balance: 200 };

Deno.test("reconcile_account clears the transactions in clear_ids and reconciles the account, and undo reverts both", async () => {
  await using world = await aWorld({ write: true });
  const before = stateOf(world);
  const { preview, applied } = await confirm(world, TOOL, { ...saved, clear_ids: ["00000077"] });
  const label = "2026-03-08 Transfer : Checking $200.00 Savings";
  const { confirmation: _, message, ...rest } = preview.structured ?? {};
  assertMatch(String(message), /^Mark 1 transaction reconciled\?/);
  assertEquals(rest, {
    status: "confirmation_required",
    changes: [
      { id: "00000077", label, field: "cleared", before: "uncleared", after: "reconciled" },
    ],
    warnings: ["this also reconciles 1 transaction not yet marked as cleared", DATE_STAYS],
    difference: 0,
    cleared_balance: 200,
  });
  assertEquals(
    applied.structured?.["message"],
    "Marked 1 transaction reconciled. The cleared balance is $200.00, which matches the bank. " +
      "You can undo this until the server stops.",
  );
  assertEquals(rowOf(world, idOf("77"))?.cleared, "reconciled");
  await confirm(world, "undo_operation");
  assertEquals(stateOf(world), before);
});

Deno.test("reconcile_account reports all invalid transactions in clear_ids at once", async () => {
  const half = { account_id: ids.savings, amount: -5_000, cleared: "uncleared" } as const;
  const plan = withRows(
    { id: idOf("7b"), date: "2026-03-12", amount: 10_000, cleared: "uncleared" },
    { ...half, id: idOf("7d"), matched_transaction_id: idOf("7e") },
    { ...half, id: idOf("7e"), matched_transaction_id: idOf("7d"), import_id: "YNAB:1" },
    { id: idOf("7f"), account_id: ids.savings, amount: 1_000, cleared: "reconciled" },
  );
  await using world = await aWorld({ write: true, plans: [plan] });
  const clear_ids = ["0000007b", "00000077", "00000077", "0000007e", "0000007f", "ffffffff"];
  const { text } = await world.call(TOOL, { ...saved, clear_ids });
  assertEquals(text.split("\n"), [
    "invalid_input: nothing was written, because 5 rows were refused: " +
    "correct the following and call again",
    '"0000007b": it is in Checking, not in Savings: omit it',
    '"00000077": it is listed twice: list it once',
    '"0000007e": it is the imported half of a matched pair: use the other, 0000007d',
    '"0000007f": it is already reconciled: leave it out of clear_ids, which is for ' +
    "uncleared transactions",
    '"ffffffff": this plan has no transaction "ffffffff": see find_transactions',
  ]);
});

Deno.test("reconcile_account reports the remaining difference and the transactions to clear", async () => {
  const plan = withRows(
    { id: idOf("7b"), date: "2026-03-12", amount: 7_000, cleared: "uncleared" },
    { id: idOf("7c"), date: "2026-03-13", amount: 3_000, cleared: "uncleared" },
  );
  await using world = await aWorld({ write: true, plans: [plan] });
  const { structured } = await world.call(TOOL, { ...gap, clear_ids: ["0000007b"] });
  assertEquals([structured?.["difference"], structured?.["cleared_balance"]], [3, 1664.5]);
  assertMatch(
    String(structured?.["message"]),
    /^The bank balance is \$3\.00 above the total of the cleared transactions and the ones in clear_ids\. Nothing was written\. One uncleared transaction equals the difference exactly: 2026-03-13 no payee \$3\.00 Checking\. If the bank shows it as cleared, call again with it in clear_ids/,
  );
  await apply(world, TOOL, { ...gap, clear_ids: ["0000007b", "0000007c"] });
});

Deno.test("before adjusting, reconcile_account lists uncleared transactions that explain the difference", async () => {
  const uncleared = { date: "2026-03-12", cleared: "uncleared" };
  const sets = [
    [[10_000], "One uncleared transaction equals the difference exactly: ", "it"],
    [
      [10_000, 10_000],
      "2 uncleared transactions each equal the difference exactly",
      "one of them",
    ],
    [[4_000, 6_000], "2 uncleared transactions together equal the difference exactly", "them"],
  ] as const;
  for (const [amounts, what, them] of sets) {
    const rows = amounts.map((amount, at) => ({ ...uncleared, id: idOf(`9${at}`), amount }));
    await using world = await aWorld({ write: true, plans: [withRows(...rows)] });
    const { structured } = await world.call(TOOL, { ...gap, adjust: true });
    const [first] = structured?.["warnings"] as readonly string[];
    assert(first?.startsWith(what), first);
    assertStringIncludes(
      first ?? "",
      `If the bank shows ${them} as cleared, decline this change and call again with ${them} ` +
        "in clear_ids instead of adding a correction",
    );
  }
});

for (
  const [account_id, bank_balance, amount, warning] of [
    ["visa", -60, -10_000, "the correction has no category, and on a credit account it needs one"],
    ["house", 255_000, 5_000_000, "transactions in tracking accounts have none"],
  ] as const
) {
  Deno.test(`reconcile_account warns that its adjustment of ${account_id} has no category`, async () => {
    const plan = withRows({ id: idOf("7c"), account_id: ids.visa, amount: -50_000 });
    await using world = await aWorld({ write: true, plans: [plan] });
    const args = { account_id, bank_balance, adjust: true };
    const { preview } = await apply(world, TOOL, args);
    assertStringIncludes(preview.text, warning);
    const row = world.upstream.snapshot()[0]?.transactions.at(-1);
    assertEquals([row?.amount, row?.category_id, row?.cleared], [amount, null, "reconciled"]);
  });
}

Deno.test("reconcile_account suggests a negative balance for a debt given without a minus sign", async () => {
  const plan = withRows({ id: idOf("7c"), account_id: ids.visa, amount: -50_000 });
  await using world = await aWorld({ write: true, plans: [plan] });
  for (
    const [bank_balance, words] of [[50, "equals"], [55.5, "is close to"], [60, null]] as const
  ) {
    const { structured } = await world.call(TOOL, { account_id: "visa", bank_balance });
    assertEquals(
      structured?.["warnings"],
      words === null ? undefined : [
        `the bank balance ${words} the cleared balance with the opposite sign: debts are negative ` +
        "here",
      ],
    );
  }
});

Deno.test("reconcile_account counts a matched pair once and reconciles only the transaction that represents the pair", async () => {
  const plan = withRows(
    { id: idOf("7d"), amount: -5_000, matched_transaction_id: idOf("7e") },
    { id: idOf("7e"), amount: -5_000, matched_transaction_id: idOf("7d"), import_id: "YNAB:1" },
  );
  await using world = await aWorld({ write: true, plans: [plan] });
  await apply(world, TOOL, { ...agreeing, bank_balance: 1652.5 });
  assertEquals(rowOf(world, idOf("7d"))?.cleared, "reconciled");
  assertEquals(rowOf(world, idOf("7e"))?.cleared, "cleared");
});

Deno.test("reconcile_account rejects a closed account", async () => {
  const args = { account_id: "Old account", bank_balance: 0 };
  const { text } = await callIn(aWorld({ write: true }), TOOL, args);
  assertEquals(
    text,
    'invalid_input: account "Old account" is closed: reopen it in the YNAB app first',
  );
});

/** Transactions of Checking. In YNAB, a reconciled transaction is always approved. */
const someRows = fc.array(
  fc.record({
    amount: fc.integer({ min: -5_000, max: 5_000 }).map((cents) => cents * 10),
    cleared: fc.constantFrom("cleared", "uncleared", "reconciled"),
    approved: fc.boolean(),
    date: fc.constantFrom("2026-03-01", "2026-03-08", "2026-03-14"),
  }),
  { maxLength: 12 },
).map((rows) =>
  rows.map((row, at) => ({
    ...row,
    id: idOf(`9${at.toString(16)}`),
    approved: row.approved || row.cleared === "reconciled",
  }))
);

Deno.test("reconcile_account changes only what it previewed", async () => {
  await fc.assert(
    fc.asyncProperty(someRows, fc.integer({ min: -3, max: 3 }), async (rows, cents) => {
      const plan = withRows(...rows);
      await using world = await aWorld({ write: true, plans: [plan] });
      const counted = plan.transactions.filter((row) =>
        row.account_id === ids.checking && row.cleared !== "uncleared"
      );
      const bank_balance = counted.reduce((sum, row) => sum + row.amount, cents * 10) / 1000;
      const args = { ...agreeing, bank_balance, adjust: true };
      const { preview } = await apply(world, TOOL, args);
      const wanted = counted.filter((row) => row.cleared === "cleared").map(({ id }) => id);
      const marked = rowsOf(preview).filter(({ field, before }) =>
        field === "cleared" && before === "cleared"
      );
      assertEquals(
        marked.map(({ id }) => id).toSorted(),
        wanted.map((id) => id.slice(0, 8)).toSorted(),
      );
      const expected = plan.transactions.map((row) =>
        wanted.includes(row.id) ? { ...row, cleared: "reconciled", approved: true } : row
      );
      const stored = plan.transactions.map(({ id, knowledge }) => ({
        ...rowOf(world, id),
        knowledge,
      }));
      assertEquals(stored, expected as typeof stored);
      const answer = await world.call("list_accounts");
      assertEquals(rowsOf(answer, "accounts")[0]?.["cleared_balance"], bank_balance);
    }),
    runs(10),
  );
});

for (
  const [what, account_id, bank_balance, status] of [
    ["along with other changes", "Checking", 1644.5, "partly"],
    ["as the only change", "House", 250_100, "applied"],
  ] as const
) {
  Deno.test(`if YNAB alters an adjustment made ${what}, reconcile_account omits outdated figures`, async () => {
    await using world = await aWorldThat(async ({ method, body, carryOut }) => {
      if (method === "POST") body["transactions"][0].amount += 1000;
      return await carryOut({ body });
    });
    const args = { account_id, bank_balance, adjust: true };
    const { preview, applied } = await confirm(world, "reconcile_account", args);
    assertEquals(typeof preview.structured?.["difference"], "number");
    const { difference, cleared_balance, message } = applied.structured ?? {};
    assertEquals([applied.structured?.["status"], difference, cleared_balance], [
      status,
      undefined,
      undefined,
    ]);
    assertEquals(String(message).includes("which matches the bank"), false);
    assertStringIncludes(applied.text, "YNAB stored a different amount");
  });
}
