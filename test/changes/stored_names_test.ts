import { assertEquals } from "@std/assert";
import { Confirmations } from "../../changes/confirmation.ts";
import { Journal } from "../../changes/journal.ts";
import { createMemoryStore } from "../../sync/store/sqlite_backend.ts";
import { aDraft, flagBinding } from "./_change_environment.ts";
import { anEntry } from "./_journal_entry.ts";

Deno.test("the journal stores fields under the names that older versions can read", async () => {
  const store = createMemoryStore(Date.now).changes;
  const journal = new Journal(store);
  await journal.save(anEntry({ knownAt: 7 }));
  const [kept] = await store.entries("p");
  const body = kept?.body as Readonly<Record<string, unknown>>;
  assertEquals(body["knownAt"], 7);
  const [entry] = await journal.entries("p");
  assertEquals([entry?.knownAt, entry?.confirmedBy], [7, undefined]);
  // Older versions stored only whether the user confirmed the change on a confirmation card.
  await store.saveEntry({
    operationId: "o1",
    planId: "p",
    at: 0,
    body: { ...body, isFromCard: true },
  });
  assertEquals((await journal.entries("p"))[0]?.confirmedBy, "card");
});

for (const [channel, way] of [["form", "asked"], ["code", "code"]] as const) {
  Deno.test(`a confirmation by ${channel} is stored under the field names that older versions read`, async () => {
    const store = createMemoryStore(Date.now).changes;
    const confirmations = new Confirmations(store, () => 0);
    const issued = { ...flagBinding, method: channel, shown: null };
    const { preview } = await confirmations.issue(issued, aDraft());
    const body = (await store.findConfirmation(preview))?.body as Readonly<Record<string, unknown>>;
    assertEquals(Object.keys(body), ["tool", "asked", "way", "draft", "targets"]);
    assertEquals(body["way"], way);
    await confirmations.check(preview, { ...flagBinding, channel });
  });
}
