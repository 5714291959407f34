import { assert, assertEquals } from "@std/assert";
import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { nextTurn } from "../../../client/timers.ts";
import type { CollectionRows, CollectionWrite } from "../../../sync/sealing/copy_rows.ts";
import { copyFile } from "../../../sync/sqlite/copy_file.ts";
import { openFile } from "../../../sync/sqlite/database.ts";
import { openSqliteBackend } from "../../../sync/sqlite/sqlite_backend.ts";
import { FILES } from "../../../sync/sqlite/store_folder.ts";
import { aStoreFolder } from "../_sqlite_store.ts";

const LARGE = 3_000_000;
const NOW = Date.parse("2026-03-15T12:00:00Z");

interface Handle extends AsyncDisposable {
  readonly collections: CollectionRows;
}

async function handleOn(folder: string): Promise<Handle> {
  const backend = await openSqliteBackend({ folder, now: () => NOW, onQuarantined: () => {} });
  return {
    collections: backend.of("own").copy.collections,
    [Symbol.asyncDispose]: () => backend.close(),
  };
}

function aWrite(length: number): CollectionWrite {
  const body = new Uint8Array(length).map((_, at) => at % 251);
  return {
    seen: null,
    mark: { epoch: "e", version: 1 },
    isWhole: true,
    state: new Uint8Array([1]),
    deleted: null,
    parts: [{ name: "part", body, onDemand: [] }],
  };
}

function sizeIn(folder: string): number {
  return statSync(join(folder, FILES.copy)).size;
}

Deno.test("a large write is moved into the file in a turn of its own, before others see it", async () => {
  await using folder = await aStoreFolder();
  await using one = await handleOn(folder.path);
  await using other = await handleOn(folder.path);
  const write = aWrite(LARGE);
  const writing = Promise.resolve(one.collections.write("large", write));
  await nextTurn();
  assert(sizeIn(folder.path) < LARGE, "it was moved in the same turn");
  assertEquals(await other.collections.find("large", null), null);
  assertEquals(await writing, true);
  assert(sizeIn(folder.path) >= LARGE, "it was not moved");
  const found = await other.collections.find("large", null);
  assertEquals(found?.parts[0]?.body.every((byte, at) => byte === at % 251), true);
  assertEquals(found?.parts[0]?.body.length, LARGE);
});

Deno.test("a small write stays where it was written ahead", async () => {
  await using folder = await aStoreFolder();
  await using one = await handleOn(folder.path);
  assertEquals(await one.collections.write("small", aWrite(200_000)), true);
  assert(sizeIn(folder.path) < 200_000);
});

Deno.test("a file of smaller pages, as older versions have made it, takes and gives large parts", async () => {
  await using folder = await aStoreFolder();
  const path = join(folder.path, FILES.copy);
  openFile(path, { ...copyFile, pageBytes: 4_096 }).close();
  {
    await using one = await handleOn(folder.path);
    assertEquals(await one.collections.write("large", aWrite(LARGE)), true);
  }
  await using other = await handleOn(folder.path);
  const found = await other.collections.find("large", null);
  assertEquals(found?.parts[0]?.body.length, LARGE);
  const file = new DatabaseSync(path);
  assertEquals(file.prepare("PRAGMA page_size").get()?.["page_size"], 4_096);
  file.close();
});
