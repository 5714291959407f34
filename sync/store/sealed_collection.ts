import { nextTurn } from "../../client/timers.ts";
import { type Bytes, openJson, sealDeflated, type Sealer, SealError } from "./sealer.ts";
import { bytesIn, isTrue, joined, type Row, sql, type SqlDatabase, type Steps } from "./sql.ts";
import type {
  CollectionChange,
  CollectionMark,
  CollectionOf,
  CollectionState,
  StoredCollection,
  StoredPart,
} from "./store.ts";

/** After packing a part of at least this many bytes, yield: packing blocks the event loop. */
const MANY_BYTES = 100_000;
/** Number of rows to write per statement. Writing several rows at once saves round trips. */
const ROWS_AT_ONCE = 20;

/** The sealed state of a collection, excluding its parts. */
interface SealedState {
  readonly state: CollectionState;
  /**
   * The collection's epoch and version at the time of sealing. A collection gets a new epoch when
   * its plan is forgotten.
   */
  readonly mark: CollectionMark;
  /** Version of each part, by the part's pseudonym. */
  readonly parts: Readonly<Record<string, number>>;
}

interface SealedPart {
  readonly name: string;
  readonly body: Bytes;
}

export interface SealedCollectionOf {
  readonly of: CollectionOf;
  readonly name: string;
  readonly database: SqlDatabase;
  readonly owner: string;
  readonly sealer: Sealer;
  /** Called when the collection is found to be damaged or incomplete and is being reloaded. */
  readonly onDamaged: () => void;
}

/**
 * Loads, from a single snapshot, either the whole collection or only the parts written since a
 * given version of it. If the collection is damaged or incomplete, deletes it and returns `null`.
 */
