import type { StepKind } from "../kind.ts";
import { withOutcomes } from "../outcome/compare_targets.ts";

/** A transaction that is gone was deleted. */
export const transactionDeletion: StepKind = {
  records: "transactions",
  resolve: (step, evidence) => {
    const { rows } = evidence.news;
    if (rows === undefined) return step;
    return withOutcomes(step, ({ id }) => rows.get(id) ? "not_done" : "done", evidence);
  },
  undo: null,
};
