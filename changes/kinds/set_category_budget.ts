import type { ChangeKind } from "../kind.ts";
import { monthAmount } from "../steps/month_amount.ts";

/** The month gets its former amount back. */
export const kind: ChangeKind = {
  steps: { updateMonthCategory: monthAmount },
};
