import type { Fields } from "../changes/change.ts";
import {
  findSchedule,
  frequencyWarnings,
  type KnownSchedule,
  scheduleFields,
} from "../changes/rules/schedules.ts";
import { payeeWords, scheduleLabel } from "../domain/plan/transaction_label.ts";
import { liveLines } from "../domain/base/plan_records.ts";
import { changeInput, changeOutput, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Delete a schedule",
  description: "Deletes a scheduled transaction but keeps transactions already entered from it. " +
    "Use edit_scheduled_transaction for changes.",
  profiles: ["complete"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "list_scheduled_transactions", args: {} }],
    args: { scheduled_id: "=list_scheduled_transactions.occurrences.0.scheduled_id" },
  },
};

export const schema = {
  input: changeInput({ scheduled_id: reference }),
  output: changeOutput,
};

export const reads = ["getScheduledTransactions"] as const;
export const writes = ["deleteScheduledTransaction"] as const;

export async function handler(
  { plan_id: planId, scheduled_id: reference }: InputOf<typeof schema>,
  { fresh, change, moneyFormat }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  return await change(async () => {
    const schedule = findSchedule(reference, await fresh.getScheduledTransactions({ planId }));
    const { id, date_next, frequency, amount } = schedule;
    const label = scheduleLabel(schedule, moneyFormat(planId));
    const payee = payeeWords(schedule);
    return {
      draft: {
        summary: `Delete the scheduled transaction for ${payee}, next due on ${date_next}`,
        done: `Deleted the scheduled transaction for ${payee}, next due on ${date_next}`,
        preview: [{ id, label, field: "schedule", before: "created", after: "deleted", amount }],
        warnings: [
          `undo re-creates it with a new id${lostWords(schedule)}`,
          ...frequencyWarnings(frequency, null),
        ],
        steps: [{
          operation: "deleteScheduledTransaction",
          args: { planId, scheduledTransactionId: id },
          targets: [{ id, label, before: fieldsOf(schedule), after: null }],
        }],
      },
    };
  });
}

/** Describes what undo can't restore when it re-creates the deleted scheduled transaction. */
function lostWords(schedule: KnownSchedule): string {
  const parts = [
    ...(schedule.date_first === schedule.date_next ? [] : ["its first date"]),
    ...(liveLines(schedule).length === 0 ? [] : ["its split lines"]),
  ];
  return parts.length === 0 ? "" : `, without ${parts.join(" or ")}`;
}

/**
 * Returns the restorable fields of a scheduled transaction. A split scheduled transaction has
 * categories only on its split lines.
 */
function fieldsOf(schedule: KnownSchedule): Fields {
  const { account_name: _, category_id = null, ...fields } = scheduleFields(schedule);
  return liveLines(schedule).length > 0 ? fields : { ...fields, category_id };
}
