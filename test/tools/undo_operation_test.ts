import { assertEquals, assertMatch } from "@std/assert";
import { apply, confirm, editRecord, rowOf, stateOf } from "./_confirm.ts";
import { household, idOf } from "./_plan.ts";
import { aWorld, rowsOf } from "./_world.ts";

const flagged = {
  flags: [
    { transaction_id: "00000073", color: null },
    { transaction_id: "00000074", color: "blue" },
  ],
};

Deno.test("undo_operation previews the undo and applies it when confirmed", async () => {
  await using world = await aWorld({ write: true });
  const before = stateOf(world);
  await confirm(world, "flag_transactions", flagged);
  const { preview } = await apply(world, "undo_operation");
  assertEquals(rowsOf(preview), [
    {
      id: "00000073",
      label: "2026-03-05 Caf\u00e9 M\u00fcller -$80.50 Checking",
      field: "flag",
      after: "red",
    },
    { id: "00000074", label: "2026-03-06 Amazon -$45.00 Checking", field: "flag", before: "blue" },
  ]);
  assertEquals(preview.structured?.["warnings"], undefined);
  assertEquals(stateOf(world), before);
});

Deno.test("undo_operation reverts only values that haven't changed since the operation", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "flag_transactions", flagged);
  editRecord(world, "transactions", idOf("74"), { flag_color: "green" });
  const { preview } = await apply(world, "undo_operation");
  assertEquals(preview.structured?.["left_alone"], [{
    id: "00000074",
    label: "2026-03-06 Amazon -$45.00 Checking",
    reason: "flag changed later",
  }]);
  assertEquals(rowOf(world, idOf("73"))?.flag_color, "red");
  assertEquals(rowOf(world, idOf("74"))?.flag_color, "green");
});

Deno.test("undo_operation undoes the latest change still in effect, then the change before it", async () => {
  await using world = await aWorld({ write: true });
  const before = stateOf(world);
  const flag = (color: string): Promise<unknown> =>
    confirm(world, "flag_transactions", {
      flags: [{ transaction_id: "00000075", color }],
    });
  await flag("red");
  await flag("green");
  await confirm(world, "undo_operation");
  assertEquals(rowOf(world, idOf("75"))?.flag_color, "red");
  await confirm(world, "undo_operation");
  assertEquals(stateOf(world), before);
  const { text } = await world.call("undo_operation");
  assertMatch(text, /^not_found: nothing to undo since this server started/);
});

Deno.test("if nothing is left to undo in the latest change, undo_operation says so, and the next call undoes the change before it", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "set_category_budget", {
    month: "2026-03",
    category_id: "Power",
    amount: 75,
  });
  await confirm(world, "flag_transactions", flagged);
  const before = new Map(household().transactions.map((row) => [row.id, row.flag_color]));
  world.upstream.edit((records) => {
    for (const row of records.transactions) row.flag_color = before.get(row.id) ?? "";
  });
  const { structured } = await world.call("undo_operation");
  assertMatch(
    String(structured?.["message"]),
    /^Nothing left to undo in "Change the flag of 2 transactions"\. To undo another change, /,
  );
  const { preview } = await confirm(world, "undo_operation");
  assertMatch(
    String(preview.structured?.["message"]),
    /^Undo "Set the amount assigned to Power/,
  );
});

Deno.test("undo_operation lists transactions that stay approved because the server hadn't read them before approving them", async () => {
  await using world = await aWorld({ write: true, fullIds: true });
  await world.call("find_transactions");
  const arrive = (id: string): void =>
    world.upstream.edit(({ transactions }) => {
      const [row] = transactions;
      if (row !== undefined) transactions.push({ ...row, id, approved: false });
    });
  arrive(idOf("aa"));
  const transaction_ids = [idOf("78"), idOf("aa")];
  const { structured } = await world.call("approve_transactions", { transaction_ids });
  assertEquals(structured?.["warnings"], [
    "transactions that this server hadn't read before this approval will stay approved even if " +
    "you undo it: 1",
  ]);
  const { preview } = await apply(world, "undo_operation");
  assertEquals(preview.structured?.["left_alone"], [{
    id: idOf("aa"),
    label: `transaction ${idOf("aa")}`,
    reason: "it may already have been approved",
  }]);
  assertEquals(transaction_ids.map((id) => rowOf(world, id)?.approved), [false, true]);
  arrive(idOf("ab"));
  const unread = await world.call("approve_transactions", { transaction_ids: [idOf("ab")] });
  assertEquals(unread.structured?.["operation_id"], undefined, unread.text);
});

Deno.test("to get the other side of a transfer, edit_transaction and undo_operation need to read just a delta", async () => {
  await using world = await aWorld({ write: true, profile: "complete" });
  await confirm(world, "edit_transaction", { transaction_id: idOf("77"), amount: 250 });
  const edited = world.sent();
  await confirm(world, "undo_operation");
  for (const sent of [edited, world.sent()]) {
    const after = sent.slice(sent.findIndex((line) => line.startsWith("updateTransaction")) + 1);
    assertEquals(after.length, 1);
    assertMatch(after[0] ?? "", /^getTransactions .*last_knowledge_of_server=\d+/);
  }
});

Deno.test("undo_operation rejects an operation that isn't in the journal", async () => {
  await using world = await aWorld({ write: true });
  const { text } = await world.call("undo_operation", { operation_id: "NoSuchThing" });
  assertMatch(text, /^not_found: this plan's journal has no change NoSuchThing/);
});

Deno.test("undo_operation accepts an operation's id in capitals and with spaces around it", async () => {
  await using world = await aWorld({ write: true });
  const before = stateOf(world);
  const { applied } = await apply(world, "flag_transactions", flagged);
  const id = String(applied.structured?.["operation_id"]);
  await apply(world, "undo_operation", { operation_id: ` ${id.toUpperCase()} ` });
  assertEquals(stateOf(world), before);
});

Deno.test("undo_operation requests only data that the change touched", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "flag_transactions", flagged);
  world.sent();
  await confirm(world, "undo_operation");
  assertEquals(world.sent().map((line) => line.split(" ")[0]), [
    "getTransactions",
    "getTransactions",
    "updateTransactions",
  ]);
});
