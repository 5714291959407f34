import { assert, assertEquals, assertRejects } from "@std/assert";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { CollectionRows, CollectionWrite } from "../../../sync/sealing/copy_rows.ts";
import { clearFolder } from "../../../sync/sqlite/clear.ts";
import { copyFile, createCopyRows } from "../../../sync/sqlite/copy_file.ts";
import { type Database, openFile } from "../../../sync/sqlite/database.ts";
import { FILES } from "../../../sync/sqlite/store_folder.ts";
import type { CollectionChange, CollectionOf } from "../../../sync/store.ts";
import { nextTurn } from "../../../client/timers.ts";
import { aStoreFolder } from "../_sqlite_store.ts";

const NOW = Date.parse("2026-03-15T12:00:00Z");
const HOUR_MS = 3_600_000;
const PARTS = ["one", "two", "three", "four"];
const SIDES = ["words", "rest"];
/** The four parts and their blobs are more than is written at once. */
const BYTES = 700_000;
const AT_ONCE = 4_000_000;

interface Handle extends Disposable {
  readonly database: Database;
  readonly collections: CollectionRows;
}

function handleOn(folder: string, { owner = "own", now = NOW } = {}): Handle {
  const database = openFile(join(folder, FILES.copy), copyFile);
  return {
    database,
    collections: createCopyRows({ database, owner, now: () => now }).collections,
    [Symbol.dispose]: () => database.close(),
  };
}

/** A write after which the collection stands at a version; all its bytes tell that one. */
function writeOf(
  version: number,
  { parts = PARTS, bytes = BYTES, isWhole = false, fill = version } = {},
): CollectionWrite {
  const body = (): Uint8Array<ArrayBuffer> => new Uint8Array(bytes).fill(fill);
  return {
    seen: version === 1 ? null : { epoch: "e", version: version - 1 },
    mark: { epoch: "e", version },
    isWhole,
    state: new Uint8Array([fill]),
    deleted: null,
    parts: parts.map((name) => ({
      name,
      body: body(),
      onDemand: SIDES.map((side) => ({ name: side, body: body() })),
    })),
  };
}

/** What a reader finds: the state, and of each part what its bytes tell, with those of its blobs. */
async function read(collections: CollectionRows): Promise<unknown> {
  const found = await collections.find("c", null);
  if (found === null) return null;
  const told = (bytes: Uint8Array | null | undefined): unknown =>
    bytes === null || bytes === undefined
      ? null
      : bytes.every((byte) => byte === bytes[0])
      ? [bytes[0], bytes.length]
      : "mixed";
  const parts = [];
  for (const { name, version, body } of found.parts) {
    const keys = SIDES.map((side) => ({ part: name, name: side, version }));
    parts.push([name, told(body), ...(await collections.readSide("c", keys)).map(told)]);
  }
  return [found.state[0], ...parts.toSorted()];
}

/** What {@linkcode read} gives where all parts are of one write. */
function allOf(fill: number, { parts = PARTS, bytes = BYTES } = {}): unknown {
  const told = [fill, bytes];
  return [fill, ...parts.toSorted().map((name) => [name, told, told, told])];
}

interface Kept {
  readonly ids: readonly unknown[];
  readonly bytes: number;
}

function kept(database: Database): Kept {
  const rows = database.all("SELECT id, length(body) AS bytes FROM blobs ORDER BY id");
  return {
    ids: rows.map(({ id }) => id),
    bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0),
  };
}

/** Each blob is referred to once, and each that is referred to is there. */
function assertNothingLeft(database: Database): void {
  const referred = ["parts", "side_blobs"].flatMap((table) =>
    database.all(`SELECT blob FROM ${table} WHERE blob IS NOT NULL`).map(({ blob }) => blob)
  );
  assertEquals(kept(database).ids, referred.toSorted());
}

