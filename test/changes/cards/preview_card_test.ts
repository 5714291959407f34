import { assertEquals } from "@std/assert";
import { Confirmations } from "../../../changes/confirmation.ts";
import { type EntryState, Journal } from "../../../changes/journal.ts";
import { cardNow } from "../../../changes/preview_card.ts";
import { shownPreview } from "../../../changes/shown_preview.ts";
import { UNKNOWN_MONEY_FORMAT } from "../../../domain/money/money_format.ts";
import { createMemoryStore } from "../../../sync/memory/memory_store.ts";
import { aDraft } from "../_change_environment.ts";
import { anEntry } from "../_journal_entry.ts";

const search = { now: 60_000, planIds: ["p"] };

/** What each state of the journal is told as, and whether it can be taken back. */
const states: readonly (readonly [EntryState, told: string, canUndo: boolean])[] = [
  ["applied", "Applied 60 seconds ago.", true],
  ["partly", "Only part of it was applied.", true],
  [
    "uncertain",
    "It is not known whether all of it was applied: look at the plan before repeating it.",
    false,
  ],
  [
    "intended",
    "It is not known whether all of it was applied: look at the plan before repeating it.",
    false,
  ],
  ["failed", "Not applied: YNAB took none of it. Nothing was written.", false],
  ["undone", "Applied, and undone since.", false],
];

for (const [state, told, canUndo] of states) {
  Deno.test(`a card tells a change that is ${state} from the journal alone`, async () => {
    const store = createMemoryStore(() => 60_000).changes;
    const entry = anEntry({ operationId: "card00000000", state, touchedAt: 0, isUndoable: true });
    await new Journal(store).save(entry);
    const found = await cardNow("card00000000", { store, ...search });
    assertEquals([found?.card.told, found?.card.canUndo], [told, canUndo]);
    assertEquals(found?.card.isForCard, false);
  });
}

Deno.test("a card tells that a part of a change was undone since", async () => {
  const store = createMemoryStore(() => 60_000).changes;
  const journal = new Journal(store);
  await journal.save(anEntry({ operationId: "card00000000", isUndoable: true }));
  await journal.save(
    anEntry({ operationId: "undo00000000", undoes: "card00000000", isPart: true }),
  );
  const found = await cardNow("card00000000", { store, ...search });
  assertEquals([found?.card.state, found?.card.canUndo], ["undone_in_part", true]);
});

Deno.test("a card of a preview tells its lines, and nothing to anybody else", async () => {
  const store = createMemoryStore(() => 60_000).changes;
  const line = { id: "t", label: "Rent", field: "flag", before: null, after: "red" };
  const draft = aDraft({ preview: [line] });
  const format = UNKNOWN_MONEY_FORMAT;
  const shown = shownPreview(draft, { warnings: ["mind"], format, expiresAt: 90_000 });
  const binding = { tool: "flag_transactions", planId: "p", asked: "a", principal: "me" };
  const confirmations = new Confirmations(store, () => 60_000);
  const { preview, code } = await confirmations.issue({ ...binding, way: "card", shown }, draft);
  const found = await cardNow(preview ?? "", { store, ...search, principal: "me" });
  assertEquals([found?.card.state, found?.lines, found?.warnings], ["open", [line], ["mind"]]);
  assertEquals(await cardNow(preview ?? "", { store, ...search, principal: "other" }), null);
  assertEquals(await cardNow(preview ?? "", { store, ...search }), null);
  // Nobody has been given the code of a preview that only the card decides.
  assertEquals(await cardNow(code, { store, ...search, principal: "me" }), null);
});
