/**
 * The example of every tool that changes the plan, as its page shows it, in the demo household.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { exampleOf } from "../../scripts/_examples.ts";
import { tools } from "../../tools/_manifest.ts";
import { isChanging } from "../../tools/_tool.ts";

for (const tool of tools.filter(isChanging)) {
  Deno.test(`the example of ${tool.name} changes something in the demo`, async () => {
    const { calls, refused } = await exampleOf(tool);
    const reply = calls.at(-1)?.reply;
    assertEquals([reply?.isError, refused.reply.isError], [false, true], reply?.text);
    // A balance that differs is told, and the person asked what to do about it.
    const wanted = tool.name === "reconcile_account" ? "difference_found" : "applied";
    assertEquals(reply?.structured?.["status"], wanted, reply?.text);
  });
}
