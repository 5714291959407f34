import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { aMonth } from "../../../_builders.ts";
import { ToolError } from "../../../../domain/base/tool_error.ts";
import type { BlobStore } from "../../../../sync/store/backend.ts";
import {
  type ChangeStore,
  MAX_ENTRIES,
  type StoredEntry,
} from "../../../../sync/store/change_records.ts";
import { createSealer } from "../../../../sync/store/sealer.ts";
import { sql, type SqlDatabase } from "../../../../sync/store/sql.ts";
import { createMemoryDatabase } from "../../../../sync/store/sqlite_backend.ts";
import type { CollectionMark, CollectionName } from "../../../../sync/store/store.ts";
import { UnansweredCommitError } from "../../../../sync/store/store_errors.ts";
import { aChange, storeOver } from "../../_sqlite_store.ts";

const sealer = await createSealer({ secret: "t", baseUrl: "https://api.example.com" });
const now = (): number => 0;
const spoiled = new Uint8Array(40);

function memoryBlobs(): BlobStore {
  return createMemoryDatabase(now).connect().of(sealer.owner);
}

function anEntry(operationId: string): StoredEntry {
  return { operationId, planId: "p", at: 1, body: operationId };
}

/** Opens the journal the way a server process does, but lets `onWrite` handle durable writes. */
function journalOver(
  blobs: BlobStore,
  onWrite: (write: () => Promise<unknown>) => Promise<unknown> = (write) => write(),
): ChangeStore {
  const transaction = (...args: Parameters<SqlDatabase["transaction"]>): Promise<unknown> => {
    const write = (): Promise<unknown> => blobs.journal.transaction(...args);
    return args[1]?.isDurable ? onWrite(write) : write();
  };
  const journal: SqlDatabase = Object.create(blobs.journal, {
    transaction: { value: transaction },
  });
  return storeOver({ ...blobs, journal }, { sealer, now }).changes;
}

async function openIds(changes: ChangeStore): Promise<readonly string[]> {
  return (await changes.openEntries("p")).map(({ operationId }) => operationId);
}

Deno.test("poll() discards and reports damaged data, and causes a reload", async () => {
  const blobs = memoryBlobs();
  const damaged: string[] = [];
  const store = storeOver(blobs, { sealer, now, onDamaged: (name) => void damaged.push(name) });
  const write = async (
    name: CollectionName,
    mark: CollectionMark | null = null,
  ): Promise<CollectionMark | null> => {
    return await store.applyChange({ planId: "p", name }, aChange({ mark }));
  };
  const [accounts, payees] = [await write("accounts"), await write("payees")];
  const next = await write("accounts", accounts);
  await write("payees", payees);
  await blobs.copy.all(sql`
    UPDATE ${blobs.copy.schema}.collections SET state = ${spoiled}
    WHERE epoch = ${payees?.epoch ?? ""}`);
  const { moved } = await store.poll("p", { payees, accounts });
  assertEquals(moved.map((one) => [one.name, one.mark]), [["accounts", next]]);
  assertEquals(damaged, ["payees"]);
  assertEquals(await store.loadCollection({ planId: "p", name: "payees" }, null), null);
});

Deno.test("an entry or a month is unreadable if another row's bytes were copied over it", async () => {
  const blobs = memoryBlobs();
  const { schema } = blobs.journal;
  for (const id of ["a", "b"]) await journalOver(blobs).saveEntry(anEntry(id));
  await blobs.journal.all(sql`
    UPDATE ${schema}.entries
    SET body = (SELECT body FROM ${schema}.entries WHERE operation_id = ${"a"})`);
  const found = await journalOver(blobs).entries("p");
  assertEquals(found, [{ ...anEntry("b"), body: null }, anEntry("a")]);
  const store = storeOver(blobs, { sealer, now });
  const months = ["2026-03-01", "2026-04-01"];
  for (const month of months) {
    const read = { knowledge: 5, readAt: 1, utcDay: "2026-03-15" };
    await store.saveMonth("p", { detail: aMonth({ month }), ...read });
  }
  await blobs.copy.all(sql`
    UPDATE ${schema}.months SET body = (SELECT max(body) FROM ${schema}.months)`);
  const loaded = await Promise.all(
    months.map((month) => store.loadMonth({ planId: "p", month }, 0)),
  );
  assertEquals(loaded.filter((one) => one === null).length, 1);
});

