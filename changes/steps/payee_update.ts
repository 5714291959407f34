import type { StepKind } from "../kind.ts";
import { compareTargets } from "../outcome/compare_targets.ts";
import { backwards } from "../undo/way_back.ts";

/** Payees get their former names back one by one. */
export const payeeUpdate: StepKind = {
  records: "payees",
  resolve: (step, evidence) => compareTargets(step, evidence.news.payees, evidence),
  undo: {
    operation: "updatePayee",
    needsCategories: () => false,
    steps: (reverted, planId) =>
      reverted.map(({ target }) => ({
        operation: "updatePayee",
        args: {
          planId,
          payeeId: target.id,
          payee: { name: String(target.before?.["name"] ?? "") },
        },
        targets: [backwards(target)],
      })),
    afterwards: () => Promise.resolve(""),
  },
};
