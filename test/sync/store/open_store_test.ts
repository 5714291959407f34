import { assertEquals, assertMatch } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createMemoryDatabase } from "../../../sync/store/sqlite_backend.ts";
import { FILES } from "../../../sync/store/store_folder.ts";
import { clearStore, listStoreFiles, quarantinedFiles } from "../../../sync/store/store_files.ts";
import type { BlobBackend } from "../../../sync/store/backend.ts";
import type { Store } from "../../../sync/store/store.ts";
import { aChange, aStoreFolder, openNoted, type StoreFolder } from "../_sqlite_store.ts";

Deno.test("if no folder is configured, the store is kept in memory, and the user isn't notified", async () => {
  const { store, notes } = openNoted(null);
  assertEquals([await store.loadPlans(), await store.changes.refusal(), notes], [null, null, []]);
  await store.close();
});

Deno.test("a store creates its files on first use, so a store that is never used creates none", async () => {
  await using folder = await aStoreFolder();
  const path = join(folder.path, "store");
  const files = (): readonly (number | null)[] => listStoreFiles(path).map(({ bytes }) => bytes);
  await openNoted(path).store.close();
  assertEquals(files(), [null, null, null]);

  const { store, notes } = openNoted(path);
  assertEquals(files(), [null, null, null]);
  assertEquals(await store.loadPlans(), null);
  const [copy, journal] = listStoreFiles(path);
  assertEquals([copy?.name, journal?.name], ["copy", "journal"]);
  assertEquals([(copy?.bytes ?? 0) > 0, (journal?.bytes ?? 0) > 0], [true, true]);
  assertMatch(copy?.changed_at ?? "", /^\d{4}-\d\d-\d\dT/);
  assertEquals(quarantinedFiles(path), []);
  await store.close();
  assertEquals(notes, []);
  assertEquals(await store.loadPlans(), null);
});

Deno.test("if the store's folder can't be created, the store is kept in memory, and the user is notified", async () => {
  await using folder = await aStoreFolder();
  const file = join(folder.path, "file");
  await Deno.writeTextFile(file, "no folder");
  const { store, notes } = openNoted(join(file, "store"));
  assertEquals(await store.loadPlans(), null);
  assertEquals(notes.map(({ event }) => event), ["store_in_memory"]);
  assertEquals(await store.changes.refusal(), null);
  await store.close();
});

Deno.test("a store rejects changes if its folder has a journal and other users can write to the folder", async () => {
  await using folder = await aStoreFolder();
  const path = join(folder.path, "store");
  const first = openNoted(path);
  await first.store.loadPlans();
  await first.store.close();
  await Deno.chmod(path, 0o777);
  const { store, notes } = openNoted(path);
  assertMatch(
    await store.changes.refusal() ?? "",
    /^the change journal can't be used, so changes are refused until you fix the following problem and restart this server: other users can write to the store's folder: run chmod 700 on it$/,
  );
  assertEquals(notes.map(({ event }) => event), ["store_in_memory"]);
  assertEquals(await clearStore(path, { isWithJournal: false, now: 0 }), "not private");
  await store.close();
});

/** A folder where a server has stored data. */
async function aFilledFolder(): Promise<StoreFolder> {
  const folder = await aStoreFolder();
  const store = await folder.open();
  const entry = { operationId: "o", planId: "p", at: 1, body: "one" };
  await store.changes.begin({ code: null, entry });
  await store.applyChange(accounts, aChange());
  await store.close();
  return folder;
}

const accounts = { planId: "p", name: "accounts" } as const;
const PLANS = { plans: [], readAt: 1 };

Deno.test("a damaged file is quarantined, and the note states the file's name and the number of recovered entries", async () => {
  await using folder = await aFilledFolder();
  await Deno.writeTextFile(join(folder.path, FILES.copy), "no database");
  const { store, notes } = openNoted(folder.path);
  assertEquals(await store.loadCollection(accounts, null), null);
  assertEquals((await store.changes.entries("p")).length, 1);
  await store.close();
  const [aside] = quarantinedFiles(folder.path);
  assertEquals(notes, [{
    ...{ event: "store_set_aside", file: aside ?? "", carriedOver: null },
  }]);
  await Deno.writeTextFile(join(folder.path, FILES.journal), "no database");
  const again = openNoted(folder.path);
  assertEquals(await again.store.changes.entries("p"), []);
  await again.store.close();
  assertEquals(again.notes.map((note) => "carriedOver" in note ? note.carriedOver : note), [0]);
});

Deno.test("a collection modified by another program is reloaded, and the note names the collection", async () => {
  await using folder = await aFilledFolder();
  const file = new DatabaseSync(join(folder.path, FILES.copy));
  file.exec("DELETE FROM parts");
  file.close();
  const { store, notes } = openNoted(folder.path);
  assertEquals(await store.loadCollection(accounts, null), null);
  await store.close();
  assertEquals(notes, [{ event: "store_damaged", collection: "accounts" }]);
});

Deno.test("a journal that is locked or from a newer version is left unchanged, and changes fail with an error that says what to do", async () => {
  await using folder = await aFilledFolder();
  const path = join(folder.path, FILES.journal);
  const holder = new DatabaseSync(path);
  holder.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  const locked = openNoted(folder.path);
  const refusal = await locked.store.changes.refusal() ?? "";
  holder.exec("ROLLBACK");
  holder.exec("PRAGMA user_version = 99");
  holder.close();
  const newer = openNoted(folder.path);
  const newerRefusal = await newer.store.changes.refusal();
  const file = new DatabaseSync(path);
  assertEquals(file.prepare("PRAGMA user_version").get()?.["user_version"], 99);
  file.close();
  assertEquals(quarantinedFiles(folder.path), []);
  assertEquals([refusal, newerRefusal], [
    "another program has the change journal open, so changes are refused: " +
    "stop that program and restart this server",
    "the change journal was written by a newer version of this server, so changes are " +
    "refused: update this server and restart it",
  ]);
  assertEquals([...locked.notes, ...newer.notes], [
    { event: "store_left_alone", reason: "locked" },
    { event: "store_left_alone", reason: "newer" },
  ]);
  // The store still works for other data, but only in memory.
  await newer.store.savePlans(PLANS);
  assertEquals(await newer.store.loadPlans(), PLANS);
});

Deno.test("a store in a database gives access only to its owner's data, and leaves closing the database to the caller", async () => {
  const owners: string[] = [];
  const backend = createMemoryDatabase(() => 0).connect();
  let closed = 0;
  const database: BlobBackend = {
    of: (owner) => {
      owners.push(owner);
      return backend.of(owner);
    },
    close: () => Promise.resolve(void (closed += 1)),
  };
  const stores = ["one", "one", "other"].map((secret) => openNoted(null, { secret, database }));
  const [one, same, other] = stores.map(({ store }) => store) as [Store, Store, Store];
  assertEquals(owners, []);
  await one.savePlans(PLANS);
  assertEquals([await same.loadPlans(), await other.loadPlans()], [PLANS, null]);
  assertEquals([owners.length, new Set(owners).size], [3, 2]);
  assertEquals(await one.changes.refusal(), null);
  for (const store of [one, same, other]) await store.close();
  assertEquals([closed, stores.flatMap(({ notes }) => notes)], [0, []]);
});
