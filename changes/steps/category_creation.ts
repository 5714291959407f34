import { foldName } from "../../domain/base/fold_text.ts";
import { holds } from "../field_equality.ts";
import type { JournalStep, JournalTarget } from "../journal.ts";
import type { StepKind } from "../kind.ts";
import type { CurrentRecord } from "../outcome/evidence.ts";

/** A category is found by its name. */
export const categoryCreation: StepKind = {
  records: "categories",
  resolve: (step, { news: { allCategories } }) =>
    allCategories === undefined ? step : createdCategory(step, allCategories()),
  undo: null,
};

/**
 * Finds the category that a step has created. No category of its group had the name just
 * before, so the only one that has it now is ours.
 */
function createdCategory(step: JournalStep, categories: readonly CurrentRecord[]): JournalStep {
  const targets = step.targets.map((target): JournalTarget => {
    const { name, category_group_id } = target.after ?? {};
    const found = categories.filter((one) =>
      holds({ category_group_id: category_group_id ?? null }, one) &&
      "name" in one && foldName(String(one.name)) === foldName(String(name))
    );
    const [only] = found;
    return only === undefined || found.length > 1
      ? target
      : { ...target, id: only.id, outcome: "done" };
  });
  return targets.every(({ outcome }) => outcome === "done") ? { ...step, targets } : step;
}
