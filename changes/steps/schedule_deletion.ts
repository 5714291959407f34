import type { Step } from "../change.ts";
import { holds } from "../field_equality.ts";
import type { StepKind } from "../kind.ts";
import { withoutNames } from "../named_fields.ts";
import { withOutcomes } from "../outcome/compare_targets.ts";
import type { KnownRecords, Reverted } from "../undo/way_back.ts";
import { savedSchedule } from "./schedule_update.ts";

/** Schedules that were deleted are created once more. */
export const scheduleDeletion: StepKind = {
  records: "schedules",
  resolve: (step, evidence) => {
    const { schedules } = evidence.news;
    if (schedules === undefined) return step;
    return withOutcomes(step, ({ id }) => schedules.get(id) ? "not_done" : "done", evidence);
  },
  undo: {
    operation: "createScheduledTransaction",
    needsCategories: (steps) =>
      steps.some(({ targets }) =>
        targets.some(({ before }) => typeof before?.["category_id"] === "string")
      ),
    previewLine: { field: "schedule", before: "deleted", after: "created" },
    steps: (reverted, planId, known) => reverted.map((one) => creation(one, planId, known)),
    afterwards: () => Promise.resolve(""),
  },
};

function creation(
  { target }: Reverted,
  planId: string,
  { schedules }: KnownRecords,
): Step<"createScheduledTransaction"> {
  const { id, label, before } = target;
  const after = withoutNames(before ?? {});
  return {
    operation: "createScheduledTransaction",
    args: { planId, scheduledTransaction: savedSchedule(after, after) },
    targets: [{
      id,
      label,
      before: null,
      after,
      recreates: id,
      lookedAlike: schedules.filter((one) => holds(after, one)).map((one) => one.id),
    }],
  };
}
