import { assertEquals } from "@std/assert";
import { Journal, stateOf } from "../../changes/journal.ts";
import { UpstreamError } from "../../client/upstream_error.ts";
import { createMemoryStore } from "../../sync/store/sqlite_backend.ts";
import { anEntry, aStep, aTarget } from "./_journal_entry.ts";

const change = anEntry({ operationId: "change" });
const undo = anEntry({ operationId: "undo", undoes: "change", at: 1 });

async function stateAfter(closed: typeof undo): Promise<string | undefined> {
  const journal = new Journal(createMemoryStore(() => 0).changes);
  await journal.save(change);
  await journal.close(closed);
  return (await journal.find("p", "change"))?.state;
}

Deno.test("Journal.close() marks a change as undone only if it was completely reverted", async () => {
  assertEquals(await stateAfter(undo), "undone");
  assertEquals(await stateAfter({ ...undo, isPart: true }), "applied");
  assertEquals(await stateAfter({ ...undo, state: "partly" }), "applied");
  assertEquals(await stateAfter({ ...undo, undoes: null }), "applied");
  assertEquals(await stateAfter({ ...undo, undoes: "another" }), "applied");
});

Deno.test("stateOf() returns uncertain when a request without records may have been applied", () => {
  const unsure = new UpstreamError("It is down: look", { code: "unavailable", uncertain: true });
  const refused = new UpstreamError("It was refused: look", { code: "rejected" });
  const nothing = [aStep("importTransactions", [])];
  assertEquals([stateOf(nothing), stateOf(nothing, unsure), stateOf(nothing, refused)], [
    "applied",
    "uncertain",
    "failed",
  ]);
  const done = [aStep("updateTransactions", [aTarget()])];
  assertEquals([stateOf(done), stateOf(done, refused)], ["applied", "partly"]);
});
