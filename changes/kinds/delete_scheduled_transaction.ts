import { liveLines } from "../../domain/plan/split_lines.ts";
import { scheduleLabel } from "../../domain/plan/schedule_label.ts";
import { payeeWords } from "../../domain/plan/transaction_label.ts";
import type { ChangeDraft, Fields } from "../change.ts";
import { scheduleFields } from "../rules/edited_schedule.ts";
import { type KnownSchedule, meantSchedule, type SchedulePlan } from "../rules/schedule_plan.ts";
import { frequencyWarnings } from "../rules/schedule_rules.ts";
import { scheduleReads } from "../schedule_records.ts";

/**
 * Proposes to delete a schedule.
 *
 * @throws {ToolError} `invalid_input` when there is none.
 */
export function scheduleDeletionDraft(
  reference: string,
  plan: Pick<SchedulePlan, "planId" | "schedules" | "format" | "rereadSchedules">,
): ChangeDraft<"deleteScheduledTransaction"> {
  const schedule = meantSchedule(reference, plan);
  const { id, date_next, frequency, amount } = schedule;
  const label = scheduleLabel(schedule, plan.format);
  const payee = payeeWords(schedule);
  return {
    summary: `Delete the schedule of ${payee}, which then does not come on ${date_next}`,
    done: `Deleted the schedule of ${payee}, which would have come on ${date_next}`,
    preview: [{
      id,
      label,
      field: "schedule",
      before: "created",
      after: "deleted",
      amount,
    }],
    warnings: [
      `undoing creates it under a new id${lost(schedule)}`,
      ...frequencyWarnings(frequency, null),
    ],
    steps: [{
      operation: "deleteScheduledTransaction",
      args: { planId: plan.planId, scheduledTransactionId: id },
      targets: [{ id, label, before: fieldsOf(schedule), after: null }],
    }],
    irreversible: null,
    undoRequests: 1,
    readTargets: scheduleReads(plan.rereadSchedules),
  };
}

/** What a schedule that is created once more can't have. */
function lost(schedule: KnownSchedule): string {
  const parts = [
    ...(schedule.date_first === schedule.date_next ? [] : ["its first date"]),
    ...(liveLines(schedule).length === 0 ? [] : ["its split lines"]),
  ];
  return parts.length === 0 ? "" : `, without ${parts.join(" and ")}`;
}

/** What creates it once more: names follow from ids, the category of a split from its lines. */
function fieldsOf(schedule: KnownSchedule): Fields {
  const { account_name: _, payee_name: __, category_id = null, ...fields } = scheduleFields(
    schedule,
  );
  return liveLines(schedule).length > 0 ? fields : { ...fields, category_id };
}
