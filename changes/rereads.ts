import { UpstreamError } from "../client/upstream_error.ts";
import type { DirectReads } from "../sync/plan/reads.ts";
import type { Fields, ReadTargets, Target } from "./change.ts";
import { asStored, compareTarget, otherSideOf, outcomeOf } from "./compare.ts";
import { byImportKey, importIdOf, importKey } from "./import_ids.ts";
import type { JournalTarget } from "./journal.ts";
import type { CurrentRecord } from "./outcomes.ts";

export interface FollowerSource {
  readonly planId: string;
  readonly uncached: Pick<DirectReads, "getTransactions">;
  /** The latest server knowledge; `null` before the first read. */
  readonly knowledge: () => number | null;
}

/**
 * Re-reads transactions just after a write, with a delta since the plan's last read. Transactions
 * that aren't in it are unchanged.
 */
export function followerReads({ planId, uncached, knowledge }: FollowerSource): ReadTargets {
  return async (targets) => {
    const known = knowledge();
    const since = known === null ? {} : { knowledge: known };
    const { live, deletedIds } = await uncached.getTransactions({ planId, ...since });
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
    let leader: CurrentRecord | null | undefined;
    return new Map(targets.flatMap((target): readonly [string, Fields | null][] => {
      const { id, before, isFollower } = target;
      if (before !== null) return [[id, asPlain(leader = byId.get(id) ?? null)]];
      if (isFollower === true) {
        const otherId = leader ? otherSideOf({ ...leader }, target) : null;
        const other = byId.get(otherId ?? "");
        return leader === undefined ? [] : [[id, asPlain(other ?? null)]];
      }
      const key = importKey(target.after);
      leader = key === null ? undefined : imports.get(key) ?? null;
      return leader === undefined ? [] : [[id, asPlain(leader)]];
    }));
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
  { readTargets, onFault }: {
    readonly readTargets?: ReadTargets | undefined;
    readonly onFault?: (error: unknown) => void;
  },
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
