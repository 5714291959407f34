import { nextTurn } from "../../client/timers.ts";
import {
  type Bytes,
  openJson,
  packJson,
  sealDeflated,
  type Sealer,
  SealError,
  unpackJson,
} from "./sealer.ts";
import { bytesIn, isTrue, joined, type Row, sql, type SqlDatabase, type Steps } from "./sql.ts";
import type {
  CollectionChange,
  CollectionMark,
  CollectionOf,
  CollectionState,
  StoredCollection,
  StoredPart,
} from "./store.ts";

/** After packing this many bytes, yield, because packing blocks the event loop. */
const MANY_BYTES = 100_000;
/** Number of rows per statement; writing several at once saves round trips. */
const ROWS_AT_ONCE = 20;

/** The sealed state of a collection, excluding its parts. */
interface SealedState {
  readonly state: CollectionState;
  /** The row's mark. The collection gets a new epoch when its plan is forgotten. */
  readonly mark: CollectionMark;
  readonly parts: Readonly<Record<string, number>>;
  readonly deletedVersion: number;
}

interface SealedPart {
  readonly name: string;
  readonly body: Bytes;
}

interface SealedChange {
  readonly mark: CollectionMark;
  readonly state: Bytes;
  /** `null` to keep the stored keys. */
  readonly deleted: Bytes | null;
  /** Each part replaces the stored part with the same name. */
  readonly parts: readonly SealedPart[];
}

export interface SealedCollectionOf {
  readonly of: CollectionOf;
  readonly name: string;
  readonly database: SqlDatabase;
  readonly owner: string;
  readonly sealer: Sealer;
  /** Called when the collection was damaged or incomplete, and is being reloaded. */
  readonly onDamaged: () => void;
}

/**
 * Loads writes since a mark, or the whole collection, in one snapshot. If the collection is damaged
 * or incomplete, deletes it and returns `null`.
 */
