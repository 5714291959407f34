import { assertEquals } from "@std/assert";
import { Confirmations } from "../../changes/confirmation.ts";
import { type EntryState, Journal, type JournalEntry } from "../../changes/journal.ts";
import { cardNow } from "../../changes/preview_card.ts";
import { shownPreview } from "../../changes/question.ts";
import type { ChangeCard } from "../../domain/changes/change_card.ts";
import { UNKNOWN_MONEY_FORMAT } from "../../domain/base/money_format.ts";
import { createMemoryStore } from "../../sync/store/sqlite_backend.ts";
import { aDraft, flagBinding } from "./_change_environment.ts";
import { anEntry, aStep, aTarget } from "./_journal_entry.ts";

const search = { now: 60_000, planIds: ["p"], principal: null };

/** The card's status for each journal state, and whether the change can be undone. */
const states: readonly (readonly [EntryState, outcome: string, canUndo: boolean])[] = [
  ["applied", "Applied 60 seconds ago.", true],
  ["partly", "Only part of the change was applied.", true],
  ["uncertain", "YNAB didn't confirm the whole change: check the plan before retrying.", false],
  ["intended", "YNAB didn't confirm the whole change: check the plan before retrying.", false],
  ["failed", "Not applied: YNAB accepted no part of the change. Nothing was written.", false],
  ["undone", "Applied, then undone.", false],
];

for (const [state, outcome, canUndo] of states) {
  Deno.test(`a card built from the journal alone shows a change whose state is ${state}`, async () => {
    const store = createMemoryStore(() => 60_000).changes;
    const entry = anEntry({ operationId: "card00000000", state, touchedAt: 0, isUndoable: true });
    await new Journal(store).save(entry);
    const found = await cardNow("card00000000", { store, ...search });
    assertEquals([found?.card.outcome, found?.card.canUndo], [outcome, canUndo]);
    assertEquals(found?.card.isForCard, false);
  });
}

/** Stores a preview for a card and returns the preview's id. */
async function aStoredPreview(
  store: ReturnType<typeof createMemoryStore>["changes"],
  now: () => number,
): Promise<string> {
  const line = { id: "t1", label: "Rent", field: "flag", before: null, after: "red" };
  const other = { ...line, id: "t9", label: "Note" };
  const steps = [aStep("updateTransactions", [aTarget()])];
  const draft = aDraft({ preview: [line, other], steps: steps as never });
  const format = UNKNOWN_MONEY_FORMAT;
  const shown = shownPreview(draft, { warnings: ["mind"], format, expiresAt: 600_000 });
  const { preview } = await new Confirmations(store, now).issue(
    { ...flagBinding, method: "card_or_code", shown },
    draft,
  );
  return preview;
}

Deno.test("a card shows an uncertain outcome if its change is missing from the journal", async () => {
  const store = createMemoryStore(() => 0).changes;
  const preview = await aStoredPreview(store, () => 0);
  const entry = { operationId: "lost", planId: "p", at: 0, body: anEntry() };
  await store.begin({ code: preview, entry });
  const without = { ...store, entries: () => Promise.resolve([]) };
  const found = await cardNow(preview, { store: without, ...search });
  assertEquals([found?.card.state, found?.card.isForCard], ["uncertain", false]);
});

Deno.test("a card omits the age of a change whose time is in the future", async () => {
  const store = createMemoryStore(() => 0).changes;
  await new Journal(store).save(anEntry({ operationId: "card00000000", touchedAt: 70_000 }));
  const found = await cardNow("card00000000", { store, ...search });
  assertEquals([found?.card.outcome, found?.format], ["Applied.", null]);
  assertEquals(found?.lines, [
    { id: "t1", label: "a row", field: "", before: null, after: null, outcome: "done" },
  ]);
});

/** Returns the card of a recently applied change when the journal also has other changes. */
async function cardAmong(
  ...others: readonly Partial<JournalEntry>[]
): Promise<ChangeCard | undefined> {
  const store = createMemoryStore(() => 60_000).changes;
  const journal = new Journal(store);
  await journal.save(anEntry({ operationId: "card00000000", touchedAt: 20_000 }));
  for (const [at, other] of others.entries()) {
    await journal.save(anEntry({ operationId: `other${at}`, at, ...other }));
  }
  return (await cardNow("card00000000", { store, ...search }))?.card;
}

Deno.test("a card reports a partial undo only if part of its own change was undone", async () => {
  const part = { undoes: "card00000000", isPart: true };
  assertEquals((await cardAmong(part))?.state, "undone_in_part");
  const interrupted = { undoes: "card00000000", state: "partly" } as const;
  assertEquals((await cardAmong(interrupted))?.state, "undone_in_part");
  for (
    const other of [
      { ...part, undoes: "another" },
      { ...part, isPart: false },
      { undoes: "card00000000" },
      { ...part, state: "failed" },
      { ...part, state: "uncertain" },
    ] as const
  ) assertEquals((await cardAmong(other))?.state, "applied");
});
