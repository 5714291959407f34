import type { ChangeKind } from "../kind.ts";
import { monthAmount } from "../steps/month_amount.ts";

/** All categories get their former amounts back, or none does. */
export const kind: ChangeKind = {
  steps: { updateMonthCategory: monthAmount },
  isWhole: true,
};
