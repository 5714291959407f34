import type { ChangeKind } from "../kind.ts";
import { scheduleDeletion } from "../steps/schedule_deletion.ts";

/** A schedule that was deleted is created once more. */
export const kind: ChangeKind = {
  steps: { deleteScheduledTransaction: scheduleDeletion },
};
