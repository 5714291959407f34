import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Journal } from "../../../../changes/journal.ts";
import { ToolError } from "../../../../domain/base/tool_error.ts";
import type { CollectionOf } from "../../../../sync/store/store.ts";
import { sql } from "../../../../sync/store/sql.ts";
import { openSqliteBackend } from "../../../../sync/store/sqlite_backend.ts";
import { FILES } from "../../../../sync/store/store_folder.ts";
import {
  aChange,
  aPart,
  aStoreFolder,
  openNoted,
  type StoreFolder,
  storeOver,
  textsIn,
} from "../../_sqlite_store.ts";

const accounts: CollectionOf = { planId: "p", name: "accounts" };
const TEXT = "x".repeat(9_000);
const change = aChange({ parts: [aPart("all", TEXT)] });
const ENTRIES = 60;

/** A folder that is filled once and copied for each test. */
const template = await aStoreFolder();
Deno.test.afterAll(async () => await template[Symbol.asyncDispose]());
await fillTemplate();

/** Copies both files of the template to an empty folder. */
async function fill({ path }: StoreFolder): Promise<void> {
  for (const file of [FILES.copy, FILES.journal]) {
    await Deno.copyFile(join(template.path, file), join(path, file));
  }
}

async function fillTemplate(): Promise<void> {
  const store = await template.open();
  await store.applyChange(accounts, change);
  for (let nth = 1; nth <= ENTRIES; nth++) {
    const body = { nth, text: "x".repeat(500) };
    await store.changes.saveEntry({ operationId: `o${nth}`, planId: "p", at: nth, body });
  }
  await store.ledger.tryTake(9);
  await store.close();
}

async function entryIds(folder: StoreFolder): Promise<readonly string[]> {
  const store = await folder.open();
  const entries = await store.changes.entries("p");
  return entries.filter(({ body }) => body !== null).map(({ operationId }) => operationId);
}

const lastFirst = Array.from({ length: ENTRIES }, (_, at) => `o${ENTRIES - at}`);

const damages: Readonly<Record<string, (path: string) => Promise<void>>> = {
  "not a database": (path) => Deno.writeTextFile(path, "Dear diary, ".repeat(1_000)),
  "another program's database": async (path) => {
    await Deno.remove(path);
    const other = new DatabaseSync(path);
    other.exec("CREATE TABLE diary (page TEXT)");
    other.close();
  },
  "a truncated database": async (path) => {
    const { size } = await Deno.stat(path);
    await Deno.truncate(path, Math.floor(size / 2));
  },
  "a database with a page overwritten": (path) => overwrite(path, 0.4),
  "a database with its header overwritten": (path) => overwrite(path, 0),
};

async function overwrite(path: string, share: number): Promise<void> {
  const bytes = await Deno.readFile(path);
  const from = Math.floor(bytes.length * share / 4_096) * 4_096;
  bytes.fill(0xaa, from, from + 4_096);
  await Deno.writeFile(path, bytes);
}

for (const [what, damage] of Object.entries(damages)) {
  Deno.test(`a cache that is ${what} is quarantined and replaced`, async () => {
    await using folder = await aStoreFolder();
    await fill(folder);
    await damage(join(folder.path, FILES.copy));
    const store = await folder.open();
    // A call that reads a damaged part of the file detects the damage, and the next call works.
    const found = await store.loadCollection(accounts, null).catch(() => null);
    assert(found === null || found.parts.length === 1);
    await store.forgetPlan("p").catch(() => {});
    await store.forgetPlan("p");
    const of = { ...accounts, planId: "q" };
    assert(await store.applyChange(of, change) !== null);
    assertEquals(textsIn(await store.loadCollection(of, null)), [["all", TEXT]]);
    assertEquals((await store.changes.entries("p")).length, ENTRIES);
    for (const { file, carriedOver } of folder.quarantined) {
      assertMatch(file, /^copy\.db\.damaged-\d{8}T\d{6}Z$/u);
      assertEquals(carriedOver, null);
      assert((await Deno.stat(join(folder.path, file))).isFile);
    }
  });

  Deno.test(`a journal that is ${what} is quarantined, and its readable entries are recovered`, async () => {
    await using folder = await aStoreFolder();
    await fill(folder);
    await damage(join(folder.path, FILES.journal));
    const ids = await entryIds(folder);
    const [aside] = folder.quarantined;
    assertMatch(aside?.file ?? "", /^journal\.db\.damaged-\d{8}T\d{6}Z$/u);
    assertEquals(aside?.carriedOver, ids.length);
    assertEquals(ids, lastFirst.filter((id) => ids.includes(id)));
    if (what.includes("overwritten") && !what.includes("head")) {
      assert(ids.length >= ENTRIES / 2, `only ${ids.length} came over`);
    }
    const store = await folder.open();
    await store.changes.saveEntry({ operationId: "new", planId: "p", at: 99, body: "one" });
    assertEquals((await entryIds(folder))[0], "new");
  });
}

