/**
 * Step kind: sets fields of one transaction, and with it of the other side of a transfer.
 *
 * @module
 */

import type { Fields, Step, Target } from "../change.ts";
import type { StepKind } from "../kind.ts";
import { withoutNames } from "../named_fields.ts";
import { compareTargets } from "../outcome/compare_targets.ts";
import { revertedGroups } from "../undo/reverted_groups.ts";
import { backwards, type Reverted } from "../undo/way_back.ts";
import { availableInTouched } from "./transaction_update.ts";

/** A transaction goes back to what it was, and the other side with it. */
export const transactionEdit: StepKind = {
  records: "transactions",
  resolve: (step, evidence) => compareTargets(step, evidence.news.rows, evidence),
  undo: {
    operation: "updateTransaction",
    needsCategories: (steps) =>
      steps.some(({ targets }) => targets.some(({ before }) => "category_id" in (before ?? {}))),
    expected: ({ after }) => withoutNames(after ?? {}),
    reasonToStay,
    steps: (reverted, planId) => revertedGroups(reverted).map((group) => stepBack(group, planId)),
    afterwards: availableInTouched,
  },
};

/** Upstream takes an unapproved transaction's reconciled mark away. */
function reasonToStay(now: Fields, { after }: Target): string | null {
  const isReconciled = after?.["approved"] === true && !("cleared" in after) &&
    now["cleared"] === "reconciled";
  return isReconciled ? "it is reconciled" : null;
}

function stepBack(
  group: readonly [Reverted, ...Reverted[]],
  planId: string,
): Step<"updateTransaction"> {
  const [{ target: leader }, ...others] = group;
  const { id, before, restore } = leader;
  const sent = restore ?? before ?? {};
  return {
    operation: "updateTransaction",
    args: { planId, transactionId: id, transaction: withoutNames(sent) },
    targets: [
      { ...backwards(leader), after: sent },
      ...others.map(({ target }): Target => ({ ...backwards(target), isFollower: true })),
    ],
  };
}
