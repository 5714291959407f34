import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { OpenedPart, PartCodec } from "../../../sync/sealing/part_codec.ts";
import { sealedCollections } from "../../../sync/sealing/sealed_collection.ts";
import { createSealer } from "../../../sync/sealing/sealer.ts";
import { createCollectionRows } from "../../../sync/sqlite/collection_rows.ts";
import { copyFile } from "../../../sync/sqlite/copy_file.ts";
import { type Database, openFile } from "../../../sync/sqlite/database.ts";
import type { CollectionMark, CopyStore, StoredPart } from "../../../sync/store.ts";

const of = { planId: "p", name: "transactions" } as const;
const state = { knowledge: 5, readAt: 1, fullReadAt: 1, utcDay: "2024-03-10" };

/** A copy whose parts keep their keys in the head, and their records on demand. */
interface TwoBlobCopy extends AsyncDisposable {
  readonly store: Pick<CopyStore, "loadCollection" | "applyChange">;
  readonly path: string;
  readonly database: Database;
  /** Parts as they were opened last, by name. */
  readonly opened: ReadonlyMap<string, OpenedPart>;
  readonly damaged: readonly string[];
}

async function aCopy(): Promise<TwoBlobCopy> {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "copy.db");
  const database = openFile(path, copyFile);
  const sealer = await createSealer({ secret: "a", baseUrl: "https://api.example.com" });
  const opened = new Map<string, OpenedPart>();
  const damaged: string[] = [];
  const bytes = (value: unknown): Uint8Array<ArrayBuffer> =>
    new TextEncoder().encode(JSON.stringify(value));
  const codec: PartCodec = {
    pack: ({ part, keys, records }) => ({
      head: bytes({ part, keys }),
      onDemand: { cold: bytes(records), text: bytes(keys.join(" ")) },
    }),
    unpack: (parts) =>
      parts.map((one): StoredPart => {
        const { part, keys } = JSON.parse(new TextDecoder().decode(one.head));
        opened.set(part, one);
        return { part, keys, records: keys };
      }),
  };
  const rows = createCollectionRows(database, sealer.owner);
  const onDamaged = (name: string): void => void damaged.push(name);
  return {
    store: sealedCollections({ rows, sealer, codec, onDamaged }),
    path,
    database,
    opened,
    damaged,
    async [Symbol.asyncDispose](): Promise<void> {
      database.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function aPart(part: string, ...keys: readonly string[]): StoredPart {
  return { part, keys, records: keys.map((id) => ({ id })) };
}

async function write(
  { store }: TwoBlobCopy,
  mark: CollectionMark | null,
  ...parts: readonly StoredPart[]
): Promise<CollectionMark> {
  const isWhole = mark === null;
  const change = { mark, state, isWhole, parts, deletedKeys: isWhole ? [] : null };
  const next = await store.applyChange(of, change);
  if (next === null) throw new Error("Nothing was written");
  return next;
}

async function cold({ opened }: TwoBlobCopy, part: string): Promise<unknown> {
  const bytes = await opened.get(part)?.read("cold") ?? null;
  return bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes));
}

Deno.test("blobs on demand are read singly, as they were written with their part", async () => {
  await using copy = await aCopy();
  const mark = await write(copy, null, aPart("x", "a"), aPart("y", "b"));
  await copy.store.loadCollection(of, null);
  assertEquals([await cold(copy, "x"), await cold(copy, "y")], [[{ id: "a" }], [{ id: "b" }]]);
  assertEquals(await copy.opened.get("x")?.read("unknown"), null);
  await write(copy, mark, aPart("y", "c"));
  // This reader has seen the part before: what belongs to it is no more.
  assertEquals([await cold(copy, "x"), await cold(copy, "y")], [[{ id: "a" }], null]);
  await copy.store.loadCollection(of, mark);
  assertEquals([await cold(copy, "x"), await cold(copy, "y")], [[{ id: "a" }], [{ id: "c" }]]);
});

Deno.test("blobs on demand go with their part, and with a whole write", async () => {
  await using copy = await aCopy();
  const count = (): unknown => copy.database.get("SELECT count(*) AS n FROM side_blobs")?.["n"];
  const mark = await write(copy, null, aPart("x", "a"), aPart("y", "b"));
  assertEquals(count(), 4);
  await write(copy, mark, aPart("y", "c"));
  assertEquals(count(), 4);
  const { mark: seen } = await copy.store.loadCollection(of, null) ?? { mark: null };
  const whole = { mark: seen, state, isWhole: true, parts: [aPart("z", "d")], deletedKeys: [] };
  assert(await copy.store.applyChange(of, whole) !== null);
  assertEquals(count(), 2);
});

Deno.test("a blob of a collection that was emptied meanwhile passes for no other", async () => {
  await using copy = await aCopy();
  await write(copy, null, aPart("x", "a"));
  await copy.store.loadCollection(of, null);
  copy.database.run("DELETE FROM collections");
  await write(copy, null, aPart("x", "other"));
  assertEquals(await cold(copy, "x"), null);
});

Deno.test("a damaged or swapped blob on demand is not given", async () => {
  await using copy = await aCopy();
  await write(copy, null, aPart("x", "a"), aPart("y", "b"));
  await copy.store.loadCollection(of, null);
  const file = new DatabaseSync(copy.path);
  file.exec(
    "UPDATE side_blobs SET body = (SELECT other.body FROM side_blobs AS other " +
      "WHERE other.rowid <> side_blobs.rowid LIMIT 1)",
  );
  file.close();
  assertEquals([await cold(copy, "x"), await cold(copy, "y")], [null, null]);
});
