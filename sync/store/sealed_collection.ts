import { nextTurn } from "../../client/timers.ts";
import type { CollectionRow, PartRow, PartWrite, StoreParts } from "./backend.ts";
import {
  type Bytes,
  openJson,
  packJson,
  sealDeflated,
  type Sealer,
  SealError,
  unpackJson,
} from "./sealer.ts";
import type {
  CollectionChange,
  CollectionMark,
  CollectionName,
  CollectionOf,
  CollectionState,
  StoredCollection,
  StoredPart,
} from "./store.ts";

/** After packing this many bytes, yield, because packing blocks the event loop. */
const MANY_BYTES = 100_000;

/** The sealed state of a collection, excluding its parts. */
interface SealedState {
  readonly state: CollectionState;
  /** The row's mark. The collection gets a new epoch when its plan is forgotten. */
  readonly mark: CollectionMark;
  readonly parts: Readonly<Record<string, number>>;
  readonly deletedVersion: number;
}

export interface SealedCollectionOf {
  readonly of: CollectionOf;
  readonly parts: Pick<StoreParts, "blobs" | "sealer">;
  /** Called when the collection was damaged or incomplete, and is being reloaded. */
  readonly onDamaged: (name: CollectionName) => void;
}

/** Decrypts a stored collection. If it is damaged or incomplete, deletes it and returns `null`. */
export async function openCollection(
  collection: SealedCollectionOf,
  since: CollectionMark | null,
  found: CollectionRow,
): Promise<StoredCollection | null> {
  try {
    return await opened(collection.parts.sealer, found, { of: collection.of, since });
  } catch {
    return await forgotten(collection);
  }
}

/**
 * Seals a change and writes it in one transaction. Returns the new mark. If another process has
 * written since the change's mark, writes nothing and returns `null`.
 */
export async function writeCollection(
  collection: SealedCollectionOf,
  change: CollectionChange,
): Promise<CollectionMark | null> {
  const { of, parts: { blobs: { copy: { collections } }, sealer } } = collection;
  const { mark: seen, isWhole } = change;
  const name = await collectionPseudonym(sealer, of);
  let before: SealedState | null = null;
  if (seen !== null) {
    const state = await collections.stateAt(name, seen);
    if (state === null) return null;
    before = await openJson<SealedState>(sealer, state, associatedWithCollection(of, "state"))
      .catch(() => null);
    if (before === null) return await forgotten(collection);
  }
  const sealed = await sealedChange(sealer, { of, change, before });
  return await collections.write(name, { seen, isWhole, ...sealed }) ? sealed.mark : null;
}

/** Damaged data isn't repaired, because it can be reloaded from YNAB. */
async function forgotten(
  { of, parts: { blobs, sealer }, onDamaged }: SealedCollectionOf,
): Promise<null> {
  await blobs.copy.collections.forget(await collectionPseudonym(sealer, of));
  onDamaged(of.name);
  return null;
}

export function collectionPseudonym(
  sealer: Sealer,
  { planId, name }: CollectionOf,
): Promise<string> {
  return sealer.pseudonymOf(`collection ${planId} ${name}`);
}

/**
 * Decrypts the rows.
 *
 * @throws {Error} If data can't be decrypted, is missing or is inconsistent.
 */
async function opened(
  sealer: Sealer,
  { mark: { epoch, version }, isForgotten, isWhole, ...row }: CollectionRow,
  { of, since }: { readonly of: CollectionOf; readonly since: CollectionMark | null },
): Promise<StoredCollection> {
  const associatedData = associatedWithCollection(of, "state");
  const sealed = await openJson<SealedState>(sealer, row.state, associatedData);
  const isAsSealed = sealed.mark?.version === version &&
    isForgotten === (epoch !== sealed.mark?.epoch);
  if (!isAsSealed) throw new SealError();
  refuseOthers(row.parts, sealed.parts, isWhole ? 0 : since?.version ?? 0);
  const areKeysNew = isWhole || sealed.deletedVersion > (since?.version ?? 0);
  const [deletedKeys, unpacked] = await Promise.all([
    areKeysNew
      ? openJson<string[]>(sealer, row.deleted, associatedWithDeleted(of, sealed.deletedVersion))
      : null,
    openParts(sealer, row.parts, of),
  ]);
  const ordered = unpacked.toSorted((one, other) => one.part < other.part ? -1 : 1);
  const found = isWhole
    ? ordered.filter(({ keys, bytes }) => keys.length > 0 || bytes !== undefined)
    : ordered;
  const mark = { epoch, version };
  const whole = { mark, state: sealed.state, isWhole, isForgotten };
  if (!isForgotten) return { ...whole, parts: found, deletedKeys };
  const keys = found.flatMap((part) => part.keys);
  // Return only packed parts, whose keys the collection's table unpacks.
  const parts = found.filter(({ bytes }) => bytes !== undefined);
  return { ...whole, parts, deletedKeys: [...deletedKeys ?? [], ...keys] };
}