/** Looks at each turn of the event loop, until something is done. */
async function atEachTurn(doing: Promise<unknown>, look: () => Promise<void>): Promise<void> {
  let isDone = false;
  const ended = () => void (isDone = true);
  doing.then(ended, ended);
  while (!isDone) {
    await nextTurn();
    await look();
  }
}

Deno.test("a large write is made in portions, and another process sees all or nothing of it", async () => {
  await using folder = await aStoreFolder();
  using one = handleOn(folder.path);
  using other = handleOn(folder.path);
  assertEquals(await one.collections.write("c", writeOf(1)), true);
  const sizes = [kept(other.database).bytes];
  const seen: unknown[] = [];
  const writing = Promise.resolve(one.collections.write("c", writeOf(2)));
  await atEachTurn(writing, async () => {
    sizes.push(kept(other.database).bytes);
    seen.push(await read(other.collections));
  });
  assertEquals(await writing, true);
  const switched = seen.findIndex((found) => JSON.stringify(found) === JSON.stringify(allOf(2)));
  assert(switched >= 3, "it was there before the others had their turn");
  assertEquals(seen.slice(0, switched), Array(switched).fill(allOf(1)));
  assertEquals(seen.slice(switched), Array(seen.length - switched).fill(allOf(2)));
  const added = sizes.slice(1).map((size, nth) => size - (sizes[nth] ?? 0));
  assert(Math.max(...added) <= AT_ONCE, `${Math.max(...added)} bytes were staged at once`);
  assert(-Math.min(...added) <= 10 * BYTES, `${-Math.min(...added)} bytes were removed at once`);
  assertNothingLeft(one.database);
});

Deno.test("a process killed at any moment of a large write leaves the old state or the new one, and what it staged goes", async () => {
  await using folder = await aStoreFolder();
  using one = handleOn(folder.path);
  assertEquals(await one.collections.write("c", writeOf(1)), true);
  const copies: string[] = [];
  const copied = (): Promise<void> => {
    const copy = join(folder.path, `killed-${copies.length}`);
    mkdirSync(copy);
    for (const ending of ["", "-wal"]) {
      const path = join(folder.path, FILES.copy) + ending;
      if (existsSync(path)) copyFileSync(path, join(copy, FILES.copy) + ending);
    }
    copies.push(copy);
    return Promise.resolve();
  };
  await atEachTurn(Promise.resolve(one.collections.write("c", writeOf(2))), copied);
  const found = new Set<string>();
  for (const copy of copies) {
    const soon = { now: NOW + HOUR_MS - 1 };
    {
      using next = handleOn(copy, soon);
      const state = await read(next.collections);
      found.add(JSON.stringify(state));
      // Whoever staged it might be alive, and only be standing still.
      const before = kept(next.database).ids.length;
      const parts = ["five", "six"];
      const version = JSON.stringify(state) === JSON.stringify(allOf(1)) ? 2 : 3;
      assertEquals(await next.collections.write("c", writeOf(version, { parts })), true);
      if (version === 2) assertEquals(kept(next.database).ids.length, before + 6);
    }
    using later = handleOn(copy, { now: NOW + 24 * HOUR_MS + 1 });
    assertNothingLeft(later.database);
  }
  assert(copies.length > 6, "it was not looked at often enough");
  assertEquals(found, new Set([allOf(1), allOf(2)].map((state) => JSON.stringify(state))));
});

Deno.test("what was abandoned goes with the next large write an hour later", async () => {
  await using folder = await aStoreFolder();
  {
    using one = handleOn(folder.path);
    one.database.run("INSERT INTO blobs VALUES ('left', 'own', ?, x'01')", NOW);
    one.database.run("INSERT INTO blobs VALUES ('ahead', 'own', ?, x'01')", NOW + 5 * HOUR_MS);
    one.database.run("INSERT INTO blobs VALUES ('theirs', 'other', ?, x'01')", NOW);
    assertEquals(await one.collections.write("c", writeOf(1, { isWhole: true })), true);
    assertEquals(kept(one.database).ids.includes("left"), true);
    assertEquals(kept(one.database).ids.includes("ahead"), false);
  }
  using later = handleOn(folder.path, { now: NOW + HOUR_MS + 1 });
  assertEquals(await later.collections.write("c", writeOf(2, { isWhole: true })), true);
  assertEquals(kept(later.database).ids.filter((id) => !String(id).includes(" ")), ["theirs"]);
  assertEquals(await read(later.collections), allOf(2));
});