export async function loadCollection(
  collection: SealedCollectionOf,
  since: CollectionMark | null,
): Promise<StoredCollection | null> {
  const { name, database, owner } = collection;
  const { schema } = database;
  const { epoch, version } = since ?? { epoch: "", version: 0 };
  // If the epoch differs, reads all parts.
  const rows = await database.all(sql`
    WITH found AS (
      SELECT * FROM ${schema}.collections WHERE owner = ${owner} AND name = ${name}
    )
    SELECT NULL AS part, version, NULL AS body, epoch, is_forgotten, state, deleted FROM found
    UNION ALL
    SELECT parts.name, parts.version, parts.body, NULL, NULL, NULL, NULL
    FROM found JOIN ${schema}.parts AS parts
      ON parts.owner = ${owner} AND parts.collection = ${name}
    WHERE CASE WHEN found.epoch = ${epoch} THEN parts.version > ${version}
      ELSE parts.body IS NOT NULL END`);
  const row = rows.find(({ part }) => part === null);
  if (row === undefined) return null;
  const parts = rows.filter((one) => one !== row);
  const isWhole = row["epoch"] !== since?.epoch;
  // Read all parts, because the reader couldn't tell which part was removed.
  if (!isWhole && parts.some(({ body }) => body === null)) {
    return await loadCollection(collection, null);
  }
  try {
    return await opened(collection, row, { parts, since: isWhole ? null : version });
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
  const { of, name, database, owner, sealer } = collection;
  const { mark: seen } = change;
  let before: SealedState | null = null;
  if (seen !== null) {
    const [row] = await database.all(sql`
      SELECT state FROM ${database.schema}.collections WHERE owner = ${owner} AND name = ${name}
        AND epoch = ${seen.epoch} AND version = ${seen.version}`);
    if (row === undefined) return null;
    before = await openJson<SealedState>(
      sealer,
      bytesIn(row["state"]),
      associatedWithCollection(of, "state"),
    ).catch(() => null);
    if (before === null) return await forgotten(collection);
  }
  const sealed = await sealedChange(collection, change, before);
  const isWritten = await database.transaction(() => rewritten(collection, change, sealed));
  return isWritten ? sealed.mark : null;
}

/** Writes a collection; returns `false` if another process has written it in the meantime. */
function* rewritten(
  { name, owner, database: { schema } }: SealedCollectionOf,
  { mark: seen, isWhole }: CollectionChange,
  { mark: { epoch, version }, state, deleted, parts }: SealedChange,
): Steps<boolean> {
  // On PostgreSQL, a second writer waits here until the first has committed, and then updates no
  // row.
  const [written] = yield seen === null
    ? sql`
      INSERT INTO ${schema}.collections VALUES
        (${owner}, ${name}, ${epoch}, ${version}, ${state}, ${deleted ?? new Uint8Array()}, false)
      ON CONFLICT DO NOTHING RETURNING name`
    : sql`
      UPDATE ${schema}.collections SET version = ${version}, state = ${state},
        deleted = coalesce(${deleted}, deleted), is_forgotten = false
      WHERE owner = ${owner} AND name = ${name}
        AND epoch = ${seen.epoch} AND version = ${seen.version} RETURNING name`;
  if (written === undefined) return false;
  if (isWhole) {
    yield sql`
      UPDATE ${schema}.parts SET body = NULL, version = ${version}
      WHERE owner = ${owner} AND collection = ${name} AND body IS NOT NULL`;
  }
  // Insert each row as separate values, because arrays of bytes are several times slower in
  // PostgreSQL.
  for (let from = 0; from < parts.length; from += ROWS_AT_ONCE) {
    const rows = parts.slice(from, from + ROWS_AT_ONCE)
      .map((part) => sql`(${owner}, ${name}, ${part.name}, ${version}, ${part.body})`);
    yield sql`
      INSERT INTO ${schema}.parts VALUES ${joined(rows, ", ")}
      ON CONFLICT (owner, collection, name)
      DO UPDATE SET version = excluded.version, body = excluded.body`;
  }
  return true;
}

/** Damaged data isn't repaired, because it can be reloaded from YNAB. */
async function forgotten(
  { name, database, owner, onDamaged }: SealedCollectionOf,
): Promise<null> {
  const { schema } = database;
  await database.transaction(function* (): Steps<void> {
    yield sql`DELETE FROM ${schema}.collections WHERE owner = ${owner} AND name = ${name}`;
    yield sql`DELETE FROM ${schema}.parts WHERE owner = ${owner} AND collection = ${name}`;
  });
  onDamaged();
  return null;
}

export function collectionPseudonym(
  sealer: Sealer,
  { planId, name }: CollectionOf,
): Promise<string> {
  return sealer.pseudonymOf(`collection ${planId} ${name}`);
}

/**
 * Decrypts the rows of a collection. `since` is the version after which the parts were written;
 * `null` if all parts are included.
 *
 * @throws {Error} If data can't be decrypted, is missing or is inconsistent.
 */
async function opened(
  { of, sealer }: SealedCollectionOf,
  row: Row,
  { parts: rows, since }: { readonly parts: readonly Row[]; readonly since: number | null },
): Promise<StoredCollection> {
  const mark = { epoch: String(row["epoch"]), version: Number(row["version"]) };
  const isForgotten = isTrue(row["is_forgotten"]);
  const isWhole = since === null;
  const associatedData = associatedWithCollection(of, "state");
  const sealed = await openJson<SealedState>(sealer, bytesIn(row["state"]), associatedData);
  const isAsSealed = sealed.mark?.version === mark.version &&
    isForgotten === (mark.epoch !== sealed.mark?.epoch);
  if (!isAsSealed) throw new SealError();
  refuseOthers(rows, sealed.parts, since ?? 0);
  const areKeysNew = isWhole || sealed.deletedVersion > since;
  const [deletedKeys, unpacked] = await Promise.all([
    areKeysNew
      ? openJson<string[]>(
        sealer,
        bytesIn(row["deleted"]),
        associatedWithDeleted(of, sealed.deletedVersion),
      )
      : null,
    openParts(sealer, rows, of),
  ]);
  const ordered = unpacked.toSorted((one, other) => one.part < other.part ? -1 : 1);
  const found = isWhole
    ? ordered.filter(({ keys, bytes }) => keys.length > 0 || bytes !== undefined)
    : ordered;
  const whole = { mark, state: sealed.state, isWhole, isForgotten };
  if (!isForgotten) return { ...whole, parts: found, deletedKeys };
  const keys = found.flatMap((part) => part.keys);
  // Return only packed parts, whose keys the collection's table unpacks.
  const parts = found.filter(({ bytes }) => bytes !== undefined);
  return { ...whole, parts, deletedKeys: [...deletedKeys ?? [], ...keys] };
}

/** Throws if the rows aren't exactly the parts written since a version. */
function refuseOthers(rows: readonly Row[], sealed: SealedState["parts"], since: number): void {
  const expected = Object.values(sealed).filter((version) => version > since).length;
  const isEachKnown = rows.every(({ part, version }) => sealed[String(part)] === Number(version));
  if (!isEachKnown || rows.length !== expected) throw new SealError();
}

async function openParts(
  sealer: Sealer,
  rows: readonly Row[],
  of: CollectionOf,
): Promise<readonly StoredPart[]> {
  const opened = rows.map(({ part, version, body }) =>
    sealer.open(bytesIn(body), associatedWithPart(of, String(part), Number(version)))
  );
  return (await Promise.all(opened)).map(partOfBytes);
}

async function sealedChange(
  { of, sealer }: SealedCollectionOf,
  change: CollectionChange,
  before: SealedState | null,
): Promise<SealedChange> {
  const { mark: seen, isWhole } = change;
  const mark = { epoch: seen?.epoch ?? randomEpoch(), version: (seen?.version ?? 0) + 1 };
  const { version } = mark;
  const isDeletedNew = change.deletedKeys !== null || before === null;
  const deleted = isDeletedNew
    ? await sealDeflated(sealer, change.deletedKeys ?? [], associatedWithDeleted(of, version))
    : null;
  const parts: SealedPart[] = [];
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
