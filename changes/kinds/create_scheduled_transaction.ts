import type { ChangeKind } from "../kind.ts";
import { scheduleCreation } from "../steps/schedule_creation.ts";

/** A schedule that was created is deleted. */
export const kind: ChangeKind = {
  steps: { createScheduledTransaction: scheduleCreation },
};
