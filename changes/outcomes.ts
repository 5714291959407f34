import { foldName } from "../domain/base/fold_text.ts";
import {
  asksNothing,
  asStored,
  byImportKey,
  importKey,
  mapWithLeader,
  otherSideOf,
  outcomeOf,
  withPayeeId,
} from "./compare.ts";
import { holds } from "./fields.ts";
import type { JournalStep, JournalTarget } from "./journal.ts";
import type { CurrentRecord, Evidence } from "./records.ts";

/**
 * Resolves a step's unknown outcomes; returns the step itself if nothing was learned. As long as a
 * request could still reach YNAB late, we can't be certain that the outcome is `not_done`.
 */
export type ResolveOutcome = (step: JournalStep, evidence: Evidence) => JournalStep;

/**
 * The outcome of an update or deletion depends on whether the record matches `before` or `after`.
 * If YNAB created a transfer's second side (the follower), the first side (the leader) contains the
 * follower's id.
 */
export const byRecord: ResolveOutcome = (step, { records }) => {
  if (records === undefined) return step;
  const leaderOf = ({ id }: JournalTarget): CurrentRecord | undefined => records.get(id);
  const targets = mapWithLeader(step.targets, leaderOf, (target, leader): JournalTarget => {
    if (target.outcome !== "unknown") return target;
    const isCreated = target.isFollower === true && target.before === null;
    const id = (isCreated && leader !== undefined ? otherSideOf({ ...leader }, target) : null) ??
      target.id;
    const record = records.get(id) ?? null;
    const outcome = outcomeOf(target, record);
    if (outcome === "done" && record !== null) return doneAs({ ...target, id }, record);
    return id === target.id && outcome === "unknown" ? target : { ...target, id, outcome };
  });
  // A record whose values don't change can't show whether the request arrived.
  const isNotDone = targets.some((one) => !asksNothing(one)) &&
    targets.every((one) => asksNothing(one) || one.outcome === "not_done");
  return withTargets(
    step,
    isNotDone ? targets.map((one) => ({ ...one, outcome: "not_done" })) : targets,
  );
};

function doneAs(target: JournalTarget, record: CurrentRecord): JournalTarget {
  const { id } = record;
  return { ...target, id, after: withPayeeId(target, { ...record }), outcome: "done" };
}

export function withTargets(step: JournalStep, targets: readonly JournalTarget[]): JournalStep {
  return targets.every((target, at) => target === step.targets[at]) ? step : { ...step, targets };
}

/**
 * Finds a newly created category, group or schedule among all records. A record counts as created
 * if it is the only new record with all the requested fields. The record's name may differ from the
 * requested one in letter case.
 */
export const byOnlyMatch: ResolveOutcome = (step, { records }) => {
  if (records === undefined) return step;
  const similar = step.targets.map(({ after, lookedAlike = [] }) => {
    const { name = null, ...fields } = after ?? {};
    return records.all().filter((one) =>
      !lookedAlike.includes(one.id) && holds(fields, one) &&
      (name === null || "name" in one && foldName(String(one.name)) === foldName(String(name)))
    );
  });
  const targets = step.targets.map((target, at): JournalTarget => {
    const [only, ...others] = similar[at] ?? [];
    const isFound = target.outcome === "unknown" && only !== undefined && others.length === 0;
    return isFound ? doneAs(target, only) : target;
  });
  const resolved = withTargets(step, targets);
  return similar.some(({ length }) => length > 0) ? resolved : withoutLost(resolved);
};

/**
 * Among the transactions added since a change, finds the ones that the change was meant to create.
 */
export const amongAdded: ResolveOutcome = (step, { sinceAbsent }) => {
  if (sinceAbsent === null) return step;
  const { imported, entered } = withImports(step, sinceAbsent);
  const known = new Set(imported.targets.map(({ id }) => id));
  const resolved = createdTransactions(
    { ...step, targets: entered },
    sinceAbsent.filter(({ id }) => !known.has(id)),
  );
  const settled = withoutLost(resolved).targets;
  return withTargets(
    imported,
    imported.targets.map((target) => settled[entered.indexOf(target)] ?? target),
  );
};

/**
 * Resolves targets that have import ids. `entered` contains the targets without an import id, which
 * can be identified only by their fields.
 */
function withImports(
  step: JournalStep,
  added: readonly CurrentRecord[],
): { readonly imported: JournalStep; readonly entered: readonly JournalTarget[] } {
  const imports = byImportKey(added);
  const entered: JournalTarget[] = [];
  const leaderOf = ({ after }: JournalTarget): CurrentRecord | null | undefined => {
    const key = importKey(after);
    return key === null ? undefined : imports.get(key) ?? null;
  };
  const targets = mapWithLeader(step.targets, leaderOf, (target, leader): JournalTarget => {
    if (leader === undefined && target.outcome === "unknown") entered.push(target);
    if (leader === undefined || target.outcome !== "unknown") return target;
    if (leader === null) return { ...target, outcome: "not_done" };
    if (target.isFollower !== true) {
      return { ...target, id: leader.id, after: asStored(target, { ...leader }), outcome: "done" };
    }
    const id = otherSideOf({ ...leader }, target);
    return id === null ? target : { ...target, id, outcome: "done" };
  });
  return { imported: withTargets(step, targets), entered };
}

/**
 * Treats added transactions as created by the change only if they have all the requested values.
 * Otherwise, stores in each target the ids of added transactions that have the target's account,
 * date and amount.
 */
function createdTransactions(step: JournalStep, added: readonly CurrentRecord[]): JournalStep {
  const free = new Set(added);
  const found: JournalTarget[] = [];
  for (const { lookAlikes: _, ...target } of step.targets) {
    const one = [...free].find((record) => holds(target.after, record));
    if (one === undefined) return withLookAlikes(step, added);
    free.delete(one);
    found.push(doneAs(target, one));
  }
  const isAmbiguous = [...free].some((record) =>
    step.targets.some(({ after }) => holds(after, record))
  );
  return isAmbiguous ? withLookAlikes(step, added) : { ...step, targets: found };
}

/** Fields that identify a transaction even if its other fields were changed later. */
const KNOWN_BY: readonly string[] = ["account_id", "date", "amount"];

function withLookAlikes(step: JournalStep, added: readonly CurrentRecord[]): JournalStep {
  const targets = step.targets.map((target): JournalTarget => {
    const { lookAlikes: noted = [], ...rest } = target;
    const known = Object.fromEntries(
      Object.entries(target.after ?? {}).filter(([name]) => KNOWN_BY.includes(name)),
    );
    const ids = added.filter((record) => holds(known, record)).map(({ id }) => id);
    if (ids.join() === noted.join()) return target;
    return ids.length === 0 ? rest : { ...rest, lookAlikes: ids };
  });
  return withTargets(step, targets);
}

/**
 * If re-created records didn't show up in YNAB in time, marks their re-creation as not done, so
 * that the undo can be retried.
 */
function withoutLost(step: JournalStep): JournalStep {
  const isLost = ({ outcome, recreates, lookAlikes }: JournalTarget): boolean =>
    outcome === "unknown" && recreates !== undefined && lookAlikes === undefined;
  // One request creates all the transactions, so either none arrived or all did.
  const created = step.targets.filter(({ outcome }) => outcome === "unknown");
  if (created.length === 0 || !created.every(isLost)) return step;
  return withTargets(
    step,
    step.targets.map((one) => isLost(one) ? { ...one, outcome: "not_done" } : one),
  );
}
