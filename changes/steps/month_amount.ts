import { availableWords, readyToAssignNow } from "../available_now.ts";
import type { Fields, Step } from "../change.ts";
import type { StepKind } from "../kind.ts";
import { compareTargets } from "../outcome/compare_targets.ts";
import { backwards, type Reverted, type UndoneSource } from "../undo/way_back.ts";

/** Amounts go back one by one; each can itself be put back, so that half of it is none. */
export const monthAmount: StepKind = {
  records: "months",
  resolve: (step, evidence) => {
    const { month } = evidence.news;
    const records = month?.month === step.month ? month?.categories : undefined;
    return compareTargets(step, records, evidence);
  },
  undo: {
    operation: "updateMonthCategory",
    needsCategories: () => false,
    steps: (reverted, planId) => reverted.map((one) => stepBack(one, planId)),
    afterwards: availableInMonth,
  },
};

function stepBack({ step, target }: Reverted, planId: string): Step<"updateMonthCategory"> {
  const { id: categoryId, before, after } = target;
  const amount = (fields: Fields | null): { readonly budgeted: number } => ({
    budgeted: Number(fields?.["budgeted"] ?? 0),
  });
  const args = { planId, month: step.month ?? "", categoryId };
  return {
    operation: "updateMonthCategory",
    args: { ...args, category: amount(before) },
    targets: [backwards(target)],
    compensation: { operation: "updateMonthCategory", args: { ...args, category: amount(after) } },
  };
}

async function availableInMonth(
  steps: readonly Step[],
  { planId, fresh, format }: UndoneSource,
): Promise<string> {
  const assigned = steps.flatMap((step) => step.operation === "updateMonthCategory" ? [step] : []);
  const [first] = assigned;
  if (first === undefined) return "";
  const { month } = first.args;
  const now = await fresh.getPlanMonth({ planId, month });
  const ids = assigned.flatMap(({ targets }) => targets.map(({ id }) => id));
  const available = `${availableWords(ids, now.categories, { format: format(), month })}.`;
  // Between two categories money moves without it.
  return assigned.length > 1 ? available : `${available} ${readyToAssignNow(now, format())}`;
}
