/**
 * A collection in the copy's file: its state, its sealed parts, and the keys that are gone.
 *
 * @module
 */

import { packPart, unpackParts } from "../pack_rows.ts";
import { bytesIn, openJson, sealJson } from "../sealing/sealed_json.ts";
import { type Bytes, type Sealer, SealError } from "../sealing/sealer.ts";
import type {
  CollectionChange,
  CollectionMark,
  CollectionName,
  CollectionOf,
  CollectionState,
  StoredCollection,
  StoredPart,
} from "../store.ts";
import type { Database, SqlRow } from "./database.ts";
import { aboutCollection, collectionName } from "../sealing/pseudonyms.ts";

/** Parts that are unpacked at once. */
const AT_ONCE = 16;

/** A file, and what seals what is in it. */
export interface SealedFile {
  readonly database: Database;
  readonly sealer: Sealer;
}

/** A file of which something may be found damaged. */
export interface CheckedFile extends SealedFile {
  /** Hears that a collection was incomplete or damaged: it is forgotten, and read anew. */
  readonly onDamaged: (name: CollectionName) => void;
}

interface SealedPart {
  readonly name: string;
  readonly body: Bytes;
}

/**
 * What is sealed of a collection besides its parts: it names each of them with its
 * version, so that one that is missing, or is an older one, does not pass for all.
 */
interface SealedState {
  readonly state: CollectionState;
  /** Another epoch beside the seal tells that the plan was forgotten since. */
  readonly mark: CollectionMark;
  readonly parts: Readonly<Record<string, number>>;
  readonly deletedVersion: number;
}

/** What was read of a collection, still sealed. */
interface FoundRows {
  readonly row: SqlRow;
  readonly parts: readonly SqlRow[];
  readonly isWhole: boolean;
}

/**
 * Gives a collection, or what has changed of it since a mark.
 *
 * @param file The file, and what opens what is in it.
 * @param of Which collection.
 * @param since What was seen last; `null` for all of it.
 * @returns The collection; `null` when nothing is kept, or what was kept is not all there:
 * it is forgotten then.
 */
export async function loadCollection(
  { database, sealer, onDamaged }: CheckedFile,
  of: CollectionOf,
  since: CollectionMark | null,
): Promise<StoredCollection | null> {
  const name = await collectionName(sealer, of);
  const found = database.inSnapshot(() => foundRows(database, [sealer.owner, name], since));
  if (found === null) return null;
  try {
    return await opened(sealer, found, { of, since });
  } catch {
    // Nothing that can be read again is worth more than this.
    database.inTransaction(() => forgetCollection(database, sealer.owner, name));
    onDamaged(of.name);
    return null;
  }
}

/**
 * Opens what was found.
 *
 * @throws {Error} When something can't be opened, is missing, or is not what was sealed.
 */
async function opened(
  sealer: Sealer,
  { row, parts, isWhole }: FoundRows,
  { of, since }: { readonly of: CollectionOf; readonly since: CollectionMark | null },
): Promise<StoredCollection> {
  const sealed = await openJson<SealedState>(sealer, row["state"], aboutCollection(of, "state"));
  const epoch = String(row["epoch"]);
  const isForgotten = epoch !== sealed.mark?.epoch;
  const isAsSealed = sealed.mark?.version === row["version"] &&
    isForgotten === (row["is_forgotten"] === 1);
  if (!isAsSealed) throw new SealError();
  refuseOthers(parts, sealed.parts, isWhole ? 0 : since?.version ?? 0);
  const areKeysNew = isWhole || sealed.deletedVersion > (since?.version ?? 0);
  const [deletedKeys, unpacked] = await Promise.all([
    areKeysNew
      ? openJson<string[]>(sealer, row["deleted"], aboutDeleted(of, sealed.deletedVersion))
      : null,
    openParts(sealer, parts, of),
  ]);
  const ordered = unpacked.toSorted((one, other) => one.part < other.part ? -1 : 1);
  const kept = isWhole ? ordered.filter(({ records }) => records.length > 0) : ordered;
  const mark = { epoch, version: sealed.mark.version };
  const whole = { mark, state: sealed.state, isWhole, isForgotten };
  if (!isForgotten) return { ...whole, parts: kept, deletedKeys };
  const taken = kept.flatMap(({ keys }) => keys);
  return { ...whole, parts: [], deletedKeys: [...deletedKeys ?? [], ...taken] };
}

/** Refuses parts that are not those which have been written since a version. */
function refuseOthers(
  rows: readonly SqlRow[],
  sealed: SealedState["parts"],
  since: number,
): void {
  const expected = Object.values(sealed).filter((version) => version > since).length;
  const isEachKnown = rows.every(({ name, version }) => sealed[String(name)] === version);
  if (!isEachKnown || rows.length !== expected) throw new SealError();
}

function foundRows(
  database: Database,
  key: readonly [owner: string, name: string],
  since: CollectionMark | null,
): FoundRows | null {
  const row = database.get("SELECT * FROM collections WHERE owner = ? AND name = ?", ...key);
  if (row === undefined) return null;
  if (since !== null && row["epoch"] === since.epoch) {
    const parts = database.all(
      "SELECT name, version, body FROM parts WHERE owner = ? AND collection = ? AND version > ?",
      ...key,
      since.version,
    );
    // Nothing tells the reader which part it was that is no more.
    if (parts.every(({ body }) => body !== null)) return { row, parts, isWhole: false };
  }
  const parts = database.all(
    "SELECT name, version, body FROM parts " +
      "WHERE owner = ? AND collection = ? AND body IS NOT NULL",
    ...key,
  );
  return { row, parts, isWhole: true };
}