Deno.test("a deleted cache is re-created, even if its `-wal` and `-shm` files remain", async () => {
  await using folder = await aStoreFolder();
  const running = await folder.open();
  await running.applyChange(accounts, change);
  await Deno.remove(join(folder.path, FILES.copy));
  const store = await folder.open();
  assertEquals(await store.loadCollection(accounts, null), null);
  assert(await store.applyChange(accounts, change) !== null);
  assertEquals(folder.quarantined, []);
});

/** Conditions that keep a cache from being used or replaced, each with the logged reason. */
const unusable: readonly (readonly [
  what: string,
  reason: string,
  block: (path: string) => Disposable | Promise<void>,
])[] = [
  ["of a newer version", "newer", (path) => Promise.resolve(setVersion(path, 99))],
  ["locked by another program", "locked", (path) => held(path)],
  ["replaced by a folder", "ERR_SQLITE_ERROR", async (path) => {
    await Deno.remove(path);
    await Deno.mkdir(path);
  }],
];
for (const [what, reason, block] of unusable) {
  Deno.test(`a cache ${what} is left as is, and changes to the plan are still accepted`, async () => {
    await using folder = await aStoreFolder();
    await fill(folder);
    using _ = await block(join(folder.path, FILES.copy)) ?? { [Symbol.dispose]: () => {} };
    const { store, notes } = openNoted(folder.path);
    assertEquals(await store.loadCollection(accounts, null), null);
    assert(await store.applyChange(accounts, change) !== null);
    assertEquals(textsIn(await store.loadCollection(accounts, null)), [["all", TEXT]]);
    assertEquals(await store.changes.refusal(), null);
    assertEquals((await store.changes.entries("p")).length, ENTRIES);
    assertEquals(notes, [{ event: "store_copy_in_memory", reason }]);
  });
}

for (const version of [0, -1, 1, 2]) {
  Deno.test(`a journal with version ${version} is quarantined, and its entries are recovered`, async () => {
    await using folder = await aStoreFolder();
    await fill(folder);
    setVersion(join(folder.path, FILES.journal), version);
    assertEquals(await entryIds(folder), lastFirst);
    assertEquals(folder.quarantined.map(({ carriedOver }) => carriedOver), [ENTRIES]);
  });
}

Deno.test("a journal that lacks a table is quarantined, and changes use a new journal", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  const file = new DatabaseSync(join(folder.path, FILES.journal));
  file.exec("DROP TABLE confirmations");
  file.close();
  assertEquals(await entryIds(folder), lastFirst);
  assertEquals(folder.quarantined.map(({ carriedOver }) => carriedOver), [ENTRIES]);
});

function setVersion(path: string, version: number): void {
  const file = new DatabaseSync(path);
  file.exec(`PRAGMA user_version = ${version}`);
  file.close();
}

function held(path: string): Disposable {
  const holder = new DatabaseSync(path);
  holder.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  return { [Symbol.dispose]: () => holder.close() };
}

Deno.test("a journal that was truncated to zero bytes is reported", async () => {
  await using folder = await aStoreFolder();
  const running = await folder.open();
  await running.changes.saveEntry({ operationId: "o", planId: "p", at: 1, body: "one" });
  await Deno.truncate(join(folder.path, FILES.journal));
  assertEquals(await entryIds(folder), []);
  assertEquals(folder.quarantined.map(({ carriedOver }) => carriedOver), [0]);
});

Deno.test("a process whose journal was replaced continues with the new journal", async () => {
  await using folder = await aStoreFolder();
  const running = await folder.open();
  await running.changes.saveEntry({ operationId: "old", planId: "p", at: 1, body: "one" });
  for (const ending of ["", "-wal", "-shm"]) {
    await Deno.remove(join(folder.path, `${FILES.journal}${ending}`));
  }
  await running.changes.saveEntry({ operationId: "new", planId: "p", at: 2, body: "one" });
  await running.ledger.tryTake(9);
  const other = await folder.open();
  assertEquals((await other.changes.entries("p")).map(({ operationId }) => operationId), ["new"]);
  assertEquals((await other.ledger.use()).used, 1);
});

Deno.test("a process that starts while another process writes to the cache uses the same journal", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  const writer = new DatabaseSync(join(folder.path, FILES.copy));
  writer.exec("BEGIN IMMEDIATE");
  try {
    const store = await folder.open({ now: () => Date.now() + 2 * 86_400_000 });
    assertEquals((await store.changes.entries("p")).length, ENTRIES);
  } finally {
    writer.close();
  }
});

