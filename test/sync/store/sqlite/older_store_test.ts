import { assertEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FILES } from "../../../../sync/store/store_folder.ts";
import type { Store } from "../../../../sync/store/store.ts";
import { aClock, aCopy } from "../../_copy.ts";
import { aStoreFolder, fillFolder, type StoreFolder } from "../../_sqlite_store.ts";
import older from "./older_store.json" with { type: "json" };

/** Time when the older store was written, in milliseconds since 1970. */
const OLDER_NOW = Date.parse("2026-11-22T12:00:00Z");

/** A folder with a store from an older release. The journal has the given schema version. */
async function anOlderStore(journalVersion: 1 | 2 | 3 = 3): Promise<StoreFolder> {
  const folder = await aStoreFolder();
  fillFolder(folder.path, older);
  const file = new DatabaseSync(join(folder.path, FILES.journal));
  if (journalVersion < 3) file.exec("DROP TABLE entry_lists");
  if (journalVersion < 2) file.exec("ALTER TABLE confirmations DROP COLUMN spent_by");
  file.exec(`PRAGMA user_version = ${journalVersion}`);
  file.close();
  return folder;
}

async function openIds({ changes }: Store): Promise<readonly string[]> {
  return (await changes.openEntries("p")).map(({ operationId }) => operationId);
}

for (const version of [1, 2, 3] as const) {
  Deno.test(`a version ${version} journal is read, including confirmation codes and the request count`, async () => {
    await using folder = await anOlderStore(version);
    const store = await folder.open({ now: () => OLDER_NOW });
    const { changes, ledger } = store;
    assertEquals(await changes.entries("p"), [
      { operationId: "two", planId: "p", at: OLDER_NOW - 30_000, body: "done" },
      { operationId: "one", planId: "p", at: OLDER_NOW - 60_000, body: "begun" },
    ]);
    // Among older journals, only version 3 has a table of contents, which marks closed entries.
    assertEquals(await openIds(store), version === 3 ? ["one"] : ["two", "one"]);
    const spent = await changes.findConfirmation("spent");
    assertEquals([spent?.isSpent, spent?.spentBy], [true, version === 1 ? null : "one"]);
    const next = { operationId: "three", planId: "p", at: OLDER_NOW, body: "begun" };
    assertEquals(await changes.begin({ code: "spent", entry: next }), false);
    assertEquals(await changes.begin({ code: "open", entry: next }), true);
    assertEquals((await changes.findConfirmation("open"))?.spentBy, "three");
    assertEquals(await ledger.use(), { used: 2, closedForMs: 5_000 });
    assertEquals(folder.quarantined, []);
    await store.close();
    const later = await folder.open({ now: () => OLDER_NOW + 600_000 });
    assertEquals((await later.changes.entries("p")).length, 3);
  });
}

for (const version of [1, 3] as const) {
  Deno.test(`a damaged journal with schema version ${version} is recovered`, async () => {
    await using folder = await anOlderStore(version);
    const path = join(folder.path, FILES.journal);
    const file = new DatabaseSync(path);
    // Damage an index's page rather than a table's, so that no rows are lost.
    const page = Number(
      file.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'requests_by_time'").get()
        ?.["rootpage"],
    );
    const size = Number(file.prepare("PRAGMA page_size").get()?.["page_size"]);
    file.close();
    const bytes = Buffer.from(await Deno.readFile(path));
    bytes.fill(0xff, (page - 1) * size, page * size);
    await Deno.writeFile(path, bytes);
    const { changes } = await folder.open({ now: () => OLDER_NOW });
    assertEquals(folder.quarantined.map(({ carriedOver }) => carriedOver), [2]);
    assertEquals((await changes.entries("p")).map(({ body }) => body), ["done", "begun"]);
    assertEquals((await changes.findConfirmation("spent"))?.isSpent, true);
  });
}

for (const version of [1, 6]) {
  Deno.test(`a version ${version} cache is deleted, and its data is read from YNAB again`, async () => {
    await using folder = await anOlderStore();
    const file = new DatabaseSync(join(folder.path, FILES.copy));
    file.exec(`PRAGMA user_version = ${version}`);
    file.close();
    const store = await folder.open({ now: () => OLDER_NOW });
    assertEquals(await store.loadCollection({ planId: "p", name: "accounts" }, null), null);
    assertEquals(await store.loadPlans(), null);
    assertEquals(await store.loadMonth({ planId: "p", month: "2026-11-01" }, 0), null);
    assertEquals(await store.touch("p"), 1);
    assertEquals(folder.quarantined, []);
    const { copy, upstream } = aCopy({ store, clock: aClock("2026-11-22T12:00:01Z") });
    upstream.accounts(6);
    assertEquals((await copy.plan("p").accounts()).live, []);
    await copy.written();
    const later = await folder.open({ now: () => OLDER_NOW });
    const found = await later.loadCollection({ planId: "p", name: "accounts" }, null);
    assertEquals(found?.state.knowledge, 6);
  });
}

Deno.test("if a journal has no table of contents, entries count as open until they are checked", async () => {
  await using folder = await anOlderStore(1);
  const store = await folder.open({ now: () => OLDER_NOW });
  assertEquals(await openIds(store), ["two", "one"]);
  await store.changes.saveEntry({ operationId: "new", planId: "p", at: 9, body: "done" }, true);
  assertEquals(await openIds(store), ["two", "one"]);
  for (const { operationId, at, body } of await store.changes.openEntries("p")) {
    await store.changes.saveEntry({ operationId, planId: "p", at, body }, true);
  }
  assertEquals(await openIds(store), []);
  assertEquals((await store.changes.entries("p")).length, 3);
});
