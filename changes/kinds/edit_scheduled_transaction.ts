import { fromMilliunits } from "../../domain/base/money.ts";
import { scheduleLabel } from "../../domain/plan/schedule_label.ts";
import { payeeWords } from "../../domain/plan/transaction_label.ts";
import type { ChangeDraft, Fields, FieldValue, PreviewLine, Proposal } from "../change.ts";
import { fieldWords, isSameValue, withoutNames } from "../fields.ts";
import {
  type AskedScheduleEdit,
  scheduleFields,
  wantedSchedule,
} from "../rules/edited_schedule.ts";
import { type KnownSchedule, meantSchedule, type SchedulePlan } from "../rules/schedule_plan.ts";
import { frequencyWarnings } from "../rules/schedule_rules.ts";
import { savedSchedule, scheduleReads } from "../schedule_records.ts";
import { categoryNames } from "../rules/category_finder.ts";

/**
 * Proposes the edit of a schedule; what it is already is left out.
 *
 * @throws {ToolError} `invalid_input`, naming everything that is refused.
 */
export function scheduleEditDraft(
  asked: AskedScheduleEdit,
  plan: SchedulePlan,
): Proposal<"updateScheduledTransaction"> {
  const schedule = meantSchedule(asked.scheduled_id, plan);
  const now = scheduleFields(schedule);
  const wanted = wantedSchedule(asked, schedule, plan);
  const changed = Object.keys(wanted).filter((name) => !isSameValue(wanted[name], now[name]));
  if (changed.length === 0) {
    return { stop: { status: "nothing_to_do", message: "The schedule is like that already" } };
  }
  const pick = (fields: Fields): Fields =>
    Object.fromEntries(
      changed.flatMap((name) => name in fields ? [[name, fields[name] ?? null]] : []),
    );
  const [before, after] = [beforeOf(pick(now), now), pick(wanted)];
  return { draft: draftOf(schedule, { before, after }, plan) };
}

/** The former payee is known by its id, whatever the new one is told by. */
function beforeOf(before: Fields, now: Fields): Fields {
  return "payee_name" in before ? { ...before, payee_id: now["payee_id"] ?? null } : before;
}

function draftOf(
  schedule: KnownSchedule,
  { before, after }: { readonly before: Fields; readonly after: Fields },
  plan: SchedulePlan,
): ChangeDraft<"updateScheduledTransaction"> {
  const { id, frequency, date_first, date_next } = schedule;
  const label = scheduleLabel(schedule, plan.format);
  const isMoved = "date_next" in after && date_first !== date_next;
  const isNewPayee = "payee_name" in after && !("payee_id" in after);
  const shown = Object.keys(after).filter((name) =>
    !["account_id", "payee_id", "transfer_account_id"].includes(name)
  );
  const preview = shown.map(
    linesOf({ id, label, amount: schedule.amount, before, after, plan }),
  );
  const fields = preview.map(({ field }) => field).join(", ");
  const what = `the schedule of ${payeeWords(schedule)}: ${fields}`;
  return {
    summary: `Edit ${what}`,
    done: `Edited ${what}`,
    preview,
    warnings: [
      ...frequencyWarnings(frequency, String(after["frequency"] ?? frequency)),
      ...(isMoved ? ["undoing gives the next date back, but not the first one"] : []),
      ...(isNewPayee
        ? ["a payee that is new stays in the list of payees, even when this is undone"]
        : []),
    ],
    steps: [{
      operation: "updateScheduledTransaction",
      args: {
        planId: plan.planId,
        scheduledTransactionId: id,
        scheduledTransaction: savedSchedule(after, scheduleFields(schedule)),
      },
      targets: [{
        id,
        label,
        before,
        after,
        ...("payee_name" in before ? { restore: withoutNames(before) } : {}),
      }],
    }],
    irreversible: null,
    undoRequests: 1,
    readTargets: scheduleReads(plan.rereadSchedules),
  };
}

function linesOf(
  { id, label, amount, before, after, plan }: {
    readonly id: string;
    readonly label: string;
    readonly amount: number;
    readonly before: Fields;
    readonly after: Fields;
    readonly plan: SchedulePlan;
  },
): (name: string) => PreviewLine {
  const nameOf = categoryNames(plan.categories);
  const words = (name: string, value: FieldValue): FieldValue => {
    if (name === "category_id") return nameOf(value === null ? null : String(value));
    return name === "amount" ? fromMilliunits(Number(value)) : value;
  };
  return (name) => ({
    id,
    label,
    field: name === "account_name" ? "account" : fieldWords(name),
    before: words(name, before[name] ?? null),
    after: words(name, after[name] ?? null),
    amount,
    ...(name === "memo" || name === "payee_name" ? { isOwnText: true } : {}),
  });
}
