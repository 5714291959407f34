import { assertEquals, assertRejects } from "@std/assert";
import { ToolError } from "../../../../domain/base/tool_error.ts";
import { withJournalErrors } from "../../../../sync/store/journal_error.ts";
import {
  createMemoryDatabase,
  createMemoryStore,
} from "../../../../sync/store/sqlite/memory_store.ts";
import type { BlobStore } from "../../../../sync/store/sealing/blob_store.ts";
import { sealedStore } from "../../../../sync/store/sealing/sealed_store.ts";
import { UNSEALED } from "../../../../sync/store/sealing/unsealed.ts";

const now = (): number => 0;
const away = (): never => {
  throw new Error("away");
};

Deno.test("a store says what its own backend advises when journal or lock can't be had", async () => {
  const blobs = createMemoryDatabase(now).connect().of("a");
  const broken: BlobStore = {
    ...blobs,
    journal: { ...blobs.journal, findConfirmation: away },
    leases: { ...blobs.leases, tryTake: away },
    remedy: "see to the database",
  };
  const { changes } = sealedStore(broken, { sealer: UNSEALED, now });
  const words = "so nothing more is written: see to the database, then try again";
  await assertRejects(() => changes.findConfirmation("code"), ToolError, words);
  const run = (): Promise<never> => Promise.reject(new Error("Nobody may run this"));
  await assertRejects(() => changes.withPlanLock("p", run), ToolError, words);
});

Deno.test("withJournalErrors() leaves a tool error as it is, and what runs under the lock", async () => {
  const refused = new ToolError("unavailable", "the lease was lost: look");
  const store = createMemoryStore(now).changes;
  const failing = { ...store, saveEntry: () => Promise.reject(refused) };
  const worded = withJournalErrors(failing, "see to it");
  const entry = { operationId: "o", planId: "p", at: 1, body: "" };
  assertEquals(await worded.saveEntry(entry).catch((error: unknown) => error), refused);
  const own = new TypeError("x is null");
  const run = (): Promise<never> => Promise.reject(own);
  assertEquals(await worded.withPlanLock("p", run).catch((error: unknown) => error), own);
});
