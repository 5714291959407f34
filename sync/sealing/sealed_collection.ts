/**
 * Collections as sealed parts. A sealed state names each part with its version, so that one
 * that is missing, or is an older one, does not pass for all.
 *
 * @module
 */

import { nextRound, nextTurn } from "../../client/timers.ts";
import { isEmptyPart } from "../columns/chunk_part.ts";
import { inTurns } from "../sharing/in_turns.ts";
import { PACKED_PARTS } from "./packed_parts.ts";
import type {
  CollectionChange,
  CollectionMark,
  CollectionName,
  CollectionOf,
  CollectionState,
  CopyStore,
  StoredCollection,
  StoredPart,
} from "../store.ts";
import type { CollectionRow, CollectionRows, PartRow, PartWrite } from "./copy_rows.ts";
import type { OpenedPart, PackedPart, PartCodec } from "./part_codec.ts";
import { associatedWithCollection, collectionPseudonym } from "./pseudonyms.ts";
import { openJson, sealJson } from "./sealed_json.ts";
import { type Sealer, SealError } from "./sealer.ts";

/** Parts that are opened and unpacked before others have their turn. */
const AT_ONCE = 8;

/** What sealed collections are kept with. */
export interface SealedCollectionsOptions {
  readonly rows: CollectionRows;
  readonly sealer: Sealer;
  /** Turns parts into bytes; column by column where it is absent. */
  readonly codec?: PartCodec;
  /** Hears that a collection was incomplete or damaged: it is forgotten, and read anew. */
  readonly onDamaged: (name: CollectionName) => void;
}

/** Opens a collection as it was found. */
type OpenMoved = (
  of: CollectionOf,
  since: CollectionMark | null,
  found: CollectionRow,
) => Promise<StoredCollection | null>;

/** What is sealed of a collection besides its parts. */
interface SealedState {
  readonly state: CollectionState;
  /** Another epoch beside the seal tells that the plan was forgotten since. */
  readonly mark: CollectionMark;
  readonly parts: Readonly<Record<string, number>>;
  readonly deletedVersion: number;
}

/**
 * Seals collections.
 *
 * @param options The rows, and what seals them.
 * @returns The methods of a store. What is not all there is forgotten, and counts as not kept.
 */
export function sealedCollections(
  { rows, sealer, onDamaged, codec = PACKED_PARTS }: SealedCollectionsOptions,
): Pick<CopyStore, "loadCollection" | "applyChange"> & {
  /** Opens what a look has found; `null` when it is not all there. */
  readonly openMoved: OpenMoved;
} {
  const stateBefore = async (
    of: CollectionOf,
    seen: CollectionMark,
  ): Promise<SealedState | null> => {
    const name = await collectionPseudonym(sealer, of);
    const state = await rows.stateAt(name, seen);
    if (state === null) return null;
    try {
      return await openJson<SealedState>(sealer, state, associatedWithCollection(of, "state"));
    } catch {
      await rows.forget(name);
      onDamaged(of.name);
      return null;
    }
  };
  /** Reads blobs on demand, one at a time, as they were written with what was found. */
  const sideReader = (
    of: CollectionOf,
    { mark: { epoch } }: CollectionRow,
  ): ReadSide =>
  async ({ name: part, version }, blob) => {
    const name = await sidePseudonym(sealer, of, { part, blob });
    const key = { part, name, version };
    const [body] = await rows.readSide(await collectionPseudonym(sealer, of), [key]);
    if (!body) return null;
    const associatedData = associatedWithSide(of, { part, blob, epoch, version });
    return await sealer.open(body, associatedData).catch(() => null);
  };
  const openMoved: OpenMoved = async (of, since, found) => {
    try {
      return await opened(sealer, found, { of, since, codec, readSide: sideReader(of, found) });
    } catch {
      // Nothing that can be read again is worth more than this.
      await rows.forget(await collectionPseudonym(sealer, of));
      onDamaged(of.name);
      return null;
    }
  };
  return {
    openMoved,
    async loadCollection(of, since): Promise<StoredCollection | null> {
      const found = await rows.find(await collectionPseudonym(sealer, of), since);
      return found === null ? null : await openMoved(of, since, found);
    },
    async applyChange(of, change): Promise<CollectionMark | null> {
      const { mark: seen, isWhole } = change;
      const before = seen === null ? null : await stateBefore(of, seen);
      if (seen !== null && before === null) return null;
      const sealed = await sealedChange(sealer, { of, change, before, codec });
      const name = await collectionPseudonym(sealer, of);
      const isWritten = await rows.write(name, { seen, isWhole, ...sealed });
      return isWritten ? sealed.mark : null;
    },
  };
}

/**
 * Opens what was found.
 *
 * @throws {Error} When something can't be opened, is missing, or is not what was sealed.
 */
