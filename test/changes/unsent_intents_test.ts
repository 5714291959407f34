import { assertEquals } from "@std/assert";
import { Journal, type JournalEntry } from "../../changes/journal.ts";
import { UnsentIntents } from "../../changes/in_flight_changes.ts";
import { createMemoryStore } from "../../sync/store/sqlite_backend.ts";
import type { ChangeStore } from "../../sync/store/change_records.ts";
import { anEntry, aStep, aTarget } from "./_journal_entry.ts";

const intent = anEntry({
  state: "intended",
  touchedAt: 5,
  steps: [aStep("updateTransactions", [aTarget({ outcome: "unknown" })])],
});

async function closed(kept: JournalEntry | null): Promise<readonly JournalEntry[]> {
  const { changes } = createMemoryStore(() => 0);
  const journal = new Journal(changes);
  if (kept !== null) await journal.save(kept);
  const unsent = new UnsentIntents(changes);
  unsent.add(intent);
  await unsent.close();
  return await journal.entries("p");
}

Deno.test("UnsentIntents closes stored intents as failed with nothing applied", async () => {
  const [entry] = await closed(intent);
  assertEquals(entry?.state, "failed");
  assertEquals(entry?.steps[0]?.targets[0]?.outcome, "not_done");
});

Deno.test("UnsentIntents skips intents that weren't stored or whose entry changed afterwards", async () => {
  assertEquals(await closed(null), []);
  for (const other of [{ ...intent, touchedAt: 6 }, { ...intent, state: "applied" }] as const) {
    assertEquals(await closed(other), [other]);
  }
});

Deno.test("UnsentIntents retries while the store is unavailable", async () => {
  const { changes } = createMemoryStore(() => 0);
  const journal = new Journal(changes);
  await journal.save(intent);
  let failures = 3;
  const away: ChangeStore = {
    ...changes,
    withPlanLock: (planId, run) =>
      failures-- > 0 ? Promise.reject(new Error("away")) : changes.withPlanLock(planId, run),
  };
  const pauses: number[] = [];
  const ended = Promise.withResolvers<void>();
  const unsent = new UnsentIntents(away, {
    longestPauseMs: 600,
    deadlineMs: Infinity,
    delay: (ms) => {
      pauses.push(ms);
      if (pauses.length === 4) ended.resolve();
      return Promise.resolve();
    },
  });
  unsent.add(intent);
  await ended.promise;
  await unsent.close();
  assertEquals([pauses, (await journal.entries("p"))[0]?.state], [[250, 500, 600, 600], "failed"]);
});
