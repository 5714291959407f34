import type { StepKind } from "../kind.ts";
import { compareTargets } from "../outcome/compare_targets.ts";
import { backwards } from "../undo/way_back.ts";

/** A group gets its former name back. */
export const groupUpdate: StepKind = {
  records: "groups",
  resolve: (step, evidence) => {
    const groups = evidence.news.allGroups?.();
    const byId = groups === undefined ? undefined : new Map(groups.map((one) => [one.id, one]));
    return compareTargets(step, byId, evidence);
  },
  undo: {
    operation: "updateCategoryGroup",
    needsCategories: () => true,
    steps: (reverted, planId) =>
      reverted.map(({ target }) => ({
        operation: "updateCategoryGroup",
        args: {
          planId,
          categoryGroupId: target.id,
          categoryGroup: { name: String(target.before?.["name"] ?? "") },
        },
        targets: [backwards(target)],
      })),
    afterwards: () => Promise.resolve(""),
  },
};