Deno.test("an in-memory store rejects changes if the journal can't be opened", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  // Put a file where the lock folder would be, so that no database can be opened safely.
  await Deno.writeTextFile(join(folder.path, FILES.locks), "");
  const { store, notes } = openNoted(folder.path);
  assertEquals(await store.loadPlans(), null);
  assertMatch(await store.changes.refusal() ?? "", /the change journal can't be opened/u);
  assertEquals(notes.map(({ event }) => event), ["store_in_memory"]);
});

Deno.test("a journal entry that can't be decrypted is returned with its id and time but no body", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  const file = new DatabaseSync(join(folder.path, FILES.journal));
  const { body } = file.prepare("SELECT body FROM entries WHERE operation_id = 'o7'").get() ?? {};
  file.prepare("UPDATE entries SET body = ? WHERE operation_id = 'o7'")
    .run((body as Uint8Array).map((byte, at) => at === 40 ? byte ^ 1 : byte));
  file.close();
  const store = await folder.open();
  const entries = await store.changes.entries("p");
  assertEquals(entries.map(({ operationId }) => operationId), lastFirst);
  assertEquals(
    entries.filter((entry) => entry.body === null),
    [{ operationId: "o7", planId: "p", at: 7, body: null }],
  );
  const journal = new Journal(store.changes);
  assertEquals((await journal.read("p")).unreadable, [{ operationId: "o7", at: 7 }]);
  assertEquals((await journal.entries("p")).length, ENTRIES - 1);
});

Deno.test("a journal entry whose row is missing is returned with its id and time but no body", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  const file = new DatabaseSync(join(folder.path, FILES.journal));
  file.exec("DELETE FROM entries WHERE operation_id = 'o7'");
  file.close();
  const entries = await (await folder.open()).changes.entries("p");
  assertEquals(entries.map(({ operationId }) => operationId), lastFirst);
  assertEquals(entries.filter(({ body }) => body === null).map(({ at }) => at), [7]);
});

const spoils: Readonly<Record<string, string>> = {
  "without its chunks": "DELETE FROM parts",
  "without one chunk": "DELETE FROM parts WHERE rowid = (SELECT min(rowid) FROM parts)",
  "with two chunks swapped": "UPDATE parts SET body = (SELECT other.body FROM parts AS other " +
    "WHERE other.collection = parts.collection AND other.name <> parts.name)",
  "with an older version of a chunk": "UPDATE parts SET version = version - 1",
  "with an extra chunk": "INSERT INTO parts " +
    "SELECT owner, collection, 'more', version, body FROM parts LIMIT 1",
  "wrongly marked as forgotten": "UPDATE collections SET is_forgotten = 1",
  "with a different epoch": "UPDATE collections SET epoch = 'other'",
  "with a renamed chunk": "UPDATE parts SET name = 'other' WHERE rowid = 1",
  "with a chunk's older body": "UPDATE parts SET body = " +
    "(SELECT older.body FROM older_parts AS older WHERE older.name = parts.name)",
  "with older chunks under their own version": "DELETE FROM parts; " +
    "INSERT INTO parts SELECT * FROM older_parts",
  "with its older state and chunks": "DELETE FROM parts; INSERT INTO parts SELECT * FROM " +
    "older_parts; UPDATE collections SET state = (SELECT state FROM older_collections)",
  "from the previous version": "UPDATE collections SET state = x'00'",
};
for (const [what, sql] of Object.entries(spoils)) {
  Deno.test(`a collection ${what} isn't returned, and the damage is logged`, async () => {
    await using folder = await aStoreFolder();
    const rows: CollectionOf = { planId: "p", name: "transactions" };
    const filling = await folder.open();
    const parts = [aPart("2024-01"), aPart("2024-02")];
    const older = await filling.applyChange(rows, { ...change, parts });
    const file = new DatabaseSync(join(folder.path, FILES.copy));
    for (const table of ["parts", "collections"]) {
      file.exec(`CREATE TABLE older_${table} AS SELECT * FROM ${table}`);
    }
    await filling.applyChange(rows, { ...change, mark: older, parts });
    await filling.close();
    file.exec(sql);
    file.close();
    const damaged: string[] = [];
    const store = await folder.open({ onDamaged: (name) => damaged.push(name) });
    assertEquals(await store.loadCollection(rows, null), null);
    assertEquals(damaged, ["transactions"]);
    const mark = await store.applyChange(rows, { ...change, parts });
    assert(mark !== null);
    await store.applyChange(rows, aChange({ mark, isWhole: false, parts: [aPart("2024-03")] }));
    assertEquals((await store.loadCollection(rows, null))?.parts.length, 3);
    assertEquals(textsIn(await store.loadCollection(rows, mark)), [["2024-03", "records"]]);
    assertEquals(damaged.length, 1);
  });
}

