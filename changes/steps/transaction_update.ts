import { availableWords } from "../available_now.ts";
import type { Fields, Step } from "../change.ts";
import { inRequests } from "../in_requests.ts";
import type { JournalStep, JournalTarget } from "../journal.ts";
import { withoutNames } from "../named_fields.ts";
import type { StepKind } from "../kind.ts";
import { compareTargets } from "../outcome/compare_targets.ts";
import { backwards, type Reverted, type UndoneSource } from "../undo/way_back.ts";

/** Transactions go back to what they were, together. */
export const transactionUpdate: StepKind = {
  records: "transactions",
  resolve: (step, evidence) => compareTargets(step, evidence.news.rows, evidence),
  undo: {
    operation: "updateTransactions",
    needsCategories: (steps) => steps.some(isAboutCategories),
    expected: ({ after }) => withoutNames(after ?? {}),
    reasonToStay: whyReconciledStays,
    steps: (reverted, planId) => inRequests(reverted).map((part) => stepBack(part, planId)),
    afterwards: availableInTouched,
  },
};

/** Says what the categories of transactions have once a change of them has been undone. */
export async function availableInTouched(
  steps: readonly Step[],
  { planId, fresh, format }: UndoneSource,
): Promise<string> {
  const touched = steps.flatMap(({ targets }) =>
    targets.flatMap(({ before, after, lines = [] }) =>
      [before, after, ...lines].map((fields) => fields?.["category_id"])
    )
  ).filter((id) => typeof id === "string");
  if (touched.length === 0) return "";
  const { live } = await fresh.getCategories({ planId });
  const words = availableWords(touched, live, { format: format() });
  return words === "" ? "" : `${words}.`;
}

function isAboutCategories({ targets }: JournalStep): boolean {
  return targets.some(({ before, after }) => "category_id" in (before ?? after ?? {}));
}

/** Upstream takes an unapproved transaction's reconciled mark away. */
export function whyReconciledStays(now: Fields, { after }: JournalTarget): string | null {
  const isReconciled = after?.["approved"] === true && !("cleared" in after) &&
    now["cleared"] === "reconciled";
  return isReconciled ? "it is reconciled" : null;
}

function stepBack(part: readonly Reverted[], planId: string): Step<"updateTransactions"> {
  return {
    operation: "updateTransactions",
    args: {
      planId,
      transactions: part.map(({ target: { id, before } }) => ({
        id,
        ...withoutNames(before ?? {}),
      })),
    },
    targets: part.map(({ target }) => backwards(target)),
  };
}
