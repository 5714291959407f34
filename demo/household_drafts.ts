/**
 * Everything that happened in the household.
 *
 * @module
 */

import { allowanceDrafts } from "./household_allowance.ts";
import { billDrafts } from "./household_bill.ts";
import { BILLS } from "./household_bills.ts";
import { BILLS_ABROAD } from "./household_bills_abroad.ts";
import type { Draft } from "./household_draft.ts";
import { everydayDrafts } from "./household_everyday.ts";
import { FAMILY } from "./household_family.ts";
import { flaggedDrafts } from "./household_flags.ts";
import { incomeDrafts } from "./household_income.ts";
import { assetDrafts, loanDrafts } from "./household_loans.ts";
import { londonDrafts } from "./household_london.ts";
import { deletedDrafts, entityDrafts, hostileDrafts } from "./household_oddities.ts";
import { overspendingDrafts } from "./household_overspending.ts";
import { pairDrafts } from "./household_pairs.ts";
import { pendingDrafts } from "./household_pending.ts";
import type { Setting } from "./household_setting.ts";
import { SHOPS } from "./household_shops.ts";
import { splitDrafts } from "./household_splits.ts";
import { transferDrafts } from "./household_transfers.ts";
import { TREATS } from "./household_treats.ts";
import { tripDrafts } from "./household_trips.ts";

/**
 * Drafts all rows; the transfers come last, since they follow from the others.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./household_setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(householdDrafts(setting).every(({ date }) => date <= setting.today));
 * ```
 */
export function householdDrafts(setting: Setting): Draft[] {
  const drafts = [
    ...incomeDrafts(setting),
    ...[...BILLS, ...BILLS_ABROAD].flatMap((bill) => billDrafts(setting, bill)),
    ...everydayDrafts(setting, [...SHOPS, ...TREATS, ...FAMILY]),
    ...londonDrafts(setting),
    ...loanDrafts(setting),
    ...assetDrafts(setting),
    ...tripDrafts(setting),
    ...splitDrafts(setting),
    ...overspendingDrafts(setting),
    ...allowanceDrafts(setting),
    ...pendingDrafts(setting),
    ...pairDrafts(setting),
    ...hostileDrafts(setting),
    ...entityDrafts(setting),
    ...flaggedDrafts(setting),
    ...deletedDrafts(setting),
  ];
  return [...drafts, ...transferDrafts(setting, drafts)];
}
