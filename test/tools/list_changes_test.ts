import { assertEquals, assertMatch } from "@std/assert";
import { writeCursor } from "../../domain/search/cursor.ts";
import { confirm } from "./_confirm.ts";
import { idOf, ids, TODAY } from "./_plan.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

const aWritingWorld = (): Promise<World> => aWorld({ write: true, profile: "complete" });

/** Makes a change that can be undone and a change that can't, then undoes the first change. */
async function threeChanges(world: World): Promise<void> {
  await confirm(world, "update_category", { category_id: ids.dining, name: "Eating" });
  world.pass(60);
  await confirm(world, "create_category", { group_id: "Fun", name: "Books" });
  world.pass(60);
  await confirm(world, "move_money", {
    month: "current",
    from_category_id: "Rent",
    to_category_id: "Power",
    amount: 10,
  });
  world.pass(60);
  await confirm(world, "undo_operation");
  world.upstream.clearRequests();
}

Deno.test("list_changes shows the outcome of each change without sending a request", async () => {
  await using world = await aWritingWorld();
  await threeChanges(world);
  world.pass(3600);
  const changes = rowsOf(await world.call("list_changes"));
  const move = "Move $10.00 from Rent to Power in 2026-03";
  assertEquals(
    changes.map(({ at, tool, summary, state, undoable }) => [at, tool, summary, state, undoable]),
    [
      ["12:03", "undo_operation", `Undo "${move}"`, "applied", undefined],
      ["12:02", "move_money", move, "undone", undefined],
      ["12:01", "create_category", "Create the category Fun/Books", "applied", undefined],
      ["12:00", "update_category", "Change the name of Dining", "applied", true],
    ].map(([time, ...change]) => [`${TODAY}T${time}:00Z`, ...change]),
  );
  assertEquals(world.sent(), []);
});

Deno.test("list_changes names the transactions that were edited or deleted, including splits and transfers", async () => {
  await using world = await aWritingWorld();
  const edit = (transaction_id: string, fields: object): Promise<unknown> =>
    confirm(world, "edit_transaction", { transaction_id, ...fields });
  await edit("00000073", { amount: -81, memo: "lunch" });
  world.pass(60);
  await edit("00000074", { flag: "blue" });
  world.pass(60);
  await confirm(world, "delete_transactions", { transaction_ids: ["00000073"] });
  world.pass(60);
  await confirm(world, "delete_transactions", { transaction_ids: ["00000077"] });
  const { structured } = await world.call("list_changes");
  const changes = rowsOf({ structured });
  assertEquals(changes.map(({ summary }) => summary), [
    "Delete 2 transactions: Transfer : Checking, 8 Mar; Transfer : Savings, 8 Mar",
    "Delete Caf\u00e9 M\u00fcller, 5 Mar, -$81.00",
    "Edit Amazon, 6 Mar: flag",
    "Edit Caf\u00e9 M\u00fcller, 5 Mar: amount, memo",
  ]);
});

Deno.test("list_changes returns ids that undo_operation accepts", async () => {
  await using world = await aWritingWorld();
  await threeChanges(world);
  const { structured } = await world.call("list_changes");
  const changes = rowsOf({ structured });
  const id = changes.find(({ undoable }) => undoable === true)?.["operation_id"];
  const { preview } = await confirm(world, "undo_operation", { operation_id: id });
  assertMatch(preview.text, /Undo "Change the name of Dining"/);
});

Deno.test("list_changes pages through changes from newest to oldest, even if they were made in the same millisecond", async () => {
  await using world = await aWritingWorld();
  const names = ["Art", "Books", "Cinema", "Drinks", "Events"];
  for (const name of names) {
    await confirm(world, "create_category", { group_id: "Fun", name });
  }
  const summaries: unknown[] = [];
  for (let cursor: unknown = undefined, pages = 0; pages < 3; pages++) {
    const { structured } = await world.call("list_changes", { limit: 2, cursor });
    summaries.push(...rowsOf({ structured }).map(({ summary }) => summary));
    cursor = structured?.["next_cursor"];
    assertEquals(cursor === undefined, pages === 2);
  }
  assertEquals(summaries, names.map((name) => `Create the category Fun/${name}`).toReversed());
});

Deno.test("list_changes rejects a cursor from an older version, which sorted changes by id", async () => {
  await using world = await aWritingWorld();
  await threeChanges(world);
  const { structured } = await world.call("list_changes");
  const { at, operation_id } = rowsOf({ structured })[1] ?? {};
  const cursor = writeCursor([-Date.parse(String(at)), String(operation_id)], {
    plan_id: ids.plan,
  });
  const { text } = await world.call("list_changes", { cursor });
  assertMatch(text, /^invalid_input: cursor belongs to another query: .* or omit cursor/);
});

Deno.test("list_changes ignores a partial undo that YNAB rejected", async () => {
  let isRejecting = false;
  await using world: World = await aWorld({
    write: true,
    profile: "complete",
    fetch: (input, init) =>
      isRejecting && init?.method === "PATCH"
        ? Promise.resolve(Response.json(REJECTION, { status: 400 }))
        : world.upstream.fetch(input, init),
  });
  const rows = ["72", "74"].map(idOf);
  const flags = rows.map((id) => ({ transaction_id: id, color: "blue" }));
  await confirm(world, "flag_transactions", { flags });
  world.pass(60);
  isRejecting = true;
  const { applied } = await confirm(world, "undo_operation", { only: ["00000074"] });
  assertEquals(applied.isError, true);
  const { structured } = await world.call("list_changes");
  const changes = rowsOf({ structured });
  assertEquals(
    changes.map(({ tool, state }) => [tool, state]),
    [["undo_operation", "not applied"], ["flag_transactions", "applied"]],
  );
});

const REJECTION = { error: { id: "400", name: "bad_request", detail: "no" } };

Deno.test("list_changes reports that there are no changes", async () => {
  await using world = await aWorld({ profile: "complete" });
  const { structured, text } = await world.call("list_changes");
  assertEquals([structured, text], [{}, "changes: none"]);
  assertEquals(world.sent(), []);
});
