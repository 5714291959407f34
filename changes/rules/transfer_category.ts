import type { Refusals } from "../../domain/base/tool_error.ts";
import type { AccountRecord, CategoryRecord } from "../../domain/base/plan_records.ts";
import { whyNotOnAccount } from "./new_transaction_rules.ts";

/**
 * Refuses a category where there is none, and its lack where one is needed: money that leaves the
 * budget, or comes into it, has one.
 */
export function refuseTransferCategory(
  { isAsked, from, to, category }: {
    readonly isAsked: boolean;
    readonly from: AccountRecord;
    readonly to: AccountRecord;
    readonly category: CategoryRecord | null;
  },
  refusals: Refusals,
): void {
  const own = from.on_budget ? from : to;
  if (from.on_budget === to.on_budget) {
    if (!isAsked) return;
    const why = own.on_budget
      ? "a transfer between budget accounts takes no category"
      : "a transfer between tracking accounts takes no category";
    refusals.add("category_id", `${why}: leave category_id out`);
  } else if (!isAsked) {
    refusals.add("category_id", "a transfer to or from a tracking account needs a category");
  } else {
    const why = category === null ? null : whyNotOnAccount(category, own);
    if (why !== null) refusals.add("category_id", why);
  }
}
