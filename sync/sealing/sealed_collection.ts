/**
 * Collections as sealed parts. A sealed state names each part with its version, so that one
 * that is missing, or is an older one, does not pass for all.
 *
 * @module
 */

import { packPart, unpackParts } from "./pack_rows.ts";
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
import type { CollectionRow, CollectionRows, PartRow } from "./copy_rows.ts";
import { associatedWithCollection, collectionPseudonym } from "./pseudonyms.ts";
import { openJson, sealJson } from "./sealed_json.ts";
import { type Sealer, SealError } from "./sealer.ts";

/** Parts that are unpacked at once. */
const AT_ONCE = 16;

/** What sealed collections are kept with. */
export interface SealedCollectionsOptions {
  readonly rows: CollectionRows;
  readonly sealer: Sealer;
  /** Hears that a collection was incomplete or damaged: it is forgotten, and read anew. */
  readonly onDamaged: (name: CollectionName) => void;
}

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
  { rows, sealer, onDamaged }: SealedCollectionsOptions,
): Pick<CopyStore, "loadCollection" | "applyChange"> {
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
  return {
    async loadCollection(of, since): Promise<StoredCollection | null> {
      const name = await collectionPseudonym(sealer, of);
      const found = await rows.find(name, since);
      if (found === null) return null;
      try {
        return await opened(sealer, found, { of, since });
      } catch {
        // Nothing that can be read again is worth more than this.
        await rows.forget(name);
        onDamaged(of.name);
        return null;
      }
    },
    async applyChange(of, change): Promise<CollectionMark | null> {
      const { mark: seen, isWhole } = change;
      const before = seen === null ? null : await stateBefore(of, seen);
      if (seen !== null && before === null) return null;
      const sealed = await sealedChange(sealer, { of, change, before });
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
  const kept = isWhole ? ordered.filter(({ records }) => records.length > 0) : ordered;
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

/** Unpacks some parts while others are still being opened beside it. */
async function openParts(
  sealer: Sealer,
  rows: readonly PartRow[],
  of: CollectionOf,
): Promise<readonly StoredPart[]> {
  const opening = rows.map(({ name, version, body }) =>
    sealer.open(body, associatedWithPart(of, name, version))
  );
  const parts: StoredPart[] = [];
  // One that fails is told when its turn comes.
  for (const one of opening) one.catch(() => {});
  for (let at = 0; at < opening.length; at += AT_ONCE) {
    parts.push(...unpackParts(await Promise.all(opening.slice(at, at + AT_ONCE))));
  }
  return parts;
}

type SealedPart = Omit<PartRow, "version">;

/** Seals a change and the state after it. */
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
  readonly parts: readonly SealedPart[];
}> {
  const { mark: seen, isWhole } = change;
  const mark = { epoch: seen?.epoch ?? randomEpoch(), version: (seen?.version ?? 0) + 1 };
  const { version } = mark;
  const isDeletedNew = change.deletedKeys !== null || before === null;
  const deleted = isDeletedNew
    ? await sealJson(sealer, change.deletedKeys ?? [], associatedWithDeleted(of, version))
    : null;
  const parts: SealedPart[] = [];
  // One after another: a reader who waits for an answer comes in between.
  for (const part of change.parts) parts.push(await sealedPart(sealer, part, { of, version }));
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
  part: StoredPart,
  { of, version }: { readonly of: CollectionOf; readonly version: number },
): Promise<SealedPart> {
  const name = await sealer.pseudonymOf(associatedWithCollection(of, `part ${part.part}`));
  return { name, body: await sealer.seal(packPart(part), associatedWithPart(of, name, version)) };
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