export async function loadCollection(
  collection: SealedCollectionOf,
  since: CollectionMark | null,
): Promise<StoredCollection | null> {
  const { name, database, owner } = collection;
  const { schema } = database;
  const { epoch, version } = since ?? { epoch: "", version: 0 };
  // If `since` is from another epoch, this reads all parts.
  const rows = await database.all(sql`
    WITH found AS (
      SELECT * FROM ${schema}.collections WHERE owner = ${owner} AND name = ${name}
    )
    SELECT NULL AS part, version, NULL AS body, epoch, is_forgotten, state FROM found
    UNION ALL
    SELECT parts.name, parts.version, parts.body, NULL, NULL, NULL
    FROM found JOIN ${schema}.parts AS parts
      ON parts.owner = ${owner} AND parts.collection = ${name}
    WHERE CASE WHEN found.epoch = ${epoch} THEN parts.version > ${version}
      ELSE parts.body IS NOT NULL END`);
  const row = rows.find(({ part }) => part === null);
  if (row === undefined) return null;
  const parts = rows.filter((one) => one !== row);
  const isWhole = row["epoch"] !== since?.epoch;
  // The row of a removed part contains only a pseudonym, not the part's name, so the only way to
  // tell which part was removed is to read all parts.
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
 * Seals a change and writes it in one transaction. Returns the collection's new version. If another
 * process has replaced the version that the change is based on, writes nothing and returns `null`.
 */
export async function writeCollection(
  collection: SealedCollectionOf,
  change: CollectionChange,
): Promise<CollectionMark | null> {
  const { of, name, database, owner, sealer } = collection;
  const { mark: seen, isWhole } = change;
  let before: SealedState | null = null;
  if (seen !== null) {
    const [row] = await database.all(sql`
      SELECT state FROM ${database.schema}.collections WHERE owner = ${owner} AND name = ${name}
        AND epoch = ${seen.epoch} AND version = ${seen.version}`);
    if (row === undefined) return null;
    before = await stateIn(collection, row).catch(() => null);
    if (before === null) return await forgotten(collection);
  }
  const mark = { epoch: seen?.epoch ?? randomEpoch(), version: (seen?.version ?? 0) + 1 };
  const parts = await sealedParts(collection, change.parts, mark.version);
  const sealed: SealedState = {
    state: change.state,
    mark,
    parts: {
      ...(isWhole ? {} : before?.parts),
      ...Object.fromEntries(parts.map((part) => [part.name, mark.version])),
    },
  };
  const state = await sealDeflated(sealer, sealed, associatedWithCollection(of, "state"));
  const isWritten = await database.transaction(() =>
    rewritten(collection, change, { mark, state, parts })
  );
  return isWritten ? mark : null;
}

/** Writes a collection; returns `false` if another process has written it in the meantime. */
function* rewritten(
  { name, owner, database: { schema } }: SealedCollectionOf,
  { mark: seen, isWhole }: CollectionChange,
  { mark: { epoch, version }, state, parts }: {
    readonly mark: CollectionMark;
    readonly state: Bytes;
    readonly parts: readonly SealedPart[];
  },
): Steps<boolean> {
  // On PostgreSQL, a second writer waits here until the first one commits, and then writes no rows.
  const [written] = yield seen === null
    ? sql`
      INSERT INTO ${schema}.collections VALUES
        (${owner}, ${name}, ${epoch}, ${version}, ${state}, false)
      ON CONFLICT DO NOTHING RETURNING name`
    : sql`
      UPDATE ${schema}.collections
      SET version = ${version}, state = ${state}, is_forgotten = false
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

/** Deletes a damaged collection instead of repairing it, because it can be reloaded from YNAB. */
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

/** @throws {Error} If the state can't be decrypted. */
async function stateIn({ of, sealer }: SealedCollectionOf, row: Row): Promise<SealedState> {
  return await openJson(sealer, bytesIn(row["state"]), associatedWithCollection(of, "state"));
}

/**
 * Decrypts the rows of a collection: the parts written after version `since`, or all parts if
 * `since` is `null`.
 *
 * @throws {Error} If data can't be decrypted, is missing or is inconsistent.
 */
async function opened(
  collection: SealedCollectionOf,
  row: Row,
  { parts: rows, since }: { readonly parts: readonly Row[]; readonly since: number | null },
): Promise<StoredCollection> {
  const mark = { epoch: String(row["epoch"]), version: Number(row["version"]) };
  const isForgotten = isTrue(row["is_forgotten"]);
  const sealed = await stateIn(collection, row);
  const isAsSealed = sealed.mark.version === mark.version &&
    isForgotten === (mark.epoch !== sealed.mark.epoch);
  if (!isAsSealed) throw new SealError();
  refuseOthers(rows, sealed.parts, since ?? 0);
  const all = await openParts(collection, rows);
  const parts = since === null ? all.filter(({ bytes }) => bytes !== null) : all;
  return { mark, state: sealed.state, isWhole: since === null, isForgotten, parts };
}

/** Throws unless there is exactly one row for each part written after the version `since`. */
function refuseOthers(rows: readonly Row[], sealed: SealedState["parts"], since: number): void {
  const expected = Object.values(sealed).filter((version) => version > since).length;
  const isEachKnown = rows.every(({ part, version }) => sealed[String(part)] === Number(version));
  if (!isEachKnown || rows.length !== expected) throw new SealError();
}

async function openParts(
  { of, sealer }: SealedCollectionOf,
  rows: readonly Row[],
): Promise<readonly StoredPart[]> {
  const opened = rows.map(({ part, version, body }) =>
    sealer.open(bytesIn(body), associatedWithPart(of, String(part), Number(version)))
  );
  return (await Promise.all(opened)).map(partOfBytes);
}

async function sealedParts(
  { of, sealer }: SealedCollectionOf,
  parts: readonly StoredPart[],
  version: number,
): Promise<readonly SealedPart[]> {
  const sealed: SealedPart[] = [];
  // Seal one part at a time, so that waiting readers can run in between.
  for (const part of parts) {
    const name = await sealer.pseudonymOf(associatedWithCollection(of, `part ${part.part}`));
    const packed = bytesOfPart(part);
    sealed.push({ name, body: await sealer.seal(packed, associatedWithPart(of, name, version)) });
    if (packed.length >= MANY_BYTES) await nextTurn();
  }
  return sealed;
}

function associatedWithCollection({ planId, name }: CollectionOf, what: string): string {
  return `${planId}\n${name}\n${what}`;
}

function associatedWithPart(of: CollectionOf, name: string, version: number): string {
  return associatedWithCollection(of, `part ${name} ${version}`);
}

export function randomEpoch(): string {
  return globalThis.crypto.randomUUID();
}

/** Alignment that lets typed arrays read a part's content in place. */
const ALIGNMENT = 8;

/**
 * Encodes a part as the length of its name, the name, and the content. A removed part has no
 * content.
 */
function bytesOfPart({ part, bytes }: StoredPart): Bytes {
  const name = new TextEncoder().encode(part);
  const content = bytes?.() ?? new Uint8Array();
  const all = new Uint8Array(contentStart(name.length) + content.length);
  all.set(new Uint8Array(Uint32Array.of(name.length).buffer));
  all.set(name, ALIGNMENT);
  all.set(content, contentStart(name.length));
  return all;
}

function partOfBytes(all: Bytes): StoredPart {
  const length = new DataView(all.buffer, all.byteOffset, all.byteLength).getUint32(0, true);
  const part = new TextDecoder().decode(all.subarray(ALIGNMENT, ALIGNMENT + length));
  const content = all.subarray(contentStart(length));
  return { part, bytes: content.length === 0 ? null : () => content };
}

function contentStart(nameLength: number): number {
  return ALIGNMENT + Math.ceil(nameLength / ALIGNMENT) * ALIGNMENT;
}
