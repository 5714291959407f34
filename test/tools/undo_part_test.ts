import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { apply, confirm, editRecord, rowOf, stateOf } from "./_confirm.ts";
import { household, idOf, ids } from "./_plan.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

const rows = ["72", "74", "75"].map(idOf);
const flagged = {
  flags: rows.map((id) => ({ transaction_id: id, color: "blue" })),
};

function flags(world: World): readonly (string | null | undefined)[] {
  return rows.map((id) => rowOf(world, id)?.flag_color || null);
}

Deno.test("undo_operation undoes only the records that the call names, and can undo the rest later", async () => {
  await using world = await aWorld({ write: true });
  const before = stateOf(world);
  await confirm(world, "flag_transactions", flagged);
  const part = await confirm(world, "undo_operation", { only: ["00000074"] });
  assertStringIncludes(
    String(part.preview.structured?.["message"]),
    "1 of 3 transactions; 2 not selected",
  );
  assertEquals(part.preview.structured?.["left_alone"], undefined);
  assertEquals(flags(world), ["blue", null, "blue"]);
  await apply(world, "undo_operation");
  assertEquals(stateOf(world), before);
  const { text } = await world.call("undo_operation");
  assertMatch(text, /^not_found: nothing to undo since this server started/);
});

Deno.test("undo_operation skips records that were already undone and then edited by the user", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "flag_transactions", flagged);
  await confirm(world, "undo_operation", { only: [idOf("72")] });
  editRecord(world, "transactions", idOf("72"), { flag_color: "blue" });
  await confirm(world, "undo_operation");
  assertEquals(flags(world), ["blue", null, null]);
});

Deno.test("undo_operation reverts a move only if the call lists both of its categories, by name or id", async () => {
  await using world = await aWorld({ write: true });
  const before = stateOf(world);
  const move = { month: "2026-03", from_category_id: "Power", to_category_id: "Dining", amount: 5 };
  await confirm(world, "move_money", move);
  const moved = stateOf(world);
  const { text, isError } = await world.call("undo_operation", { only: ["dining"] });
  assertMatch(
    text,
    /^invalid_input: "Move .*" can only be undone as a whole, because its parts belong/,
  );
  assertEquals([isError, stateOf(world)], [true, moved]);
  const assign = (amount: number): void =>
    world.upstream.edit(({ assignments }) => {
      assignments.get("2026-03-01")?.set(ids.power, amount);
    });
  assign(1_000);
  const half = await world.call("undo_operation", { only: ["dining"] });
  assertMatch(half.text, /can only be undone as a whole/);
  assign(45_000);
  await confirm(world, "undo_operation", { only: ["dining", ids.power] });
  assertEquals(stateOf(world), before);
});

Deno.test("undo_operation lists all records that the call names but the change didn't touch", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "flag_transactions", flagged);
  const only = ["00000073", "nothing", idOf("75")];
  const { text } = await world.call("undo_operation", { only });
  assertMatch(text, /^invalid_input: /);
  for (const id of ["00000073", "nothing"]) {
    assertStringIncludes(text, `"${id}": only: no record in the change has this id or name`);
  }
  assertEquals(text.includes(idOf("75")), false);
});

const entered = {
  account_id: "Checking",
  transactions: [5, 6, 7].map((amount) => ({ date: "2026-03-14", amount: -amount })),
};

function added(world: World): number {
  const known = new Set(household().transactions.map(({ id }) => id));
  const stored = world.upstream.snapshot()[0]?.transactions ?? [];
  return stored.filter(({ id, deleted }) => !deleted && !known.has(id)).length;
}

Deno.test("undo_operation continues an undo that was interrupted", async () => {
  await using world = await aWorld({ write: true, profile: "complete" });
  await confirm(world, "create_transactions", entered);
  world.pass(1);
  const preview = await world.call("undo_operation");
  const then = { status: 429, headers: { "retry-after": "60" } };
  world.upstream.setFaults([{ operation: "deleteTransaction", nth: 2, then }]);
  const confirmation = preview.structured?.["confirmation"];
  const partly = await world.call("undo_operation", { confirmation });
  assertEquals([partly.structured?.["status"], partly.isError, added(world)], ["partly", true, 2]);
  assertMatch(
    String(partly.structured?.["message"]),
    /only part of the change was applied \(1 of 3\): .+\. Call again in 60 seconds to continue where it/,
  );
  world.upstream.setFaults([]);
  world.pass(61);
  const changes = rowsOf(await world.call("list_changes"));
  assertEquals(changes.map(({ state }) => state), ["applied in part", "undone in part"]);
  const rest = await confirm(world, "undo_operation");
  assertStringIncludes(
    String(rest.preview.structured?.["message"]),
    "2 of 3 transactions; 1 already reverted",
  );
  assertEquals([rest.applied.structured?.["status"], added(world)], ["applied", 0]);
});

Deno.test("undo_operation, given the id of an undo whose outcome is uncertain, continues that undo", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "flag_transactions", flagged);
  const preview = await world.call("undo_operation");
  world.upstream.setFaults([{ operation: "updateTransactions", then: { cut: "before" } }]);
  const confirmation = preview.structured?.["confirmation"];
  const cut = await world.call("undo_operation", { confirmation });
  assertEquals(cut.structured?.["status"], "uncertain", cut.text);
  world.upstream.setFaults([]);
  world.pass(61);
  const operation_id = cut.structured?.["operation_id"];
  await confirm(world, "undo_operation", { operation_id });
  assertEquals(flags(world), [null, null, null]);
});

Deno.test("undo_operation finishes a partial undo without a warning once a closed account is reopened", async () => {
  await using world = await aWorld({ write: true, profile: "complete" });
  editRecord(world, "transactions", idOf("75"), { account_id: ids.savings });
  const close = (closed: boolean): void => editRecord(world, "accounts", ids.savings, { closed });
  await confirm(world, "delete_transactions", {
    transaction_ids: [idOf("72"), idOf("75")],
  });
  close(true);
  await confirm(world, "undo_operation");
  close(false);
  const { preview } = await apply(world, "undo_operation");
  assertEquals(preview.structured?.["warnings"], undefined);
  const states = rowsOf(await world.call("list_changes")).map(({ state }) => state);
  assertEquals(states, ["applied", "applied", "undone"]);
});
