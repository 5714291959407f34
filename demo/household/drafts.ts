/**
 * Everything that happened in the household.
 *
 * @module
 */

import { allowanceDrafts } from "./allowance.ts";
import { billDrafts } from "./bill.ts";
import { BILLS } from "./bills.ts";
import { BILLS_ABROAD } from "./bills_abroad.ts";
import type { Draft } from "./draft.ts";
import { everydayDrafts } from "./everyday.ts";
import { FAMILY } from "./family.ts";
import { flaggedDrafts } from "./flags.ts";
import { incomeDrafts } from "./income.ts";
import { assetDrafts, loanDrafts } from "./loans.ts";
import { londonDrafts } from "./london.ts";
import { deletedDrafts, entityDrafts, hostileDrafts } from "./oddities.ts";
import { overspendingDrafts } from "./overspending.ts";
import { pairDrafts } from "./pairs.ts";
import { pendingDrafts } from "./pending.ts";
import type { Setting } from "./setting.ts";
import { SHOPS } from "./shops.ts";
import { splitDrafts } from "./splits.ts";
import { transferDrafts } from "./transfers.ts";
import { TREATS } from "./treats.ts";
import { tripDrafts } from "./trips.ts";

/**
 * Drafts all rows; the transfers come last, since they follow from the others.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
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
