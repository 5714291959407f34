import { assertEquals, assertMatch } from "@std/assert";
import type { StoredScheduled } from "../../demo/model/records.ts";
import { confirm } from "./_confirm.ts";
import { household, householdSchedules, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

const args = { scheduled_id: "00000091" };

function aScheduleWorld(): Promise<World> {
  const plans = [household({ scheduled: [...householdSchedules] })];
  return aWorld({ write: true, profile: "complete", plans });
}

function liveOf(world: World): readonly StoredScheduled[] {
  return (world.upstream.snapshot()[0]?.scheduled ?? []).filter(({ deleted }) => !deleted);
}

Deno.test("delete_scheduled_transaction deletes the schedule, so list_scheduled_transactions no longer returns it", async () => {
  await using world = await aScheduleWorld();
  await confirm(world, "delete_scheduled_transaction", args);
  assertEquals(liveOf(world).map(({ id }) => id), [idOf("92")]);
  const { text } = await world.call("list_scheduled_transactions");
  assertEquals(text.includes("Landlord"), false);
});

Deno.test("undo_operation re-creates the deleted schedule only once, even if called again", async () => {
  await using world = await aScheduleWorld();
  const { applied } = await confirm(world, "delete_scheduled_transaction", args);
  const undo = { operation_id: applied.structured?.["operation_id"] };
  const { preview } = await confirm(world, "undo_operation", undo);
  const [line] = rowsOf(preview);
  assertEquals([line?.["before"], line?.["after"]], ["deleted", "created"]);
  const again = await world.call("undo_operation", undo);
  assertMatch(again.text, /already undone/);
  const [, created] = liveOf(world);
  assertEquals(liveOf(world).length, 2);
  assertEquals(
    [created?.amount, created?.date_next, created?.memo, created?.category_id],
    [-1_000_000, "2026-04-01", "rent | 2026", ids.rent],
  );
});

testRefusals("delete_scheduled_transaction", { world: aScheduleWorld }, [
  ["an unknown schedule", { scheduled_id: "ffffffff" }, /no scheduled transaction "ffffffff"/],
]);