Deno.test("of two large writes at the same time one is made, and nothing is left of the other", async () => {
  await using folder = await aStoreFolder();
  using one = handleOn(folder.path);
  using other = handleOn(folder.path);
  const done = await Promise.all([
    one.collections.write("c", writeOf(1, { fill: 11 })),
    other.collections.write("c", writeOf(1, { fill: 22 })),
  ]);
  assertEquals(done.toSorted(), [false, true]);
  assertEquals(await read(one.collections), allOf(done[0] ? 11 : 22));
  assertNothingLeft(one.database);
});

Deno.test("a small write in the middle of a large one is the one that counts", async () => {
  await using folder = await aStoreFolder();
  using one = handleOn(folder.path);
  using other = handleOn(folder.path);
  assertEquals(await one.collections.write("c", writeOf(1)), true);
  const large = Promise.resolve(one.collections.write("c", writeOf(2)));
  await nextTurn();
  assertEquals(
    await other.collections.write("c", writeOf(2, { parts: ["one"], bytes: 9, fill: 7 })),
    true,
  );
  assertEquals(await large, false);
  const found = await one.collections.find("c", { epoch: "e", version: 1 });
  assertEquals(found?.parts.map(({ name, body }) => [name, body.length]), [["one", 9]]);
  assertEquals(found?.state[0], 7);
  assertNothingLeft(one.database);
});

Deno.test("a write whose staged blobs are gone when it wakes up is not made", async () => {
  await using folder = await aStoreFolder();
  using one = handleOn(folder.path);
  using other = handleOn(folder.path);
  assertEquals(await one.collections.write("c", writeOf(1)), true);
  const before = kept(one.database).ids;
  const writing = Promise.resolve(one.collections.write("c", writeOf(2)));
  await nextTurn();
  const staged = kept(other.database).ids.filter((id) => !before.includes(id));
  assert(staged.length > 0);
  other.database.run("DELETE FROM blobs WHERE id = ?", String(staged[0]));
  assertEquals(await writing, false);
  assertEquals(await read(one.collections), allOf(1));
  assertNothingLeft(one.database);
});

Deno.test("a large write for which the disk has no room leaves what was before", async () => {
  await using folder = await aStoreFolder();
  using one = handleOn(folder.path);
  assertEquals(await one.collections.write("c", writeOf(1)), true);
  const pages = Number(one.database.get("PRAGMA page_count")?.["page_count"]);
  one.database.get(`PRAGMA max_page_count = ${pages + 300}`);
  await assertRejects(async () => await one.collections.write("c", writeOf(2)), Error, "full");
  assertEquals(await read(one.collections), allOf(1));
  assertNothingLeft(one.database);
});

Deno.test("small and large writes take each other's place, and leave no blob behind", async () => {
  await using folder = await aStoreFolder();
  using one = handleOn(folder.path);
  const writes = [
    writeOf(1),
    writeOf(2, { parts: ["two"], bytes: 5 }),
    writeOf(3, { parts: ["one", "two"] }),
    writeOf(4, { parts: ["one"], bytes: 5, isWhole: true }),
    writeOf(5, { isWhole: true }),
  ];
  const references = [];
  for (const write of writes) {
    assertEquals(await one.collections.write("c", write), true);
    assertNothingLeft(one.database);
    references.push(kept(one.database).ids.length);
  }
  assertEquals(references, [12, 9, 12, 0, 12]);
  assertEquals(await read(one.collections), allOf(5));
  const found = await one.collections.find("c", { epoch: "e", version: 3 });
  assertEquals(found?.isWhole, false);
  await one.collections.forget("c");
  assertEquals(kept(one.database).ids, []);
});

