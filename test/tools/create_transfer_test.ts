import { assertEquals, assertStringIncludes } from "@std/assert";
import type { StoredTransaction } from "../../demo/model/records.ts";
import { anAccount } from "../demo/_tiny_plan.ts";
import { confirm, editRecord } from "./_confirm.ts";
import { household, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

const args = {
  from_account_id: "Checking",
  to_account_id: "Savings",
  amount: 35,
  date: "2026-03-13",
  memo: "for later",
  from_cleared: true,
};

function aTransferWorld(): Promise<World> {
  const own = { id: idOf("acc6"), name: "Wallet", type: "cash" } as const;
  const wallet = anAccount({ ...own, transfer_payee_id: null as never });
  const plans = [household({ accounts: [...household().accounts, wallet] })];
  return aWorld({ write: true, profile: "complete", plans });
}

function sidesIn(world: World): readonly StoredTransaction[] {
  const rows = world.upstream.snapshot()[0]?.transactions ?? [];
  return rows.filter(({ amount, deleted }) => Math.abs(amount) === 35_000 && !deleted);
}

Deno.test("create_transfer creates one side of a transfer and reports both sides as YNAB stores them", async () => {
  await using world = await aTransferWorld();
  world.sent();
  const { applied } = await confirm(world, "create_transfer", args);
  const [one, other, ...more] = sidesIn(world);
  assertEquals(more, []);
  assertEquals([one?.transfer_transaction_id, other?.transfer_transaction_id], [
    other?.id,
    one?.id,
  ]);
  assertEquals([one?.cleared, other?.cleared], ["cleared", "uncleared"]);
  const named = new Set(rowsOf(applied).map(({ id }) => String(id).slice(0, 8)));
  assertEquals(named, new Set([one?.id.slice(0, 8), other?.id.slice(0, 8)]));
  assertEquals(world.sent().filter((line) => line === "createTransaction").length, 1);
});

Deno.test("create_transfer clears both sides if requested", async () => {
  await using world = await aTransferWorld();
  await confirm(world, "create_transfer", { ...args, to_cleared: true });
  assertEquals(sidesIn(world).map(({ cleared }) => cleared), ["cleared", "cleared"]);
});

Deno.test("create_transfer shows long account names in full if they start the same way", async () => {
  await using world = await aTransferWorld();
  const bills = "Joint household current account for bills";
  const fun = "Joint household current account for fun";
  editRecord(world, "accounts", ids.checking, { name: bills });
  editRecord(world, "accounts", ids.savings, { name: fun });
  const named = { from_account_id: ids.checking, to_account_id: ids.savings };
  const { text } = await world.call("create_transfer", { ...args, ...named });
  assertStringIncludes(text, `from ${bills} to ${fun}`);
});

Deno.test("create_transfer warns about a possible duplicate transfer", async () => {
  await using world = await aTransferWorld();
  const { structured } = await world.call("create_transfer", { ...args, amount: 200 });
  assertEquals(structured?.["warnings"], [
    "2026-03-08 Transfer : Savings -$200.00 Checking already exists, so the transfer may have " +
    "been entered before",
    "2026-03-08 Transfer : Checking $200.00 Savings already exists, so the transfer may have " +
    "been entered before",
  ]);
});

testRefusals("create_transfer", { args, world: aTransferWorld }, [
  ["a future date", { date: "2026-03-16" }, /is in the future/],
  ["a date over 5 years ago", { date: "2021-03-14" }, /over 5 years ago/],
  ["a closed account", { to_account_id: "Old account" }, /the account is closed/],
  ["an account without a transfer payee", { to_account_id: "Wallet" }, /no transfer payee/],
  ["the same account", { to_account_id: "checking" }, /it is the same account/],
  ["an unknown account", { from_account_id: "Nowhere" }, /this plan has no account/],
  ["a category between budget accounts", { category_id: "Rent" }, /can't have a category/],
  ["a tracking account without a category", { to_account_id: "House" }, /needs a category/],
  [
    "income on a card",
    { from_account_id: "House", to_account_id: "Visa", category_id: ids.inflow },
    /a credit account can't receive income/,
  ],
  [{ to_account_id: "House", category_id: ids.visaPayment }, /card payment category/],
  ["an amount with too many decimals for the currency", { amount: 1.005 }, /more decimals/],
]);
