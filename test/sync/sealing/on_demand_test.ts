import { assertEquals } from "@std/assert";
import type { CollectionRows } from "../../../sync/sealing/copy_rows.ts";
import type { OpenedPart, PartCodec } from "../../../sync/sealing/part_codec.ts";
import { collectionPseudonym } from "../../../sync/sealing/pseudonyms.ts";
import { sealedCollections } from "../../../sync/sealing/sealed_collection.ts";
import { createSealer } from "../../../sync/sealing/sealer.ts";
import type { CollectionMark, CopyStore, StoredPart } from "../../../sync/store.ts";
import { BACKENDS, type TestedBackend } from "../backends/_backends.ts";

const of = { planId: "p", name: "transactions" } as const;
const state = { knowledge: 5, readAt: 1, fullReadAt: 1, utcDay: "2024-03-10" };

/** A copy whose parts keep their keys in the head, and their records on demand. */
interface TwoBlobCopy {
  readonly store: Pick<CopyStore, "loadCollection" | "applyChange">;
  readonly rows: CollectionRows;
  /** Parts as they were opened last, by name. */
  readonly opened: ReadonlyMap<string, OpenedPart>;
  readonly damaged: readonly string[];
  /** Has the next blobs that are read be something else. */
  spoil: ((body: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>) | null;
}

async function aCopy(backend: TestedBackend): Promise<TwoBlobCopy> {
  const sealer = await aSealer();
  const rows = (await backend.handle()).of(sealer.owner).copy.collections;
  const opened = new Map<string, OpenedPart>();
  const damaged: string[] = [];
  const bytes = (value: unknown): Uint8Array<ArrayBuffer> =>
    new TextEncoder().encode(JSON.stringify(value));
  const codec: PartCodec = {
    *pack({ part, keys, records }): ReturnType<PartCodec["pack"]> {
      yield;
      return {
        head: bytes({ part, keys }),
        onDemand: { cold: bytes(records), text: bytes(keys.join(" ")) },
      };
    },
    unpack: (parts) =>
      parts.map((one): StoredPart => {
        const { part, keys } = JSON.parse(new TextDecoder().decode(one.head));
        opened.set(part, one);
        return { part, keys, records: keys };
      }),
  };
  const onDamaged = (name: string): void => void damaged.push(name);
  const copy: TwoBlobCopy = {
    rows,
    opened,
    damaged,
    spoil: null,
    store: sealedCollections({
      sealer,
      codec,
      onDamaged,
      rows: {
        ...rows,
        readSide: async (name, blobs) =>
          (await rows.readSide(name, blobs)).map((body) =>
            body === null || copy.spoil === null ? body : copy.spoil(body)
          ),
      },
    }),
  };
  return copy;
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

for (const [kind, open] of Object.entries(BACKENDS)) {
  const check = (
    name: string,
    run: (copy: TwoBlobCopy, other: TwoBlobCopy) => Promise<void>,
  ): void =>
    Deno.test(`${kind}: ${name}`, async () => {
      await using backend = await open();
      await run(await aCopy(backend), await aCopy(backend));
    });

  check(
    "blobs on demand are read singly, as they were written with their part",
    async (copy, other) => {
      const mark = await write(copy, null, aPart("x", "a"), aPart("y", "b"));
      await copy.store.loadCollection(of, null);
      assertEquals([await cold(copy, "x"), await cold(copy, "y")], [[{ id: "a" }], [{ id: "b" }]]);
      assertEquals(await copy.opened.get("x")?.read("unknown"), null);
      await write(other, mark, aPart("y", "c"));
      // This reader has seen the part before: what belongs to it is no more.
      assertEquals([await cold(copy, "x"), await cold(copy, "y")], [[{ id: "a" }], null]);
      await copy.store.loadCollection(of, mark);
      assertEquals([await cold(copy, "x"), await cold(copy, "y")], [[{ id: "a" }], [{ id: "c" }]]);
      assertEquals(copy.damaged, []);
    },
  );

  check("blobs on demand go with a whole write that leaves their part out", async (copy, other) => {
    const mark = await write(copy, null, aPart("x", "a"), aPart("y", "b"));
    await copy.store.loadCollection(of, null);
    const parts = [aPart("y", "d")];
    await other.store.applyChange(of, { mark, state, isWhole: true, parts, deletedKeys: [] });
    assertEquals([await cold(copy, "x"), await cold(copy, "y")], [null, null]);
  });

  check(
    "a blob of a collection that was emptied meanwhile passes for no other",
    async (copy, other) => {
      await write(copy, null, aPart("x", "a"));
      await copy.store.loadCollection(of, null);
      await other.rows.forget(await collectionPseudonym(await aSealer(), of));
      await write(other, null, aPart("x", "other"));
      assertEquals(await cold(copy, "x"), null);
    },
  );

  check("a damaged or swapped blob on demand is not given", async (copy) => {
    await write(copy, null, aPart("x", "a"), aPart("y", "b"));
    await copy.store.loadCollection(of, null);
    copy.spoil = (body) => body.map((byte, at) => at === 20 ? byte ^ 1 : byte);
    assertEquals(await cold(copy, "x"), null);
    const bodies: Uint8Array<ArrayBuffer>[] = [];
    copy.spoil = (body) => (bodies.push(body), body);
    await cold(copy, "x");
    copy.spoil = () => bodies[0] ?? new Uint8Array();
    assertEquals([await cold(copy, "x"), await cold(copy, "y")], [[{ id: "a" }], null]);
  });
}

function aSealer(): ReturnType<typeof createSealer> {
  return createSealer({ secret: "a", baseUrl: "https://api.example.com" });
}