Deno.test("of what an owner has left unused, and of what is cleared, no blob stays", async () => {
  await using folder = await aStoreFolder();
  {
    using one = handleOn(folder.path);
    assertEquals(await one.collections.write("c", writeOf(1)), true);
  }
  const later = NOW + 91 * 24 * HOUR_MS;
  {
    using other = handleOn(folder.path, { owner: "other", now: later });
    assertEquals(kept(other.database).ids, []);
    assertEquals(await other.collections.write("c", writeOf(1)), true);
    assertEquals(kept(other.database).ids.length, 12);
  }
  clearFolder(folder.path, { isWithJournal: false, now: later });
  using empty = handleOn(folder.path, { owner: "other", now: later });
  assertEquals(kept(empty.database).ids, []);
});

Deno.test("a copy in which parts and blobs lie in their rows, as older versions wrote it, is read and written over", async () => {
  await using folder = await aStoreFolder();
  const older = openFile(join(folder.path, FILES.copy), {
    ...copyFile,
    versions: copyFile.versions.slice(0, 2),
  });
  older.run("INSERT INTO collections VALUES ('own', 'c', 'e', 1, x'01', x'', 1, 0)");
  const body = new Uint8Array(BYTES).fill(1);
  for (const part of PARTS) {
    older.run("INSERT INTO parts VALUES ('own', 'c', ?, 1, ?)", part, body);
    for (const side of SIDES) {
      older.run("INSERT INTO side_blobs VALUES ('own', 'c', ?, ?, 1, ?)", part, side, body);
    }
  }
  older.close();
  using one = handleOn(folder.path);
  assertEquals(await read(one.collections), allOf(1));
  assertEquals(await one.collections.write("c", writeOf(2)), true);
  assertEquals(await read(one.collections), allOf(2));
  assertNothingLeft(one.database);
});

const LARGE_TEXT = "m".repeat(1_500_000);
const SPOILS: Readonly<Record<string, string>> = {
  "without one staged part": "DELETE FROM blobs WHERE id = (SELECT min(blob) FROM parts)",
  "with two staged parts swapped":
    "UPDATE parts SET blob = (SELECT other.blob FROM parts AS other " +
    "WHERE other.collection = parts.collection AND other.name <> parts.name)",
  "with a staged part of no bytes": "UPDATE blobs SET body = x''",
};
for (const [what, sql] of Object.entries(SPOILS)) {
  Deno.test(`a large collection ${what} is not given, and the log tells`, async () => {
    await using folder = await aStoreFolder();
    const accounts: CollectionOf = { planId: "p", name: "accounts" };
    const parts = ["2024-01", "2024-02"].map((part) => ({
      part,
      keys: [part],
      records: [{ id: part, note: LARGE_TEXT }],
    }));
    const state = { knowledge: 5, readAt: 1, fullReadAt: 1, utcDay: "2026-03-15" };
    const change: CollectionChange = { mark: null, state, isWhole: true, parts, deletedKeys: [] };
    const filling = await folder.open();
    await filling.applyChange(accounts, change);
    assertEquals((await filling.loadCollection(accounts, null))?.parts, parts);
    await filling.close();
    const file = new DatabaseSync(join(folder.path, FILES.copy));
    assertEquals(file.prepare("SELECT count(*) AS n FROM blobs").get()?.["n"], 2);
    file.exec(sql);
    file.close();
    const damaged: string[] = [];
    const store = await folder.open({ onDamaged: (name) => damaged.push(name) });
    assertEquals(await store.loadCollection(accounts, null), null);
    assertEquals(damaged, ["accounts"]);
    assert(await store.applyChange(accounts, change) !== null);
    assertEquals((await store.loadCollection(accounts, null))?.parts, parts);
  });
}
