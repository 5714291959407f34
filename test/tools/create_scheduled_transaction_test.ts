import { assertEquals, assertMatch } from "@std/assert";
import type { StoredScheduled } from "../../demo/model/records.ts";
import { apply, confirm } from "./_confirm.ts";
import { anAccount } from "../demo/_tiny_plan.ts";
import { household, householdSchedules, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

const args = {
  account_id: "Checking",
  date: "2026-04-10",
  amount: -12.99,
  frequency: "monthly",
  payee: "Streamly",
  category_id: "Dining",
  memo: "family plan",
  flag: "purple",
};

function aScheduleWorld(): Promise<World> {
  const own = { id: idOf("acc6"), name: "Wallet", type: "cash" } as const;
  const wallet = anAccount({ ...own, transfer_payee_id: null as never });
  const accounts = [...household().accounts, wallet];
  const plans = [household({ accounts, scheduled: [...householdSchedules] })];
  return aWorld({ write: true, profile: "complete", plans });
}

function schedulesOf(world: World): readonly StoredScheduled[] {
  return world.upstream.snapshot()[0]?.scheduled ?? [];
}

Deno.test("create_scheduled_transaction creates the previewed schedule only once", async () => {
  await using world = await aScheduleWorld();
  await apply(world, "create_scheduled_transaction", args);
  const [created, ...more] = schedulesOf(world).filter(({ memo }) => memo === "family plan");
  assertEquals(more, []);
  assertEquals(
    [created?.date_next, created?.amount, created?.frequency, created?.category_id],
    ["2026-04-10", -12_990, "monthly", ids.dining],
  );
});

Deno.test("create_scheduled_transaction schedules a transfer to an account given by name", async () => {
  await using world = await aScheduleWorld();
  const { payee: _, category_id: __, ...rest } = args;
  const transfer = { ...rest, transfer_to_account_id: "Savings" };
  await confirm(world, "create_scheduled_transaction", transfer);
  const created = schedulesOf(world).find(({ memo }) => memo === "family plan");
  assertEquals(
    [created?.payee_id, created?.transfer_account_id],
    [ids.toSavings, ids.savings],
  );
});

Deno.test("create_scheduled_transaction rejects a duplicate unless duplicates are allowed", async () => {
  await using world = await aScheduleWorld();
  const rent = {
    account_id: "Checking",
    date: "2026-04-01",
    amount: -1000,
    frequency: "monthly",
    payee: "landlord",
    category_id: "Rent",
  };
  const { text } = await world.call("create_scheduled_transaction", rent);
  assertEquals(text.split("\n"), [
    "invalid_input: nothing was written, because 1 row was refused: " +
    "correct the following and call again",
    "2026-04-01 Landlord -$1000.00 Checking, monthly: an identical schedule exists: " +
    "to create another, pass even_if_equal: true",
  ]);
  const again = { ...rent, even_if_equal: true };
  await apply(world, "create_scheduled_transaction", again);
});

Deno.test("create_scheduled_transaction shows the payee's exact name in the preview if the summary line collapses whitespace in the name", async () => {
  await using world = await aScheduleWorld();
  const payees: readonly (readonly [payee: string, shown: string | undefined])[] = [
    ["A  B", "A B"],
    ["line1\nline2", "line1\nline2"],
    [" Streamly ", undefined],
  ];
  for (const [payee, shown] of payees) {
    const preview = await world.call("create_scheduled_transaction", { ...args, payee });
    const line = rowsOf(preview).find(({ field }) => field === "payee");
    assertEquals(line?.["after"], shown, preview.text);
  }
});

Deno.test("create_scheduled_transaction recognizes a duplicate that has no payee", async () => {
  await using world = await aScheduleWorld();
  const unnamed = { ...args, payee: undefined };
  const { preview } = await apply(world, "create_scheduled_transaction", unnamed);
  const [line] = rowsOf(preview);
  assertEquals(line?.["label"], "2026-04-10 no payee -$12.99 Checking, monthly");
  assertEquals(preview.structured?.["warnings"], undefined);
  const { text } = await world.call("create_scheduled_transaction", unnamed);
  assertMatch(text, /an identical schedule exists/);
  const named = await world.call("create_scheduled_transaction", args);
  assertEquals(named.structured?.["status"], "confirmation_required", named.text);
});

testRefusals("create_scheduled_transaction", { args, world: aScheduleWorld }, [
  [
    "an invisible payee",
    { payee: "\u200b\u3164" },
    /payee must contain at least one visible character/,
  ],
  ["a past date", { date: "2026-03-14" }, /is in the past \(it is 2026-03-15 in YNAB/],
  ["a date too far ahead", { date: "2031-03-16" }, /over 5 years in the future/],
  ["a closed account", { account_id: "Old account" }, /the account is closed/],
  ["an unknown account", { account_id: "Nowhere" }, /this plan has no account/],
  [
    "a transfer to a closed account",
    { payee: undefined, category_id: undefined, transfer_to_account_id: "Old account" },
    /the account is closed/,
  ],
  [
    "a transfer to an account without a transfer payee",
    { payee: undefined, category_id: undefined, transfer_to_account_id: "Wallet" },
    /no transfer payee/,
  ],
  [
    "a transfer to the same account",
    { payee: undefined, category_id: undefined, transfer_to_account_id: "Checking" },
    /two different accounts/,
  ],
  ["a transfer with a payee", { transfer_to_account_id: "Savings" }, /can't have a payee/],
  [{ payee: undefined, transfer_to_account_id: "Savings" }, /can't have a category/],
  ["a system payee", { payee: "Starting Balance" }, /YNAB reserves/],
  ["a payee that looks like a transfer", { payee: "Transfer : Savings" }, /transfer_to_account_id/],
  ["an id as a payee", { payee: ids.landlord }, /pass the payee's name here/],
  ["a card payment category", { category_id: ids.visaPayment }, /card payment category/],
  ["a category on a tracking account", { account_id: "House" }, /can't have a category/],
  ["an unknown category", { category_id: "Nothing" }, /this plan has no category/],
  ["an amount with too many decimals for the currency", { amount: -1.005 }, /more decimals/],
]);

Deno.test("create_scheduled_transaction warns about a frequency that YNAB may reject, and reports the rejection", async () => {
  await using world = await aScheduleWorld();
  const detail = "frequency Every4 Weeks is not a valid frequency";
  const then = { status: 400, body: { error: { id: "400", name: "bad_request", detail } } };
  world.upstream.setFaults([{ operation: "createScheduledTransaction", then }]);
  const often = { ...args, frequency: "every4Weeks" };
  const { preview, applied } = await confirm(world, "create_scheduled_transaction", often);
  assertMatch(preview.text, /may refuse the frequency every4Weeks/);
  assertMatch(applied.text, /^rejected: .*not a valid frequency/);
});
