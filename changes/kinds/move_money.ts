import type { ChangeKind } from "../kind.ts";
import { monthAmount } from "../steps/month_amount.ts";

/** Both sides get their former amounts back, or none. */
export const kind: ChangeKind = {
  steps: { updateMonthCategory: monthAmount },
  isWhole: true,
};
