import { assertEquals } from "@std/assert";
import { Confirmations } from "../../changes/confirmation.ts";
import { Journal } from "../../changes/journal.ts";
import { createMemoryChangeStore } from "../../sync/memory/memory_change_store.ts";
import { aDraft } from "./_change_environment.ts";
import { anEntry } from "./_journal_entry.ts";

Deno.test("the journal keeps what it stores under the names that older versions read", async () => {
  const store = createMemoryChangeStore();
  const journal = new Journal(store);
  await journal.save(anEntry({ absentAsOf: 7 }));
  const [kept] = await store.entries("p");
  const body = kept?.body as Readonly<Record<string, unknown>>;
  assertEquals([body["knownAt"], "absentAsOf" in body], [7, false]);
  const [entry] = await journal.entries("p");
  assertEquals(entry?.absentAsOf, 7);
});

for (const [channel, way] of [["elicitation", "asked"], ["code", "code"]] as const) {
  Deno.test(`a confirmation by ${channel} is stored under the names that older versions read`, async () => {
    const store = createMemoryChangeStore();
    const binding = { tool: "flag_transactions", planId: "p", asked: "digest", channel };
    const confirmations = new Confirmations(store, () => 0);
    const code = await confirmations.issue(binding, aDraft());
    const body = (await store.findConfirmation(code))?.body as Readonly<Record<string, unknown>>;
    assertEquals(Object.keys(body), ["tool", "asked", "way", "draft", "targets"]);
    assertEquals(body["way"], way);
    await confirmations.check(code, binding);
  });
}
