import { UpstreamError } from "../client/upstream_error.ts";
import type { Fields, ReadTargets, Target } from "./change.ts";
import { holds } from "./fields.ts";
import type { JournalTarget } from "./journal.ts";

/** Finds out what came of targets; everything is unknown where nobody can read them. */
export type Reread = (targets: readonly Target[]) => Promise<readonly JournalTarget[]>;

/** Makes a change's way to find out what came of a step. */
export function rereadTargets(
  readTargets: ReadTargets | undefined,
  onFault?: (error: unknown) => void,
): Reread {
  return async (targets) => {
    const found = await readNow(readTargets, targets, onFault);
    return targets.map((target) => withOutcomeNow(target, found));
  };
}

/** Reads targets as they are now. A read that fails has seen nothing. */
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

/** Tells what came of a target from what it is now. */
export function withOutcomeNow(
  target: Target,
  found: ReadonlyMap<string, Fields | null>,
): JournalTarget {
  const now = found.get(target.id);
  if (now === undefined) return { ...target, outcome: "unknown" };
  // First what it was: of a target that is told by more fields before than after,
  // the few may already have been so.
  if (holds(target.before, now)) return { ...target, outcome: "not_done" };
  if (!holds(target.after, now)) return { ...target, outcome: "unknown" };
  const id = now?.["id"];
  return { ...target, ...(typeof id === "string" ? { id } : {}), outcome: "done" };
}
