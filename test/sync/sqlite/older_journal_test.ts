import { assertEquals } from "@std/assert";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FILES } from "../../../sync/sqlite/sqlite_store.ts";
import { aStoreFolder } from "../_sqlite_store.ts";

/** Takes a journal back to its first version, as an older program has left it. */
function asFirstVersion(path: string): void {
  const file = new DatabaseSync(join(path, FILES.journal));
  file.exec("ALTER TABLE confirmations DROP COLUMN spent_by; DROP TABLE IF EXISTS entry_lists");
  file.exec("PRAGMA user_version = 1");
  file.close();
}

async function fill(folder: Awaited<ReturnType<typeof aStoreFolder>>): Promise<void> {
  const store = await folder.open();
  for (const code of ["open", "spent"]) {
    const open = { code, planId: "p", body: "body", spentAt: null, spentBy: null };
    await store.changes.saveConfirmation({ ...open, expiresAt: 1_000 });
  }
  const entry = { operationId: "one", planId: "p", at: 1, body: "begun" };
  await store.changes.begin({ code: "spent", entry, now: 500 });
  store.close();
  asFirstVersion(folder.path);
}

Deno.test("a journal of the first version is read, and its codes work on", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  const { changes } = await folder.open();
  assertEquals((await changes.entries("p")).map(({ operationId }) => operationId), ["one"]);
  const { spentAt, spentBy } = await changes.findConfirmation("spent") ?? {};
  assertEquals([spentAt, spentBy], [500, null]);
  const entry = { operationId: "two", planId: "p", at: 2, body: "begun" };
  assertEquals(await changes.begin({ code: "open", entry, now: 600 }), true);
  assertEquals((await changes.findConfirmation("open"))?.spentBy, "two");
});

Deno.test("what a damaged journal of the first version holds comes over", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  const path = join(folder.path, FILES.journal);
  const file = new DatabaseSync(path);
  // Requests of nobody, so that a page of them can be spoiled.
  const page = Number(
    file.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'requests_by_time'").get()
      ?.["rootpage"],
  );
  const size = Number(file.prepare("PRAGMA page_size").get()?.["page_size"]);
  file.close();
  const bytes = Buffer.from(await Deno.readFile(path));
  bytes.fill(0xff, (page - 1) * size, page * size);
  await Deno.writeFile(path, bytes);
  const { changes } = await folder.open();
  assertEquals(folder.quarantined.map(({ carriedOver }) => carriedOver), [1]);
  assertEquals((await changes.entries("p")).map(({ body }) => body), ["begun"]);
  assertEquals((await changes.findConfirmation("spent"))?.spentAt, 500);
});

Deno.test("entries of a journal without contents count as open until they were looked at", async () => {
  await using folder = await aStoreFolder();
  await fill(folder);
  const { changes } = await folder.open();
  const openIds = async (): Promise<readonly string[]> =>
    (await changes.openEntries("p")).map(({ operationId }) => operationId);
  assertEquals(await openIds(), ["one"]);
  await changes.saveEntry({ operationId: "two", planId: "p", at: 2, body: "done" }, true);
  assertEquals(await openIds(), ["one"]);
  await changes.noteClosed("p", ["one"]);
  assertEquals(await openIds(), []);
  assertEquals((await changes.entries("p")).length, 2);
});