async function opened(
  sealer: Sealer,
  { mark: { epoch, version }, isForgotten, isWhole, ...row }: CollectionRow,
  { of, since, ...reading }: PartReading & {
    readonly since: CollectionMark | null;
  },
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
    openParts(sealer, row.parts, { of, ...reading }),
  ]);
  const ordered = unpacked.toSorted((one, other) => one.part < other.part ? -1 : 1);
  const kept = isWhole ? ordered.filter((part) => !isEmptyPart(part)) : ordered;
  const mark = { epoch, version };
  const whole = { mark, state: sealed.state, isWhole, isForgotten };
  if (!isForgotten) return { ...whole, parts: kept, deletedKeys };
  const keys = kept.flatMap((part) => part.keys);
  return { ...whole, parts: [], deletedKeys: [...deletedKeys ?? [], ...keys] };
}

/** Refuses parts that are not those which have been written since a version. */
function refuseOthers(
  rows: readonly PartRow[],
  sealed: SealedState["parts"],
  since: number,
): void {
  const expected = Object.values(sealed).filter((version) => version > since).length;
  const isEachKnown = rows.every(({ name, version }) => sealed[name] === version);
  if (!isEachKnown || rows.length !== expected) throw new SealError();
}

/** Reads a blob on demand of a part. */
type ReadSide = (
  part: Omit<PartRow, "body" | "release">,
  blob: string,
) => ReturnType<OpenedPart["read"]>;

/** How parts are read. */
interface PartReading {
  readonly of: CollectionOf;
  readonly codec: PartCodec;
  readonly readSide: ReadSide;
}

/**
 * Opens and unpacks some parts while the next are being opened beside it. To read them from a file
 * and to open each keeps the event loop, so others have their turn in between.
 */
async function openParts(
  sealer: Sealer,
  rows: readonly PartRow[],
  { of, codec, readSide }: PartReading,
): Promise<readonly StoredPart[]> {
  const opened = async ({ name, version, body, release }: PartRow): Promise<OpenedPart> => {
    const head = await sealer.open(body, associatedWithPart(of, name, version));
    if (head.buffer !== body.buffer) release?.();
    return { head, read: (blob) => readSide({ name, version }, blob) };
  };
  const openFrom = (at: number): Promise<readonly OpenedPart[]> => {
    const opening = Promise.all(rows.slice(at, at + AT_ONCE).map(opened));
    // What fails is told when its turn comes.
    opening.catch(() => {});
    return opening;
  };
  const parts: StoredPart[] = [];
  if (rows.length > AT_ONCE) await nextRound();
  let next = openFrom(0);
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const these = await next;
    if (at + AT_ONCE < rows.length) {
      await nextTurn();
      next = openFrom(at + AT_ONCE);
    }
    parts.push(...codec.unpack(these));
  }
  return parts;
}

/** Seals a change and the state after it. */
async function sealedChange(
  sealer: Sealer,
  { of, change, before, codec }: {
    readonly of: CollectionOf;
    readonly codec: PartCodec;
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
    ? await sealJson(sealer, change.deletedKeys ?? [], associatedWithDeleted(of, version))
    : null;
  const parts: PartWrite[] = [];
  // One after another: a reader who waits for an answer comes in between.
  for (const part of change.parts) {
    const packed = await inTurns(codec.pack(part), { nextTurn });
    parts.push(await sealedPart(sealer, packed, { of, mark, part: part.part }));
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
  const state = await sealJson(sealer, sealed, associatedWithCollection(of, "state"));
  return { mark, state, deleted, parts };
}

async function sealedPart(
  sealer: Sealer,
  { head, onDemand }: PackedPart,
  { of, mark: { epoch, version }, part }: {
    readonly of: CollectionOf;
    readonly mark: CollectionMark;
    readonly part: string;
  },
): Promise<PartWrite> {
  const name = await sealer.pseudonymOf(associatedWithCollection(of, `part ${part}`));
  const body = await sealer.seal(head, associatedWithPart(of, name, version));
  // Otherwise as much as is being stored is held once more until garbage is collected. In the
  // memory of one process nothing is sealed: then it is what is kept.
  if (body.buffer !== head.buffer) head.buffer.transfer(0);
  const side = Object.entries(onDemand).map(async ([blob, bytes]) => ({
    name: await sidePseudonym(sealer, of, { part: name, blob }),
    body: await sealer.seal(bytes, associatedWithSide(of, { part: name, blob, epoch, version })),
  }));
  return { name, body, onDemand: await Promise.all(side) };
}

function sidePseudonym(
  sealer: Sealer,
  of: CollectionOf,
  { part, blob }: { readonly part: string; readonly blob: string },
): Promise<string> {
  return sealer.pseudonymOf(associatedWithCollection(of, `side ${part} ${blob}`));
}

/** With the epoch: of one that was emptied meanwhile the versions are counted from one again. */
function associatedWithSide(
  of: CollectionOf,
  { part, blob, epoch, version }: CollectionMark & {
    readonly part: string;
    readonly blob: string;
  },
): string {
  return associatedWithCollection(of, `side ${part} ${blob} ${epoch} ${version}`);
}

function associatedWithPart(of: CollectionOf, name: string, version: number): string {
  return associatedWithCollection(of, `part ${name} ${version}`);
}

function associatedWithDeleted(of: CollectionOf, version: number): string {
  return associatedWithCollection(of, `deleted ${version}`);
}

/**
 * Makes an epoch that no collection has had.
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