/** Unpacks some parts while others are still being opened beside it. */
async function openParts(
  sealer: Sealer,
  rows: readonly SqlRow[],
  of: CollectionOf,
): Promise<readonly StoredPart[]> {
  const opening = rows.map(({ name, version, body }) =>
    sealer.open(bytesIn(body), aboutPart(of, String(name), Number(version)))
  );
  const parts: StoredPart[] = [];
  // One that fails is told when its turn comes.
  for (const one of opening) one.catch(() => {});
  for (let at = 0; at < opening.length; at += AT_ONCE) {
    parts.push(...unpackParts(await Promise.all(opening.slice(at, at + AT_ONCE))));
  }
  return parts;
}

/**
 * Keeps a change in one transaction.
 *
 * @param file The file, and what seals what goes into it.
 * @param of Which collection.
 * @param change What to keep.
 * @returns The new mark; `null` when others have written since that of the change.
 */
export async function applyChange(
  file: CheckedFile,
  of: CollectionOf,
  change: CollectionChange,
): Promise<CollectionMark | null> {
  const { database, sealer } = file;
  const name = await collectionName(sealer, of);
  const key = [sealer.owner, name] as const;
  const { mark: seen, isWhole } = change;
  const before = await stateBefore(file, of, seen);
  if (seen !== null && before === null) return null;
  const mark = { epoch: seen?.epoch ?? randomEpoch(), version: (seen?.version ?? 0) + 1 };
  const { version } = mark;
  const isDeletedNew = change.deletedKeys !== null || before === null;
  const deleted = isDeletedNew
    ? await sealJson(sealer, change.deletedKeys ?? [], aboutDeleted(of, version))
    : null;
  const parts: SealedPart[] = [];
  // One after another: a reader who waits for an answer comes in between.
  for (const part of change.parts) parts.push(await sealedPart(sealer, part, { of, version }));
  const state = await sealJson(
    sealer,
    {
      state: change.state,
      mark,
      parts: {
        ...(isWhole ? {} : before?.parts),
        ...Object.fromEntries(parts.map((part) => [part.name, version])),
      },
      deletedVersion: isDeletedNew ? version : before?.deletedVersion ?? version,
    } satisfies SealedState,
    aboutCollection(of, "state"),
  );
  const written = { seen, mark, isWhole, state, deleted, parts };
  return database.inTransaction(() => write(database, key, written));
}

/** Gives what is sealed of a collection, if it still is what the writer has seen. */
async function stateBefore(
  { database, sealer, onDamaged }: CheckedFile,
  of: CollectionOf,
  seen: CollectionMark | null,
): Promise<SealedState | null> {
  if (seen === null) return null;
  const name = await collectionName(sealer, of);
  const row = database.get(
    "SELECT state FROM collections WHERE owner = ? AND name = ? AND epoch = ? AND version = ?",
    sealer.owner,
    name,
    seen.epoch,
    seen.version,
  );
  if (row === undefined) return null;
  try {
    return await openJson<SealedState>(sealer, row["state"], aboutCollection(of, "state"));
  } catch {
    database.inTransaction(() => forgetCollection(database, sealer.owner, name));
    onDamaged(of.name);
    return null;
  }
}

interface SealedChange {
  readonly seen: CollectionMark | null;
  readonly mark: CollectionMark;
  readonly isWhole: boolean;
  readonly state: Bytes;
  readonly deleted: Bytes | null;
  readonly parts: readonly SealedPart[];
}

function write(
  database: Database,
  key: readonly [owner: string, name: string],
  { seen, mark, isWhole, state, deleted, parts }: SealedChange,
): CollectionMark | null {
  const row = database.get(
    "SELECT epoch, version FROM collections WHERE owner = ? AND name = ?",
    ...key,
  );
  const isSeen = row?.["epoch"] === seen?.epoch && row?.["version"] === seen?.version;
  if (!isSeen) return null;
  const { epoch, version } = mark;
  database.run(
    "INSERT INTO collections VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO UPDATE SET " +
      "version = excluded.version, state = excluded.state, is_forgotten = 0",
    ...key,
    epoch,
    version,
    state,
    deleted ?? new Uint8Array(),
    version,
  );
  if (deleted !== null) {
    database.run(
      "UPDATE collections SET deleted = ?, deleted_version = ? WHERE owner = ? AND name = ?",
      deleted,
      version,
      ...key,
    );
  }
  if (isWhole) {
    database.run(
      "UPDATE parts SET body = NULL, version = ? " +
        "WHERE owner = ? AND collection = ? AND body IS NOT NULL",
      version,
      ...key,
    );
  }
  for (const { name, body } of parts) {
    database.run(
      "INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?)",
      ...key,
      name,
      version,
      body,
    );
  }
  return mark;
}

async function sealedPart(
  sealer: Sealer,
  part: StoredPart,
  { of, version }: { readonly of: CollectionOf; readonly version: number },
): Promise<SealedPart> {
  const name = await sealer.nameOf(aboutCollection(of, `part ${part.part}`));
  return { name, body: await sealer.seal(packPart(part), aboutPart(of, name, version)) };
}

function aboutPart(of: CollectionOf, name: string, version: number): string {
  return aboutCollection(of, `part ${name} ${version}`);
}

function aboutDeleted(of: CollectionOf, version: number): string {
  return aboutCollection(of, `deleted ${version}`);
}

function forgetCollection(database: Database, owner: string, name: string): void {
  database.run("DELETE FROM collections WHERE owner = ? AND name = ?", owner, name);
  database.run("DELETE FROM parts WHERE owner = ? AND collection = ?", owner, name);
}

/**
 * Makes an epoch that no collection has had.
 *
 * @returns A random text.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 *
 * assert(randomEpoch() !== randomEpoch());
 * ```
 */
export function randomEpoch(): string {
  return globalThis.crypto.randomUUID();
}
