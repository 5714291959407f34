import { assertEquals, assertMatch } from "@std/assert";
import type { PlanRecords } from "../../../demo/model/records.ts";
import { apply, rowOf } from "../../tools/_confirm.ts";
import { aRow, household, idOf, ids } from "../../tools/_plan.ts";
import { rowsOf, type World } from "../../tools/_world.ts";
import { aStatementWorld, balanceOf, storedIn } from "./_statement_world.ts";

const plan = { plan_id: ids.plan };
const inSavings = { ...plan, account_id: "Savings", opening_balance: 0 };
const transfer = { date: "2026-03-08", amount: 200, payee: "FROM CHECKING" };

/** Undoes the latest change and checks that the undo restores the transactions. */
async function undoTo(world: World, before: readonly unknown[]): Promise<void> {
  await apply(world, "undo_operation", plan);
  assertEquals(factsOf(world), before);
}

function factsOf(world: World): readonly unknown[] {
  return storedIn(world).map(({ knowledge: _, ...fields }) => fields);
}

Deno.test("a statement row that the user marks as a transfer is entered along with the other side of the transfer", async () => {
  await using world = await aStatementWorld({ plan: household() });
  const before = factsOf(world);
  await apply(world, "import_statement", {
    ...inSavings,
    rows: [transfer, { date: "2026-03-10", amount: 50, payee: "FROM CHECKING" }],
    closing_balance: 250,
    decide: [{ row: 2, as: "transfer", account_id: "Checking" }],
  });
  const sides = world.created().map((
    { account_id, amount, cleared, approved },
  ) => [account_id, amount, cleared, approved]);
  assertEquals(sides, [
    [ids.savings, 50_000, "reconciled", true],
    [ids.checking, -50_000, "uncleared", true],
  ]);
  await undoTo(world, before);
});

/** The household, with a withdrawal in checking that is really a transfer to savings. */
function withWithdrawal(): PlanRecords {
  const plan = household();
  const withdrawal = aRow({
    id: idOf("a3"),
    date: "2026-03-10",
    amount: -50_000,
    payee_id: ids.cafe,
    category_id: ids.dining,
    approved: false,
  });
  return { ...plan, transactions: [...plan.transactions, withdrawal] };
}

Deno.test("a transaction chosen as the other side of a row's transfer becomes a transfer, and undo restores its payee and category", async () => {
  await using world = await aStatementWorld({ plan: withWithdrawal() });
  const before = factsOf(world);
  const asked = {
    ...inSavings,
    rows: [transfer, { date: "2026-03-11", amount: 50, payee: "FROM CHECKING" }],
    closing_balance: 250,
    decide: [{ row: 2, as: "transfer", transaction_id: idOf("a3") }],
  };
  const { preview } = await apply(world, "import_statement", asked);
  assertMatch(preview.text, /change 1 transaction to a transfer/);
  const [side] = world.created();
  assertEquals([side?.account_id, side?.amount, side?.cleared, side?.approved], [
    ids.savings,
    50_000,
    "reconciled",
    true,
  ]);
  const withdrawal = rowOf(world, idOf("a3"));
  assertEquals([withdrawal?.transfer_account_id, withdrawal?.category_id, withdrawal?.approved], [
    ids.savings,
    null,
    false,
  ]);
  assertEquals(await balanceOf(world, "Savings"), 250_000);
  await undoTo(world, before);
});

Deno.test("setting a transfer to the bank's amount also changes its other side, and undo restores both", async () => {
  await using world = await aStatementWorld({ plan: household() });
  const before = factsOf(world);
  const asked = {
    ...inSavings,
    rows: [{ ...transfer, amount: 205 }],
    closing_balance: 205,
    decide: [{ row: 1, as: "amount", transaction_id: idOf("77") }],
  };
  const { preview } = await apply(world, "import_statement", asked);
  assertMatch(preview.text, /change 1 amount/);
  assertEquals(rowsOf(preview).map(({ id, field, before, after }) => [id, field, before, after]), [
    [idOf("77"), "cleared", "uncleared", "reconciled"],
    [idOf("77"), "amount", 200, 205],
    [idOf("76"), "amount", -200, -205],
  ]);
  assertEquals([rowOf(world, idOf("76"))?.amount, rowOf(world, idOf("77"))?.amount], [
    -205_000,
    205_000,
  ]);
  await undoTo(world, before);
});

Deno.test("an undecided row leaves the statement's transactions cleared but not reconciled, and the response explains why", async () => {
  await using world = await aStatementWorld({ plan: household() });
  const { preview, applied } = await apply(world, "import_statement", {
    ...inSavings,
    rows: [
      transfer,
      { date: "2026-03-10", amount: 200, payee: "GIFT" },
      { date: "2026-03-10", amount: -7, payee: "KIOSK" },
    ],
    closing_balance: 393,
  });
  assertMatch(preview.text, /cleared but not reconciled, because 2 rows are still undecided/);
  assertMatch(applied.text, /not reconciled, because 2 rows are still undecided/);
  const [kiosk] = world.created();
  assertEquals([kiosk?.cleared, kiosk?.approved], ["cleared", false]);
});

for (const adjust of [false, true]) {
  Deno.test(`a balance difference ${adjust ? "is corrected by an adjustment on request" : "prevents reconciling"}`, async () => {
    await using world = await aStatementWorld({ plan: household() });
    const before = factsOf(world);
    const { preview } = await apply(world, "import_statement", {
      ...inSavings,
      opening_balance: 30,
      rows: [transfer, { date: "2026-03-10", amount: -7, payee: "KIOSK" }],
      closing_balance: 223,
      adjust,
    });
    const states = world.created().map(({ amount, cleared }) => [amount, cleared]);
    if (adjust) {
      assertEquals(states, [[-7_000, "reconciled"], [30_000, "reconciled"]]);
      assertEquals(await balanceOf(world, "Savings"), 223_000);
    } else {
      assertMatch(preview.text, /because the bank balance is \$30.00 above the cleared balance/);
      assertEquals(states, [[-7_000, "cleared"]]);
    }
    await undoTo(world, before);
  });
}

Deno.test("import_statement refuses loan accounts, closed accounts, and any transfer to an account that is closed or has no transfer payee", async () => {
  const { accounts, ...rest } = household();
  const changed = accounts.map((one) =>
    one.id === ids.house
      ? { ...one, type: "autoLoan" }
      : one.id === ids.visa
      ? { ...one, transfer_payee_id: null as never }
      : one
  );
  await using world = await aStatementWorld({ plan: { ...rest, accounts: changed } });
  const rows = [transfer];
  const asked = { ...inSavings, rows, closing_balance: 200 };
  for (
    const [account_id, why] of [
      ["House", /^invalid_input: account "House" is a loan/],
      ["Old account", /^invalid_input: .*is closed/],
    ] as const
  ) assertMatch((await world.call("import_statement", { ...asked, account_id })).text, why);
  for (
    const [account_id, why] of [["Old account", /open account/], ["Visa", /no transfer payee/]]
  ) {
    const { text } = await world.call("import_statement", {
      ...asked,
      decide: [{ row: 1, as: "transfer", account_id }],
    });
    assertMatch(text, /^invalid_input: /);
    assertMatch(text, why as RegExp);
  }
});
