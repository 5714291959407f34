import type { Fields, Step } from "../change.ts";
import type { JournalTarget } from "../journal.ts";
import type { StepKind } from "../kind.ts";
import { compareTargets } from "../outcome/compare_targets.ts";
import { backwards } from "../undo/way_back.ts";

/** Categories go back one by one. */
export const categoryUpdate: StepKind = {
  records: "categories",
  resolve: (step, evidence) => compareTargets(step, evidence.news.categories, evidence),
  undo: {
    operation: "updateCategory",
    needsCategories: () => true,
    steps: (reverted, planId) => reverted.map(({ target }) => stepBack(target, planId)),
    afterwards: () => Promise.resolve(""),
  },
};

function stepBack(target: JournalTarget, planId: string): Step<"updateCategory"> {
  const { id: categoryId, before, restore } = target;
  return {
    operation: "updateCategory",
    args: { planId, categoryId, category: { ...(restore ?? before) } },
    targets: [{ ...backwards(target), after: certainFields(target) }],
  };
}

/** Of a due date upstream may keep the day of the month beside it, or not. */
function certainFields({ before, restore }: JournalTarget): Fields | null {
  if (before === null || !("goal_target_date" in (restore ?? {}))) return before;
  const { goal_day: _, ...rest } = before;
  return rest;
}
