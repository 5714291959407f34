import type { SaveScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Fields, Step } from "../change.ts";
import type { StepKind } from "../kind.ts";
import { withoutNames } from "../named_fields.ts";
import { compareTargets } from "../outcome/compare_targets.ts";
import { backwards, type Reverted } from "../undo/way_back.ts";

/** Schedules go back one by one. */
export const scheduleUpdate: StepKind = {
  records: "schedules",
  resolve: (step, evidence) => compareTargets(step, evidence.news.schedules, evidence),
  undo: {
    operation: "updateScheduledTransaction",
    needsCategories: (steps) =>
      steps.some(({ targets }) => targets.some(({ before }) => "category_id" in (before ?? {}))),
    expected: ({ after }) => withoutNames(after ?? {}),
    steps: (reverted, planId) => reverted.map((one) => stepBack(one, planId)),
    afterwards: () => Promise.resolve(""),
  },
};

/**
 * Gives what is sent of a schedule: its account and next date always, of the rest what
 * changes.
 */
export function savedSchedule(fields: Fields, now: Fields): SaveScheduledTransaction {
  const { account_id, date_next, transfer_account_id: _, ...rest } = withoutNames(fields);
  return {
    account_id: String(account_id ?? now["account_id"]),
    date: String(date_next ?? now["date_next"]),
    ...rest,
  };
}

function stepBack(
  { target, now }: Reverted,
  planId: string,
): Step<"updateScheduledTransaction"> {
  const { id, before } = target;
  return {
    operation: "updateScheduledTransaction",
    args: {
      planId,
      scheduledTransactionId: id,
      scheduledTransaction: savedSchedule(before ?? {}, now ?? {}),
    },
    targets: [backwards(target)],
  };
}
