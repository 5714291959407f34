import { assertEquals, assertMatch } from "@std/assert";
import { apply, confirm, editRecord, leftAlone, rowOf } from "../tools/_confirm.ts";
import { idOf, ids } from "../tools/_plan.ts";
import { type Answer, aWorld, type World } from "../tools/_world.ts";

const plan = { plan_id: ids.plan };
const deletion = { ...plan, transaction_ids: [idOf("72"), idOf("75")] };

const flagged = { ...plan, flags: [{ transaction_id: idOf("73"), color: "blue" }] };

const aCompleteWorld = (): Promise<World> =>
  aWorld({ write: true, profile: "complete", fullIds: true });

async function statesIn(world: World): Promise<readonly string[]> {
  const { structured } = await world.call("list_changes", plan);
  const changes = structured?.["changes"] as readonly { readonly state: string }[];
  return changes.map(({ state }) => state);
}

Deno.test("after an undo that restored only one of a change's records, a later undo can restore another record once that record's closed account is reopened", async () => {
  await using world = await aCompleteWorld();
  editRecord(world, "transactions", idOf("75"), { account_id: ids.savings });
  await apply(world, "delete_transactions", deletion);
  editRecord(world, "accounts", ids.savings, { closed: true });
  await apply(world, "undo_operation", { ...plan, only: [idOf("72")] });
  editRecord(world, "accounts", ids.savings, { closed: false });
  await apply(world, "undo_operation", plan);
  assertEquals(await statesIn(world), ["applied", "applied", "undone"]);
});

Deno.test("a record that an undo may have re-created is skipped until the undo's request can no longer reach YNAB", async () => {
  await using world = await aCompleteWorld();
  await apply(world, "delete_transactions", deletion);
  world.upstream.setFaults([{ operation: "createTransaction", then: { cut: "before" } }]);
  const { applied } = await confirm(world, "undo_operation", plan);
  assertEquals(applied.structured?.["status"], "uncertain");
  world.upstream.setFaults([]);
  const why = "it may have been entered again: look for it before retrying";
  const soon = await world.call("undo_operation", plan);
  assertEquals(leftAlone(soon), deletion.transaction_ids.map((id) => [id, why]), soon.text);
  world.pass(61);
  await apply(world, "undo_operation", plan);
});

Deno.test("undo keeps a created transfer if its cleared status, set in the last step of the creation, has since changed", async () => {
  await using world = await aCompleteWorld();
  await apply(world, "create_transfer", {
    ...plan,
    ...{ from_account_id: "Checking", to_account_id: "Savings", amount: 5, date: "2026-03-13" },
    to_cleared: true,
  });
  const side = world.upstream.snapshot()[0]?.transactions.find(({ amount }) => amount === 5_000);
  editRecord(world, "transactions", side?.id ?? "", { cleared: "uncleared" });
  const undo = await world.call("undo_operation", plan);
  assertEquals(leftAlone(undo).map(([, reason]) => reason).toSorted(), [
    "cleared changed later",
    "it can be undone only together with another part of this change, which can't be undone now",
  ]);
});

Deno.test("a confirmed undo with nothing left to revert marks its change as undone", async () => {
  await using world = await aCompleteWorld();
  await apply(world, "flag_transactions", flagged);
  const { structured } = await world.call("undo_operation", plan);
  editRecord(world, "transactions", idOf("73"), { flag_color: "red" });
  const { confirmation } = structured ?? {};
  const undone = await world.call("undo_operation", { ...plan, confirmation });
  assertEquals([undone.structured?.["status"], await statesIn(world)], ["nothing_to_do", [
    "undone",
  ]]);
});

Deno.test("if a later change restored a value that an earlier change had replaced, the earlier change can be undone once the later one has been undone", async () => {
  await using world = await aCompleteWorld();
  const flagging = async (...colors: readonly (string | null)[]): Promise<unknown> => {
    const flags = colors.map((color, at) => ({
      transaction_id: idOf(["73", "75"][at] ?? ""),
      color,
    }));
    const { applied } = await apply(world, "flag_transactions", { ...plan, flags });
    return applied.structured?.["operation_id"];
  };
  const operation_id = await flagging("blue", "green");
  await flagging("red");
  // The undo reverts only the second transaction, because the first one already has its old flag.
  await apply(world, "undo_operation", { ...plan, operation_id });
  const again = await world.call("undo_operation", { ...plan, operation_id });
  assertEquals(again.structured?.["status"], "nothing_to_do");
  for (const flag of ["blue", "red"]) {
    await apply(world, "undo_operation", plan);
    assertEquals(["73", "75"].map((id) => rowOf(world, idOf(id))?.flag_color), [flag, null]);
  }
});