/** Throws if the rows aren't exactly the parts written since a version. */
function refuseOthers(
  rows: readonly PartRow[],
  sealed: SealedState["parts"],
  since: number,
): void {
  const expected = Object.values(sealed).filter((version) => version > since).length;
  const isEachKnown = rows.every(({ name, version }) => sealed[name] === version);
  if (!isEachKnown || rows.length !== expected) throw new SealError();
}

async function openParts(
  sealer: Sealer,
  rows: readonly PartRow[],
  of: CollectionOf,
): Promise<readonly StoredPart[]> {
  const opened = rows.map(({ name, version, body }) =>
    sealer.open(body, associatedWithPart(of, name, version))
  );
  return (await Promise.all(opened)).map(partOfBytes);
}

async function sealedChange(
  sealer: Sealer,
  { of, change, before }: {
    readonly of: CollectionOf;
    readonly change: CollectionChange;
    readonly before: SealedState | null;
  },
): Promise<{
  readonly mark: CollectionMark;
  readonly state: PartRow["body"];
  readonly deleted: PartRow["body"] | null;
  readonly parts: readonly PartWrite[];
}> {
  const { mark: seen, isWhole } = change;
  const mark = { epoch: seen?.epoch ?? randomEpoch(), version: (seen?.version ?? 0) + 1 };
  const { version } = mark;
  const isDeletedNew = change.deletedKeys !== null || before === null;
  const deleted = isDeletedNew
    ? await sealDeflated(sealer, change.deletedKeys ?? [], associatedWithDeleted(of, version))
    : null;
  const parts: PartWrite[] = [];
  // Seal one part at a time, so that waiting readers can run in between.
  for (const part of change.parts) {
    const name = await sealer.pseudonymOf(associatedWithCollection(of, `part ${part.part}`));
    const packed = bytesOfPart(part);
    const body = await sealer.seal(packed, associatedWithPart(of, name, version));
    parts.push({ name, body });
    if (packed.length >= MANY_BYTES) await nextTurn();
  }
  const sealed: SealedState = {
    state: change.state,
    mark,
    parts: {
      ...(isWhole ? {} : before?.parts),
      ...Object.fromEntries(parts.map((part) => [part.name, version])),
    },
    deletedVersion: isDeletedNew ? version : before?.deletedVersion ?? version,
  };
  const state = await sealDeflated(sealer, sealed, associatedWithCollection(of, "state"));
  return { mark, state, deleted, parts };
}

function associatedWithCollection({ planId, name }: CollectionOf, what: string): string {
  return `${planId}\n${name}\n${what}`;
}

function associatedWithPart(of: CollectionOf, name: string, version: number): string {
  return associatedWithCollection(of, `part ${name} ${version}`);
}

function associatedWithDeleted(of: CollectionOf, version: number): string {
  return associatedWithCollection(of, `deleted ${version}`);
}

export function randomEpoch(): string {
  return globalThis.crypto.randomUUID();
}

/**
 * First bytes of a packed part: "PRT" and the version of the format, including that of its bytes.
 * They differ from JSON, which starts with a brace, and from deflated JSON, which starts with 1.
 */
const PACKED = 0x36_54_52_50;
/** Alignment of offsets in packed bytes, so that typed arrays can read them in place. */
const ALIGNMENT = 8;

function bytesOfPart({ part, keys, records, bytes }: StoredPart): Bytes {
  if (bytes === undefined) return packJson({ part, keys, records });
  const [name, packed] = [new TextEncoder().encode(part), bytes()];
  const all = new Uint8Array(startBehind(name.length) + packed.length);
  all.set(new Uint8Array(Uint32Array.of(PACKED, name.length).buffer));
  all.set(name, ALIGNMENT);
  all.set(packed, startBehind(name.length));
  return all;
}

/**
 * Unpacks a part.
 *
 * @throws {Error} If the bytes are invalid; the collection then counts as damaged.
 */
function partOfBytes(all: Bytes): StoredPart {
  const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
  const form = all.length >= ALIGNMENT ? view.getUint32(0, true) : 0;
  if (form === PACKED) {
    const length = view.getUint32(4, true);
    const part = new TextDecoder().decode(all.subarray(ALIGNMENT, ALIGNMENT + length));
    return { part, keys: [], records: [], bytes: () => all.subarray(startBehind(length)) };
  }
  const part = unpackJson(all) as StoredPart;
  if (!Array.isArray(part.keys) || !Array.isArray(part.records)) throw new TypeError("No part");
  return part;
}

function startBehind(nameLength: number): number {
  return ALIGNMENT + Math.ceil(nameLength / ALIGNMENT) * ALIGNMENT;
}
