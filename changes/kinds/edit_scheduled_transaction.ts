import type { ChangeKind } from "../kind.ts";
import { scheduleUpdate } from "../steps/schedule_update.ts";

/** A schedule gets its former fields back. */
export const kind: ChangeKind = {
  steps: { updateScheduledTransaction: scheduleUpdate },
};
