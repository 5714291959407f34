/**
 * Resolves a step that may have been applied, within the call: by reading its targets again.
 *
 * @module
 */

import { UpstreamError } from "../../client/upstream_error.ts";
import type { Fields, ReadTargets, Target } from "../change.ts";
import { holds } from "../field_equality.ts";
import type { JournalTarget } from "../journal.ts";

/** Finds out what came of targets; everything is unknown where nobody can read them. */
export type Reread = (targets: readonly Target[]) => Promise<readonly JournalTarget[]>;

/**
 * Makes a change's way to find out what came of a step.
 *
 * @param readTargets Reads the targets; absent when the tool's reads don't show them.
 * @param onFault Hears of a read that failed by a fault of our own.
 * @returns Gives each target with what came of it.
 */
export function rereadTargets(
  readTargets: ReadTargets | undefined,
  onFault?: (error: unknown) => void,
): Reread {
  return async (targets) => {
    const found = await readNow(readTargets, targets, onFault);
    return targets.map((target) => withOutcomeNow(target, found));
  };
}

/**
 * Reads targets as they are now. A read that fails has seen nothing.
 *
 * @param readTargets Reads them; absent where nobody can.
 * @param targets What is to be read.
 * @param onFault Hears of a read that failed by a fault of our own, and not of upstream's.
 * @returns What was seen, by id.
 */
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

/**
 * Tells what came of a target from what it is now.
 *
 * @param target What was to be changed.
 * @param found What was read, by id.
 * @returns The target; what was created has its own id.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const target = { id: "c", label: "Rent", before: { budgeted: 1 }, after: { budgeted: 2 } };
 * const outcome = (budgeted: number) =>
 *   withOutcomeNow(target, new Map([["c", { budgeted }]])).outcome;
 * assertEquals([outcome(1), outcome(2), outcome(3)], ["not_done", "done", "unknown"]);
 * ```
 */
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
