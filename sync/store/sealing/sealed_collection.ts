import { nextTurn } from "../../../client/timers.ts";
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
import { bytesOfPart, partOfBytes } from "./part_bytes.ts";
import { associatedWithCollection, collectionPseudonym } from "./pseudonyms.ts";
import { openJson, sealJson } from "./sealed_json.ts";
import { type Sealer, SealError } from "./sealer.ts";

/** To pack so many takes a turn of the event loop. */
const MANY_BYTES = 100_000;

/** What sealed collections are kept with. */
export interface SealedCollectionsOptions {
  readonly rows: CollectionRows;
  readonly sealer: Sealer;
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

/** Seals collections. */
export function sealedCollections(
  { rows, sealer, onDamaged }: SealedCollectionsOptions,
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
  const openMoved: OpenMoved = async (of, since, found) => {
    try {
      return await opened(sealer, found, { of, since });
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
  const kept = isWhole
    ? ordered.filter(({ keys, bytes }) => keys.length > 0 || bytes !== undefined)
    : ordered;
  const mark = { epoch, version };
  const whole = { mark, state: sealed.state, isWhole, isForgotten };
  if (!isForgotten) return { ...whole, parts: kept, deletedKeys };
  const keys = kept.flatMap((part) => part.keys);
  // What packs itself knows its keys alone.
  const parts = kept.filter(({ bytes }) => bytes !== undefined);
  return { ...whole, parts, deletedKeys: [...deletedKeys ?? [], ...keys] };
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
  const state = await sealJson(sealer, sealed, associatedWithCollection(of, "state"));
  return { mark, state, deleted, parts };
}

function associatedWithPart(of: CollectionOf, name: string, version: number): string {
  return associatedWithCollection(of, `part ${name} ${version}`);
}

function associatedWithDeleted(of: CollectionOf, version: number): string {
  return associatedWithCollection(of, `deleted ${version}`);
}

/** Makes an epoch that no collection has had. */
export function randomEpoch(): string {
  return globalThis.crypto.randomUUID();
}