Deno.test("a cache damaged at run time is quarantined, and the server continues", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  const running = await folder.open();
  const path = join(folder.path, FILES.copy);
  const bytes = await Deno.readFile(path);
  await Deno.writeFile(path, bytes.fill(0xaa, 4_096));
  // A write by another process makes SQLite read the file again.
  setVersion(path, 1);
  await assertRejects(() => running.loadCollection(accounts, null));
  assertEquals(folder.quarantined.map(({ carriedOver }) => carriedOver), [null]);
  assertEquals(await running.loadCollection(accounts, null), null);
  assert(await running.applyChange(accounts, change) !== null);
  const other = await folder.open();
  assertEquals(textsIn(await other.loadCollection(accounts, null)), [["all", TEXT]]);
});

Deno.test("a journal damaged at run time is quarantined, and its readable entries are recovered", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  const running = await folder.open();
  const path = join(folder.path, FILES.journal);
  await overwrite(path, 0.4);
  // A write by another process makes SQLite read the file again.
  setVersion(path, 5);
  await assertRejects(() => running.changes.entries("p"), ToolError);
  const [aside] = folder.quarantined;
  const ids = (await running.changes.entries("p")).filter(({ body }) => body !== null)
    .map(({ operationId }) => operationId);
  assertEquals([folder.quarantined.length, aside?.carriedOver], [1, ids.length]);
  assert(ids.length >= ENTRIES / 2, `only ${ids.length} came over`);
  const entry = { operationId: "new", planId: "p", at: 99, body: "one" };
  assertEquals(await running.changes.begin({ code: null, entry }), true);
  assertEquals((await entryIds(folder))[0], "new");
});

Deno.test("the error for a change that can't be journaled explains what to check", async () => {
  await using folder = await aStoreFolder();
  const { changes } = await folder.open();
  const file = new DatabaseSync(join(folder.path, FILES.journal));
  file.exec("DROP TABLE leases; DROP TABLE entries");
  file.close();
  const entry = { operationId: "o", planId: "p", at: 1, body: "one" };
  for (
    const change of [
      (): Promise<unknown> => changes.withPlanLock("p", () => Promise.resolve()),
      (): Promise<unknown> => changes.begin({ code: null, entry }),
    ]
  ) {
    const { message } = await assertRejects(change, ToolError);
    assertMatch(
      message,
      /check the disk that holds the journal.*store command.*, then try again$/u,
    );
  }
});

const deletions: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  cache: async (folder) => {
    for (const ending of ["", "-wal", "-shm"]) {
      await Deno.remove(join(folder, `${FILES.copy}${ending}`));
    }
  },
  folder: (folder) => Deno.remove(folder, { recursive: true }),
};

for (const [what, remove] of Object.entries(deletions)) {
  Deno.test(`a server detects that its ${what} was deleted, and other servers can read its next writes`, async () => {
    await using folder = await aStoreFolder();
    const running = await folder.open();
    await running.applyChange(accounts, change);
    await remove(folder.path);
    assertEquals(await running.loadCollection(accounts, null), null);
    assert(await running.applyChange(accounts, change) !== null);
    const entry = { operationId: "o", planId: "p", at: 1, body: "one" };
    await running.changes.withPlanLock("p", () => running.changes.saveEntry(entry));
    const other = await folder.open();
    assertEquals(textsIn(await other.loadCollection(accounts, null)), [["all", TEXT]]);
    assertEquals(await other.changes.entries("p"), [entry]);
  });
}

Deno.test("a change that doesn't fit in the journal's file is refused, and succeeds after space is freed", async () => {
  await using folder = await aStoreFolder();
  const options = { folder: folder.path, now: () => 0, onQuarantined: () => {} };
  const backend = await openSqliteBackend(options);
  const blobs = backend.of("owner");
  const { changes } = storeOver(blobs, { now: options.now });
  await changes.saveConfirmation({ code: "c", planId: "p", body: "" }, 600_000);
  // This page limit is below the file's current size, so SQLite raises the limit to that size, and
  // reports a full disk when the file has to grow.
  await blobs.journal.all(sql`PRAGMA max_page_count = 1`);
  const entry = { operationId: "o", planId: "p", at: 0, body: "x".repeat(100_000) };
  const begun = changes.begin({ code: "c", entry });
  const error = await assertRejects(() => begun, ToolError);
  assertEquals([error.code, String(error.cause)], [
    "unavailable",
    "Error: database or disk is full",
  ]);
  assertEquals(await changes.entries("p"), []);
  await blobs.journal.all(sql`PRAGMA max_page_count = 1000000`);
  assertEquals(await changes.begin({ code: "c", entry }), true);
  assertEquals(await changes.entries("p"), [entry]);
  await backend.close();
});
