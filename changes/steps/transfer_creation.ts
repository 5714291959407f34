import type { Step } from "../change.ts";
import type { StepKind } from "../kind.ts";
import { revertedGroups } from "../undo/reverted_groups.ts";
import { backwards, type Reverted, type WayBack } from "../undo/way_back.ts";
import { transactionCreation } from "./transaction_creation.ts";

const deletion: WayBack = {
  ...(transactionCreation.undo as WayBack),
  warnings: [],
  steps: (reverted, planId) => revertedGroups(reverted).map((group) => deleted(group, planId)),
};

/** Transfers that were entered are deleted, by one of their sides. */
export const transferCreation: StepKind = { ...transactionCreation, undo: deletion };

function deleted(
  group: readonly [Reverted, ...Reverted[]],
  planId: string,
): Step<"deleteTransaction"> {
  const [{ target: { id } }] = group;
  return {
    operation: "deleteTransaction",
    args: { planId, transactionId: id },
    targets: group.map(({ target }) => ({ ...backwards(target), after: null })),
  };
}
