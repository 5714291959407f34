import { UpstreamError } from "../client/upstream_error.ts";
import type { DirectReads } from "../sync/plan/reads.ts";
import type { Fields, ReadTargets, Target } from "./change.ts";
import {
  asStored,
  byImportKey,
  compareTarget,
  importIdOf,
  importKey,
  mapWithLeader,
  otherSideOf,
  outcomeOf,
} from "./compare.ts";
import type { JournalStep, JournalTarget } from "./journal.ts";
import { OPERATIONS } from "./operations.ts";
import { type CurrentRecord, readRecords, READS, type RecordReads } from "./records.ts";

/** How a change's targets are re-read; what the tool doesn't read is absent. */
export interface RereadOptions {
  readonly readTargets?: ReadTargets | undefined;
  /** Re-reads transactions, for changes without `readTargets`. */
  readonly readTransactions?: ReadTargets | undefined;
  /** Called if a read fails because of an internal error. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

export interface FollowerSource extends Pick<DirectReads, "getTransactions"> {
  readonly planId: string;
  /** The latest server knowledge; `null` before the first read. */
  readonly knowledge: number | null;
}

/**
 * Re-reads transactions just after a write, with a delta since the plan's last read. Transactions
 * that aren't in it are unchanged.
 */
export function followerReads(
  { planId, getTransactions, knowledge }: FollowerSource,
): ReadTargets {
  return async (targets) => {
    const since = knowledge === null ? {} : { knowledge };
    const { live, deletedIds } = await getTransactions({ planId, ...since });
    const moved = new Map(live.map((one) => [one.id, one]));
    return new Map(targets.flatMap(({ id, before }): readonly [string, Fields | null][] => {
      const now = moved.get(id);
      if (now !== undefined) return [[id, plainFields(now)]];
      if (deletedIds.has(id)) return [[id, null]];
      return before === null ? [] : [[id, before]];
    }));
  };
}

/** Returns plain fields, plus the lines for comparing splits. */
function plainFields(record: object): Fields {
  return Object.fromEntries(
    Object.entries(record).filter(([name, value]) =>
      typeof value !== "object" || value === null || name === "subtransactions"
    ),
  );
}

/**
 * Re-reads transactions by id, and created ones by their import ids. One without an import id may
 * be any of several.
 */
export function importReads(
  read: () => Promise<readonly CurrentRecord[]>,
): ReadTargets {
  return async (targets) => {
    const isKnown = targets.some(({ before, after }) =>
      before !== null || importKey(after) !== null
    );
    if (!isKnown) return new Map();
    const live = await read();
    const byId = new Map(live.map((one) => [one.id, one]));
    const imports = byImportKey(live);
    const recordOf = ({ id, before, after }: Target): CurrentRecord | null | undefined => {
      if (before !== null) return byId.get(id) ?? null;
      const key = importKey(after);
      return key === null ? undefined : imports.get(key) ?? null;
    };
    return new Map(
      mapWithLeader(targets, recordOf, (target, leader): readonly [string, Fields | null][] => {
        const { id, before, isFollower } = target;
        if (leader === undefined) return [];
        if (isFollower !== true || before !== null) {
          return [[id, asPlain(recordOf(target) ?? null)]];
        }
        const otherId = leader === null ? null : otherSideOf({ ...leader }, target);
        return [[id, asPlain(byId.get(otherId ?? "") ?? null)]];
      }).flat(),
    );
  };
}

function asPlain(record: object | null): Fields | null {
  return record === null ? null : plainFields(record);
}

/** Reads the current targets. A failed read returns nothing. */
export async function readNow(
  readTargets: ReadTargets | undefined,
  targets: readonly Target[],
  onFault?: (error: unknown) => void,
): Promise<ReadonlyMap<string, Fields | null>> {
  try {
    return await readTargets?.(targets) ?? new Map();
  } catch (error) {
    if (!(error instanceof UpstreamError)) onFault?.(error);
    return new Map();
  }
}

/** Re-reads targets and derives their outcomes; unknown for those not read. */
export async function targetsAsRead(
  targets: readonly Target[],
  { readTargets, onFault }: RereadOptions,
): Promise<readonly JournalTarget[]> {
  const found = await readNow(readTargets, targets, onFault);
  return targets.map((target) => targetAsRead(target, found));
}

export function targetAsRead(
  target: Target,
  found: ReadonlyMap<string, Fields | null>,
): JournalTarget {
  const now = found.get(target.id);
  if (importIdOf(target) !== null && typeof now?.["id"] === "string") {
    return { ...target, id: now["id"], after: asStored(target, now), outcome: "done" };
  }
  const outcome = now === undefined ? "unknown" : outcomeOf(compareTarget(target, now));
  const id = outcome === "done" ? now?.["id"] : undefined;
  return { ...target, ...(typeof id === "string" ? { id } : {}), outcome };
}

/**
 * Re-reads the records of a step by id, and created ones by what identifies them; `undefined` if
 * the tool doesn't read them. Transactions wait for their next read.
 */
export function recordRereads(
  { operation, month }: Pick<JournalStep, "operation" | "month">,
  { planId, reads }: { readonly planId: string; readonly reads: RecordReads },
): ReadTargets | undefined {
  const { records: kind, outcome } = OPERATIONS[operation];
  if (kind === null || kind === "transactions" || !(READS[kind] in reads)) {
    return undefined;
  }
  const needed = { records: new Set([kind]), months: month === null ? [] : [month] };
  return async (targets) => {
    const records = (await readRecords(needed, { planId, reads })).read(kind, month);
    if (records === undefined) return new Map();
    const asked = targets.map((target) => ({ ...target, outcome: "unknown" as const }));
    const step = { operation, month, targets: asked };
    const { targets: found } = outcome(step, { records, sinceAbsent: null });
    return new Map(targets.flatMap(({ id, before }, at): readonly [string, Fields | null][] => {
      const now = (records.get(found[at]?.id ?? id) ?? null) as Fields | null;
      // A missing created record may still appear.
      return before === null && now === null ? [] : [[id, now]];
    }));
  };
}
