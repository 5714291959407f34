/**
 * The copy of one owner in memory.
 *
 * @module
 */

import type {
  CollectionRow,
  CollectionRows,
  CollectionWrite,
  CopyRows,
  MonthRow,
  MonthRows,
} from "../sealing/copy_rows.ts";
import type { Bytes } from "../sealing/sealer.ts";
import type { CollectionMark } from "../store.ts";

interface KeptPart {
  readonly version: number;
  /** `null` where a whole write has left it out. */
  readonly body: Bytes | null;
}

interface KeptCollection {
  readonly mark: CollectionMark;
  readonly isForgotten: boolean;
  readonly state: Bytes;
  readonly deleted: Bytes;
  readonly parts: ReadonlyMap<string, KeptPart>;
}

/**
 * Makes an empty copy.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(await createMemoryCopyRows().loadPlans(), null);
 * ```
 */
export function createMemoryCopyRows(): CopyRows {
  const collections = new Map<string, KeptCollection>();
  const months = new Map<string, Map<string, MonthRow>>();
  const reserved = new Map<string, Bytes[]>();
  const touches = new Map<string, number>();
  let plans: Bytes | null = null;
  return {
    collections: collectionRows(collections),
    months: monthRows(months),
    loadPlans: () => plans,
    savePlans(body): void {
      plans = body;
    },
    forgetPlan(plan, forgotten): void {
      months.delete(plan);
      for (const { name, epoch } of forgotten) {
        const kept = collections.get(name);
        if (kept === undefined) continue;
        const mark = { epoch, version: kept.mark.version };
        collections.set(name, { ...kept, mark, isForgotten: true });
      }
    },
    addReservedIds(plan, body): void {
      reserved.set(plan, [...reserved.get(plan) ?? [], body]);
    },
    reservedIds: (plan) => reserved.get(plan) ?? [],
    touch(plan): number {
      const next = (touches.get(plan) ?? 0) + 1;
      touches.set(plan, next);
      return next;
    },
    look: (plan, seen) => ({
      touches: touches.get(plan) ?? 0,
      moved: seen.flatMap(({ name, mark }) => {
        const kept = collections.get(name);
        return kept === undefined || isSameMark(kept.mark, mark)
          ? []
          : { ...rowOf(kept, mark), name };
      }),
    }),
  };
}

function collectionRows(collections: Map<string, KeptCollection>): CollectionRows {
  return {
    find(name, since): CollectionRow | null {
      const kept = collections.get(name);
      return kept === undefined ? null : rowOf(kept, since);
    },
    stateAt(name, mark): Bytes | null {
      const kept = collections.get(name);
      return isSameMark(kept?.mark ?? null, mark) ? kept?.state ?? null : null;
    },
    write(name, change): boolean {
      const kept = collections.get(name);
      if (!isSameMark(kept?.mark ?? null, change.seen)) return false;
      collections.set(name, written(kept, change));
      return true;
    },
    forget: (name) => void collections.delete(name),
  };
}

function rowOf(
  { mark, isForgotten, state, deleted, parts }: KeptCollection,
  since: CollectionMark | null,
): CollectionRow {
  const newer = [...parts].filter(([, { version }]) =>
    since !== null && since.epoch === mark.epoch && version > since.version
  );
  // Nothing tells the reader which part it was that is no more.
  const isWhole = since?.epoch !== mark.epoch || newer.some(([, { body }]) => body === null);
  const rows = (isWhole ? [...parts] : newer).flatMap(([name, { version, body }]) =>
    body === null ? [] : { name, version, body }
  );
  return { mark, isForgotten, state, deleted, parts: rows, isWhole };
}

function written(
  kept: KeptCollection | undefined,
  { mark, isWhole, state, deleted, parts }: CollectionWrite,
): KeptCollection {
  const { version } = mark;
  const left = [...kept?.parts ?? []].map(([name, part]): [string, KeptPart] => [
    name,
    isWhole && part.body !== null ? { version, body: null } : part,
  ]);
  const next = new Map(left);
  for (const { name, body } of parts) next.set(name, { version, body });
  const kind = deleted ?? kept?.deleted ?? new Uint8Array();
  return { mark, isForgotten: false, state, deleted: kind, parts: next };
}

function monthRows(months: Map<string, Map<string, MonthRow>>): MonthRows {
  const ofPlan = (plan: string): Map<string, MonthRow> => months.get(plan) ?? new Map();
  return {
    find({ plan, name }, readAfter): MonthRow | null {
      const row = ofPlan(plan).get(name);
      return row !== undefined && row.readAt > readAfter ? row : null;
    },
    save(plan, month): void {
      months.set(plan, ofPlan(plan).set(month.name, month));
    },
    list: (plan) => [...ofPlan(plan).values()],
    note(plan, { changed, askedAt, knowledge, standing }): void {
      const rows = ofPlan(plan);
      for (const name of changed) {
        if ((rows.get(name)?.readAt ?? Infinity) <= askedAt) rows.delete(name);
      }
      for (const { name, from, to } of standing) {
        const row = rows.get(name);
        if (row?.taggedDay === from) rows.set(name, { ...row, knowledge, taggedDay: to });
      }
    },
  };
}

function isSameMark(one: CollectionMark | null, other: CollectionMark | null): boolean {
  return one?.epoch === other?.epoch && one?.version === other?.version;
}
