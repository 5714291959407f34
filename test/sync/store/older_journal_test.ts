/**
 * Tests a store with cache format 3 and journal format 4, whose journal contains a change to two
 * flags.
 */

import { assertEquals } from "@std/assert";
import { aStoreFolder, fillFolder } from "../_sqlite_store.ts";
import { confirm, rowOf } from "../../tools/_confirm.ts";
import { idOf, ids } from "../../tools/_plan.ts";
import { aWorld } from "../../tools/_world.ts";
import older from "./older_store.json" with { type: "json" };

Deno.test("a change in an older version's journal is listed and can be undone", async () => {
  await using folder = await aStoreFolder();
  fillFolder(folder.path, older);
  await using world = await aWorld({
    write: true,
    profile: "complete",
    storeFolder: folder.path,
  });
  // Apply the journal's change to the plan.
  world.upstream.edit(({ transactions }) => {
    for (const row of transactions) {
      if (row.id === idOf("73")) row.flag_color = null;
      if (row.id === idOf("74")) row.flag_color = "blue";
    }
  });
  const { text } = await world.call("list_changes", { plan_id: ids.plan });
  assertEquals(text.includes("qwfxtdjcv6t6"), true, text);
  const { applied } = await confirm(world, "undo_operation", { plan_id: ids.plan });
  assertEquals(applied.structured?.["status"], "applied", applied.text);
  const flags = ["73", "74"].map((id) => rowOf(world, idOf(id))?.flag_color);
  assertEquals(flags, ["red", null]);
});