Deno.test("no entry is lost if the table of contents is unreadable, and the next write rebuilds it", async () => {
  const blobs = memoryBlobs();
  const changes = journalOver(blobs);
  await changes.saveEntry(anEntry("closed"), true);
  await changes.begin({ code: null, entry: anEntry("open") });
  assertEquals(await openIds(changes), ["open"]);
  await blobs.journal.all(sql`UPDATE ${blobs.journal.schema}.entry_lists SET body = ${spoiled}`);
  assertEquals(await changes.entries("p"), [anEntry("open"), anEntry("closed")]);
  // All entries count as open, because only the table of contents shows which entries are closed.
  assertEquals(await openIds(changes), ["open", "closed"]);
  await changes.begin({ code: null, entry: anEntry("new") });
  assertEquals(await openIds(changes), ["new", "open", "closed"]);
  for (const id of ["open", "closed"]) await changes.saveEntry(anEntry(id), true);
  assertEquals(await openIds(changes), ["new"]);
});

Deno.test("saveEntry() keeps the newest entries and deletes the oldest", async () => {
  const blobs = memoryBlobs();
  const changes = journalOver(blobs);
  await changes.saveEntry(anEntry("0"));
  await blobs.journal.all(sql`
    WITH RECURSIVE added (nth) AS (
      SELECT 1 UNION ALL SELECT nth + 1 FROM added WHERE nth < ${MAX_ENTRIES - 1}
    )
    INSERT INTO ${blobs.journal.schema}.entries (owner, plan, operation_id, at, revision, body)
    SELECT owner, plan, CAST(nth AS TEXT), at, 1, body FROM entries, added`);
  await blobs.journal.all(sql`DELETE FROM ${blobs.journal.schema}.entry_lists`);
  for (const id of ["last but one", "last"]) await changes.saveEntry(anEntry(id));
  const ids = (await changes.entries("p")).map(({ operationId }) => operationId);
  assertEquals([ids.length, ids[0], ids.at(-1)], [MAX_ENTRIES, "last", "2"]);
});

Deno.test("a journal write that fails permanently is reported immediately and not retried", async () => {
  let times = 0;
  const broken = new Error("disk full");
  const changes = journalOver(memoryBlobs(), () => {
    times++;
    throw broken;
  });
  const begun = changes.begin({ code: null, entry: anEntry("o") });
  const error = await assertRejects(() => begun, ToolError);
  assertEquals([error.code, error.cause, times], ["unavailable", broken, 1]);
});

/**
 * The outcome of a write: `answered` if it succeeds and gets a response, `written` if it succeeds
 * without a response, and `lost` if it fails without a response.
 */
type Fate = "answered" | "written" | "lost";

/**
 * Creates a journal that contains the confirmation code "c" and whose next writes have the given
 * outcomes.
 */
async function aJournal(...fates: readonly Fate[]): Promise<ChangeStore> {
  const left = [...fates];
  const changes = journalOver(memoryBlobs(), async (write) => {
    const fate = left.shift() ?? "answered";
    const outcome = fate === "lost" ? "written" : await write();
    if (fate === "answered" || outcome !== "written") return outcome;
    throw new UnansweredCommitError({ cause: new Error("connection reset") });
  });
  await changes.saveConfirmation({ code: "c", planId: "p", body: "" }, 600_000);
  return changes;
}

for (const fate of ["written", "lost"] as const) {
  Deno.test(`begin() and saveEntry() succeed even if their first write got no response (${fate})`, async () => {
    for (const code of ["c", null]) {
      const changes = await aJournal(fate, "answered", fate);
      assertEquals(await changes.begin({ code, entry: anEntry("o") }), true);
      assertEquals(await openIds(changes), ["o"]);
      const spentBy = code === null ? null : "o";
      assertEquals((await changes.findConfirmation("c"))?.spentBy, spentBy);
      await changes.saveEntry({ ...anEntry("o"), body: "over" }, true);
      assertEquals(await changes.entries("p"), [{ ...anEntry("o"), body: "over" }]);
      assertEquals(await openIds(changes), []);
    }
  });
}

Deno.test("begin() returns false for a used confirmation code, even if begin()'s first write gets no response", async () => {
  const changes = await aJournal("lost");
  await changes.spendConfirmation("c");
  assertEquals(await changes.begin({ code: "c", entry: anEntry("o") }), false);
  assertEquals(await changes.entries("p"), []);
});

Deno.test("begin() reports an unknown outcome if it never gets a response", async () => {
  for (const fates of [["lost", "lost"], ["written", "lost"]] as const) {
    const changes = await aJournal(...fates);
    const begun = changes.begin({ code: "c", entry: anEntry("o") });
    const error = await assertRejects(() => begun, ToolError);
    assertEquals(error.code, "unavailable");
    assertInstanceOf(error.cause, UnansweredCommitError);
  }
});
