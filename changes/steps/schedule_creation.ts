import type { Fields, ReadTargets, Step, Target } from "../change.ts";
import { holds } from "../field_equality.ts";
import type { JournalStep, JournalTarget } from "../journal.ts";
import type { StepKind } from "../kind.ts";
import type { CurrentRecord } from "../outcome/evidence.ts";
import { withoutLost } from "./transaction_creation.ts";
import { backwards, type Reverted } from "../undo/way_back.ts";

/** Schedules that were created are deleted. */
export const scheduleCreation: StepKind = {
  records: "schedules",
  resolve: (step, { news: { allSchedules }, mayComeLate }) => {
    if (allSchedules === undefined) return step;
    const schedules = allSchedules();
    const resolved = createdSchedules(step, schedules);
    // Where several might be it, nobody knows.
    const isSeen = step.targets.some((target) => looksLike(target, schedules).length > 0);
    return mayComeLate || isSeen ? resolved : withoutLost(resolved);
  },
  undo: {
    operation: "deleteScheduledTransaction",
    needsCategories: () => false,
    previewLine: { field: "schedule", before: "created", after: "deleted" },
    warnings: ["a payee that came with the schedule stays in the list of payees"],
    steps: (reverted, planId) => reverted.map((one) => deletion(one, planId)),
    afterwards: () => Promise.resolve(""),
  },
};

/**
 * Finds the schedule that a lost answer may have created: the only one with all of its
 * fields, but for those that were there before.
 */
function createdSchedule(
  target: Pick<Target, "after" | "lookedAlike">,
  schedules: readonly CurrentRecord[],
): CurrentRecord | null {
  const found = looksLike(target, schedules);
  return found.length === 1 ? found[0] ?? null : null;
}

function looksLike(
  { after, lookedAlike = [] }: Pick<Target, "after" | "lookedAlike">,
  schedules: readonly CurrentRecord[],
): readonly CurrentRecord[] {
  return schedules.filter((one) => !lookedAlike.includes(one.id) && holds(after, one));
}

/** Makes a way to see what came of changes of schedules. */
export function scheduleReads(
  read: () => Promise<{ readonly live: readonly CurrentRecord[] }>,
): ReadTargets {
  return async (targets) => {
    const { live } = await read();
    const byId = new Map(live.map((one) => [one.id, one]));
    return new Map(targets.flatMap((target): readonly [string, Fields | null][] => {
      const isCreated = target.before === null;
      const found = isCreated ? createdSchedule(target, live) : byId.get(target.id) ?? null;
      // What is not there yet may still come.
      return isCreated && found === null ? [] : [[target.id, found as Fields | null]];
    }));
  };
}

function createdSchedules(step: JournalStep, schedules: readonly CurrentRecord[]): JournalStep {
  const targets = step.targets.map((target): JournalTarget => {
    const found = target.outcome === "unknown" ? createdSchedule(target, schedules) : null;
    return found === null ? target : { ...target, id: found.id, outcome: "done" };
  });
  return targets.every((target, at) => target === step.targets[at]) ? step : { ...step, targets };
}

function deletion({ target }: Reverted, planId: string): Step<"deleteScheduledTransaction"> {
  return {
    operation: "deleteScheduledTransaction",
    args: { planId, scheduledTransactionId: target.id },
    targets: [{ ...backwards(target), after: null }],
  };
}
