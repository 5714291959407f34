import { assertEquals, assertRejects } from "@std/assert";
import { ToolError } from "../../../../domain/base/tool_error.ts";
import { createMemoryDatabase } from "../../../../sync/store/sqlite_backend.ts";
import type { BlobStore, JournalRows } from "../../../../sync/store/backend.ts";
import { createSealer, planPseudonym } from "../../../../sync/store/sealer.ts";
import { storeOver } from "../../_sqlite_store.ts";
import type { ChangeStore, StoredEntry } from "../../../../sync/store/change_records.ts";

const sealer = await createSealer({ secret: "t", baseUrl: "https://api.example.com" });

function anEntry(operationId: string, change: Partial<StoredEntry> = {}): StoredEntry {
  return { ...{ operationId, planId: "p", at: 1, body: operationId }, ...change };
}

interface World {
  readonly blobs: BlobStore;
  /** Opens the journal as a process does, optionally with replaced methods for its rows. */
  open(replaced?: Partial<JournalRows>): ChangeStore;
}

function aWorld(): World {
  const blobs = createMemoryDatabase(() => 0).connect().of(sealer.owner);
  return {
    blobs,
    open: (replaced = {}) =>
      storeOver({ ...blobs, journal: { ...blobs.journal, ...replaced } }, {
        sealer,
        now: () => 0,
      }).changes,
  };
}

const idsOf = (entries: readonly StoredEntry[]): readonly string[] =>
  entries.map(({ operationId }) => operationId);

/** Overwrites a plan's table of contents without sealing it. */
async function spoilContents({ journal }: BlobStore, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const plan = await planPseudonym(sealer, "p");
  const { revision } = await journal.contents(plan);
  await journal.write(plan, {
    ...{ spends: null, fence: null, entry: null },
    contents: { revision, body },
  });
}

Deno.test("no entry is lost if the table of contents is unreadable, and the next write rebuilds it", async () => {
  const { blobs, open } = aWorld();
  const changes = open();
  await changes.saveEntry(anEntry("closed"), true);
  await changes.begin({ code: null, entry: anEntry("open") });
  assertEquals(idsOf(await changes.openEntries("p")), ["open"]);
  await spoilContents(blobs, new Uint8Array(40));
  assertEquals(await changes.entries("p"), [anEntry("open"), anEntry("closed")]);
  // All entries count as open, because without the table of contents it isn't known which are
  // closed.
  assertEquals(idsOf(await changes.openEntries("p")), ["open", "closed"]);
  await changes.begin({ code: null, entry: anEntry("new") });
  assertEquals(idsOf(await changes.openEntries("p")), ["new", "open", "closed"]);
  await changes.noteClosed("p", ["open", "closed"]);
  assertEquals(idsOf(await changes.openEntries("p")), ["new"]);
});

Deno.test("noteClosed() retries if another process has rewritten the table of contents", async () => {
  const { blobs, open } = aWorld();
  let times = 0;
  const changes = open({
    write: async (plan, what) => {
      // Another process writes between this process's read and write.
      if (what.entry === null && times++ === 0) await open().saveEntry(anEntry("other"));
      return await blobs.journal.write(plan, what);
    },
  });
  await changes.begin({ code: null, entry: anEntry("mine") });
  await changes.noteClosed("p", ["mine"]);
  assertEquals(idsOf(await changes.openEntries("p")), ["other"]);
  assertEquals(times, 2);
});

Deno.test("a permanent journal failure is reported immediately and not retried", async () => {
  const { open } = aWorld();
  let times = 0;
  const broken = new Error("disk full");
  const changes = open({
    write: () => {
      times++;
      throw broken;
    },
  });
  const error = await assertRejects(
    () => changes.begin({ code: null, entry: anEntry("o") }),
    ToolError,
  );
  assertEquals([error.code, error.cause, times], ["unavailable", broken, 1]);
});

Deno.test("an entry whose row is missing is listed at its time among the others, without a body", async () => {
  const { blobs, open } = aWorld();
  const changes = open();
  for (const [nth, id] of ["oldest", "middle", "newest"].entries()) {
    await changes.saveEntry(anEntry(id, { at: nth }));
  }
  const without = open({
    entries: async (...asked) =>
      (await blobs.journal.entries(...asked)).filter(({ operationId }) => operationId !== "middle"),
  });
  assertEquals(await without.entries("p"), [
    anEntry("newest", { at: 2 }),
    anEntry("middle", { at: 1, body: null }),
    anEntry("oldest", { at: 0 }),
  ]);
});

Deno.test("journal rows contain no plaintext", async () => {
  const { blobs, open } = aWorld();
  const changes = open();
  await changes.saveConfirmation({ code: "secret-code", planId: "p", body: "secret body" }, 1_000);
  await changes.begin({ code: null, entry: anEntry("o", { body: "secret entry" }) });
  const plan = await planPseudonym(sealer, "p");
  assertEquals(await blobs.journal.findConfirmation("secret-code"), null);
  assertEquals(await blobs.journal.keys("p"), []);
  const [row] = await blobs.journal.entries(plan);
  const { body } = await blobs.journal.contents(plan);
  const text = [row?.body, body].map((bytes) =>
    new TextDecoder("latin1").decode(bytes ?? undefined)
  );
  assertEquals(/secret|operation/u.test(text.join()), false);
});