Deno.test("a change that the user reverted in the app counts as undone despite a later change to another field", async () => {
  await using world = await aCompleteWorld();
  const { applied } = await apply(world, "flag_transactions", flagged);
  await apply(world, "edit_transaction", { ...plan, transaction_id: idOf("73"), memo: "Later" });
  editRecord(world, "transactions", idOf("73"), { flag_color: "red" });
  const { operation_id } = applied.structured ?? {};
  const undone = await world.call("undo_operation", { ...plan, operation_id });
  assertEquals([undone.structured?.["status"], await statesIn(world)], ["nothing_to_do", [
    "applied",
    "undone",
  ]]);
});

Deno.test("an undo restores an amount with more decimals than the currency has", async () => {
  await using world = await aCompleteWorld();
  editRecord(world, "transactions", idOf("73"), { amount: -80_501 });
  await apply(world, "edit_transaction", { ...plan, transaction_id: idOf("73"), amount: -80 });
  await apply(world, "undo_operation", plan);
  assertEquals(rowOf(world, idOf("73"))?.amount, -80_501);
});

Deno.test("undo is rejected if the change was already undone and there is no earlier change", async () => {
  await using world = await aCompleteWorld();
  const { applied } = await apply(world, "flag_transactions", flagged);
  const { operation_id } = applied.structured ?? {};
  await apply(world, "undo_operation", plan);
  const { text } = await world.call("undo_operation", { ...plan, operation_id });
  assertMatch(text, /^invalid_input: .* was already undone: there is no earlier change to undo/);
});

/** Makes a change whose first request for the given operation never reaches YNAB. */
async function loseRequest(
  world: World,
  operation: "createTransaction" | "updateTransactions",
  change: () => Promise<Answer>,
): Promise<void> {
  world.upstream.setFaults([{ operation, then: { cut: "before" } }]);
  const { structured, text } = await change();
  assertEquals(structured?.["status"], "uncertain", text);
  world.upstream.setFaults([]);
}

Deno.test("if an approval's outcome is uncertain, undo skips a transaction that was never read and leaves it for a later undo", async () => {
  await using world = await aCompleteWorld();
  await world.call("find_transactions", plan);
  world.upstream.edit(({ transactions }) => {
    const [row] = transactions;
    if (row !== undefined) transactions.push({ ...row, id: idOf("aa"), approved: false });
  });
  const approval = { ...plan, transaction_ids: [idOf("78"), idOf("aa")] };
  await loseRequest(
    world,
    "updateTransactions",
    async () => await world.call("approve_transactions", approval),
  );
  editRecord(world, "transactions", idOf("78"), { approved: true });
  await apply(world, "undo_operation", plan);
  assertEquals(await statesIn(world), ["applied", "unconfirmed"]);
  editRecord(world, "transactions", idOf("aa"), { approved: true });
  world.pass(120);
  const later = await world.call("undo_operation", plan);
  assertEquals(leftAlone(later), [[idOf("aa"), "it may already have been approved"]]);
  assertEquals(await statesIn(world), ["applied", "undone in part"]);
});

Deno.test("if a change's outcome is uncertain, undo skips a record that hasn't changed yet and leaves it for a later undo", async () => {
  await using world = await aCompleteWorld();
  const flags = [...flagged.flags, { transaction_id: idOf("78"), color: "blue" }];
  await loseRequest(
    world,
    "updateTransactions",
    async () => (await confirm(world, "flag_transactions", { ...plan, flags })).applied,
  );
  for (const { transaction_id } of flags) {
    editRecord(world, "transactions", transaction_id, { flag_color: "blue" });
    await apply(world, "undo_operation", plan);
  }
  assertEquals(await statesIn(world), ["applied", "applied", "undone"]);
});

Deno.test("undoing a balance correction whose outcome is uncertain keeps the change open", async () => {
  await using world = await aCompleteWorld();
  const correction = { ...plan, account_id: "Checking", bank_balance: 1667.5, adjust: true };
  await loseRequest(
    world,
    "createTransaction",
    async () => (await confirm(world, "reconcile_account", correction)).applied,
  );
  const { preview } = await apply(world, "undo_operation", plan);
  assertEquals(leftAlone(preview), [[
    "new 1",
    "it may have been created: look for it before retrying",
  ]]);
  assertEquals(await statesIn(world), ["applied", "unconfirmed"]);
});
