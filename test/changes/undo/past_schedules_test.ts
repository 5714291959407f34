import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Args, ModelWorld } from "../../model/_world.ts";
import { household, householdSchedules, idOf, ids } from "../../tools/_plan.ts";

const plan = { plan_id: ids.plan };
const weekly = idOf("92");

const CHANGES: readonly (readonly [tool: string, args: Args])[] = [
  ["delete_scheduled_transaction", { scheduled_id: weekly }],
  ["edit_scheduled_transaction", { scheduled_id: weekly, date: "2026-05-20" }],
];

for (const [tool, args] of CHANGES) {
  Deno.test(`undo skips ${tool} once the schedule's date is over a week ago`, async () => {
    await using world = new ModelWorld({
      plans: [household({ scheduled: [...householdSchedules] })],
      timeZone: "UTC",
    });
    const change = { ...plan, ...args };
    const { structured, text } = await world.call(tool, change);
    const applied = await world.call(tool, {
      ...change,
      confirmation: structured?.["confirmation"],
    });
    assertEquals(applied.structured?.["status"], "applied", text);
    const undo = { ...plan, operation_id: applied.structured?.["operation_id"] };
    // It is April 12. The schedule was due on April 5, a date that YNAB still accepts.
    await world.passDays(28);
    const inTime = await world.call("undo_operation", undo);
    assertEquals(inTime.structured?.["status"], "confirmation_required", inTime.text);
    await world.passDays(1);
    const late = await world.call("undo_operation", undo);
    assertEquals(late.structured?.["status"], "nothing_to_do", late.text);
    assertStringIncludes(late.text, "its date is more than a week ago");
  });
}
