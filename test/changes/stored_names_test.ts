import { assertEquals } from "@std/assert";
import { Confirmations } from "../../changes/confirmation.ts";
import { Journal, type JournalTarget } from "../../changes/journal.ts";
import { resolveJournal } from "../../changes/resolve_journal.ts";
import { createMemoryStore } from "../../sync/store/sqlite_backend.ts";
import { aDraft, flagBinding } from "./_change_environment.ts";
import { anEntry, aStep } from "./_journal_entry.ts";

Deno.test("the journal stores fields under the names that older versions read", async () => {
  const store = createMemoryStore(Date.now).changes;
  const journal = new Journal(store);
  await journal.save(anEntry({ knownAt: 7 }));
  const [kept] = await store.entries("p");
  const body = kept?.body as Readonly<Record<string, unknown>>;
  assertEquals(body["knownAt"], 7);
  const [entry] = await journal.entries("p");
  assertEquals([entry?.knownAt, entry?.confirmedBy], [7, undefined]);
  // Older versions stored only whether the user confirmed on the card.
  await store.saveEntry({
    operationId: "o1",
    planId: "p",
    at: 0,
    body: { ...body, isFromCard: true },
  });
  assertEquals((await journal.entries("p"))[0]?.confirmedBy, "card");
});

for (const [channel, way] of [["form", "asked"], ["code", "code"]] as const) {
  Deno.test(`a confirmation by ${channel} is stored under the names that older versions read`, async () => {
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

Deno.test("an entry stored by an older version, with fewer fields, is resolved", async () => {
  const store = createMemoryStore(Date.now).changes;
  const target = (id: string, before: number, after: number): JournalTarget => ({
    id,
    label: id,
    before: { budgeted: before },
    after: { budgeted: after },
    outcome: "unknown",
  });
  const targets = [target("from", 5, 0), target("to", 0, 5)];
  const body = {
    operationId: "o1",
    planId: "p",
    kind: "move_money",
    state: "intended",
    at: 0,
    summary: "Move money",
    steps: targets.map((one) => aStep("updateMonthCategory", [one])),
    isUndoable: true,
    undoes: null,
    touchedAt: 0,
    knownAt: 7,
  };
  await store.saveEntry({ operationId: "o1", planId: "p", at: 0, body });
  const now = new Map(targets.map(({ id, after }) => [id, { id, ...after }]));
  const month = { month: "2026-03-01", categories: now };
  const news = { month, added: null, askedAt: 60_000, isAfterChange: () => true };
  await resolveJournal(store, "p", news as never);
  const [entry] = await new Journal(store).entries("p");
  assertEquals(entry?.state, "applied");
});
