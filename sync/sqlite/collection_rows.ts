/**
 * A collection in the copy's file: its state, its sealed parts, and the keys that are gone.
 *
 * @module
 */

import { packPart, unpackParts } from "../pack_rows.ts";
import { bytesIn, openJson, sealJson } from "../sealed_json.ts";
import type { Bytes, Sealer } from "../sealer.ts";
import type {
  CollectionChange,
  CollectionMark,
  CollectionOf,
  CollectionState,
  StoredCollection,
  StoredPart,
} from "../store.ts";
import type { Database, SqlRow } from "./database.ts";
import { aboutCollection, collectionName } from "./hidden_names.ts";

/** Parts that are unpacked at once. */
const AT_ONCE = 16;

/** A file, and what seals what is in it. */
export interface SealedFile {
  readonly database: Database;
  readonly sealer: Sealer;
}

interface SealedPart {
  readonly name: string;
  readonly body: Bytes;
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
 * @returns The collection; `null` when nothing is kept.
 * @throws {SealError} When it can't be opened; it is forgotten then.
 */
export async function loadCollection(
  { database, sealer }: SealedFile,
  of: CollectionOf,
  since: CollectionMark | null,
): Promise<StoredCollection | null> {
  const name = await collectionName(sealer, of);
  const found = database.inSnapshot(() => foundRows(database, [sealer.owner, name], since));
  if (found === null) return null;
  const { row, parts, isWhole } = found;
  const mark = { epoch: String(row["epoch"]), version: Number(row["version"]) };
  const areKeysNew = isWhole || Number(row["deleted_version"]) > (since?.version ?? 0);
  try {
    const [state, deletedKeys, unpacked] = await Promise.all([
      openJson<CollectionState>(sealer, row["state"], aboutCollection(of, "state")),
      areKeysNew
        ? openJson<string[]>(sealer, row["deleted"], aboutCollection(of, "deleted"))
        : null,
      openParts(sealer, parts, of),
    ]);
    const ordered = unpacked.toSorted((one, other) => one.part < other.part ? -1 : 1);
    const kept = isWhole ? ordered.filter(({ records }) => records.length > 0) : ordered;
    const isForgotten = row["is_forgotten"] === 1;
    const whole = { mark, state, isWhole, isForgotten };
    if (!isForgotten) return { ...whole, parts: kept, deletedKeys };
    const taken = kept.flatMap(({ keys }) => keys);
    return { ...whole, parts: [], deletedKeys: [...deletedKeys ?? [], ...taken] };
  } catch (error) {
    // Nothing that can be read again is worth more than this.
    database.inTransaction(() => forgetCollection(database, sealer.owner, name));
    throw error;
  }
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
      "SELECT name, body FROM parts WHERE owner = ? AND collection = ? AND version > ?",
      ...key,
      since.version,
    );
    // Nothing tells the reader which part it was that is no more.
    if (parts.every(({ body }) => body !== null)) return { row, parts, isWhole: false };
  }
  const parts = database.all(
    "SELECT name, body FROM parts WHERE owner = ? AND collection = ? AND body IS NOT NULL",
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
  const opening = rows.map(({ name, body }) =>
    sealer.open(bytesIn(body), aboutCollection(of, `part ${name}`))
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
  { database, sealer }: SealedFile,
  of: CollectionOf,
  change: CollectionChange,
): Promise<CollectionMark | null> {
  const name = await collectionName(sealer, of);
  const state = await sealJson(sealer, change.state, aboutCollection(of, "state"));
  const deleted = change.deletedKeys === null
    ? null
    : await sealJson(sealer, change.deletedKeys, aboutCollection(of, "deleted"));
  const parts: SealedPart[] = [];
  // One after another: a reader who waits for an answer comes in between.
  for (const part of change.parts) parts.push(await sealedPart(sealer, part, of));
  const { mark: seen, isWhole } = change;
  const written = { seen, isWhole, state, deleted, parts };
  return database.inTransaction(() => write(database, [sealer.owner, name], written));
}

interface SealedChange {
  readonly seen: CollectionMark | null;
  readonly isWhole: boolean;
  readonly state: Bytes;
  readonly deleted: Bytes | null;
  readonly parts: readonly SealedPart[];
}

function write(
  database: Database,
  key: readonly [owner: string, name: string],
  { seen, isWhole, state, deleted, parts }: SealedChange,
): CollectionMark | null {
  const row = database.get(
    "SELECT epoch, version FROM collections WHERE owner = ? AND name = ?",
    ...key,
  );
  const isSeen = row?.["epoch"] === seen?.epoch && row?.["version"] === seen?.version;
  if (!isSeen) return null;
  const mark = { epoch: seen?.epoch ?? randomEpoch(), version: (seen?.version ?? 0) + 1 };
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
  of: CollectionOf,
): Promise<SealedPart> {
  const name = await sealer.nameOf(aboutCollection(of, `part ${part.part}`));
  return { name, body: await sealer.seal(packPart(part), aboutCollection(of, `part ${name}`)) };
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
