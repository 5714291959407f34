/**
 * The requests that put back what a change has changed.
 *
 * @module
 */

import type { Fields, Step, Target, WriteId } from "../change.ts";
import { inRequests } from "../in_requests.ts";
import type { JournalStep, JournalTarget } from "../journal.ts";

/** Operations that taking a change back may need. */
export type UndoWriteId = Extract<
  WriteId,
  "updateCategory" | "updateMonthCategory" | "updateTransactions" | "deleteTransaction"
>;

/** A record that is put back, and the step that changed it. */
export interface Reverted {
  readonly step: JournalStep;
  readonly target: JournalTarget;
}

/**
 * Makes the steps back. Transactions go back together, months and categories take a
 * request each, and what was created is deleted last, one by one.
 *
 * @param reverted What is put back.
 * @param planId Where.
 * @returns One step for each request.
 */
export function undoSteps(
  reverted: readonly Reverted[],
  planId: string,
): readonly Step<UndoWriteId>[] {
  const changed = reverted.filter(({ step, target }) =>
    step.operation === "updateTransactions" && target.before !== null
  );
  const inCategories = reverted.filter(({ step }) =>
    step.operation === "updateMonthCategory" || step.operation === "updateCategory"
  );
  const created = reverted.filter(({ step }) => step.operation === "createTransaction");
  return [
    ...inRequests(changed).map((part) => transactionStep(part, planId)),
    ...inCategories.map((one) => categoryStep(one, planId)),
    ...created.map(({ target }) => deletion(target, planId)),
  ];
}

function transactionStep(
  part: readonly Reverted[],
  planId: string,
): Step<"updateTransactions"> {
  return {
    operation: "updateTransactions",
    args: {
      planId,
      transactions: part.map(({ target: { id, before } }) => ({ id, ...before })),
    },
    targets: part.map(({ target }) => backwards(target)),
  };
}

function categoryStep(
  { step, target }: Reverted,
  planId: string,
): Step<"updateMonthCategory" | "updateCategory"> {
  const { id: categoryId, before, after } = target;
  if (step.operation === "updateMonthCategory") {
    const amount = (fields: Fields | null): { readonly budgeted: number } => ({
      budgeted: Number(fields?.["budgeted"] ?? 0),
    });
    const args = { planId, month: step.month ?? "", categoryId };
    return {
      operation: "updateMonthCategory",
      args: { ...args, category: amount(before) },
      targets: [backwards(target)],
      compensation: {
        operation: "updateMonthCategory",
        args: { ...args, category: amount(after) },
      },
    };
  }
  return {
    operation: "updateCategory",
    args: { planId, categoryId, category: { ...(target.restore ?? before) } },
    targets: [{ ...backwards(target), after: certainFields(target) }],
  };
}

/** Of a due date upstream may keep the day of the month beside it, or not. */
function certainFields({ before, restore }: JournalTarget): Fields | null {
  if (before === null || !("goal_target_date" in (restore ?? {}))) return before;
  const { goal_day: _, ...rest } = before;
  return rest;
}

function deletion(target: JournalTarget, planId: string): Step<"deleteTransaction"> {
  return {
    operation: "deleteTransaction",
    args: { planId, transactionId: target.id },
    targets: [{ ...backwards(target), after: null }],
  };
}

function backwards({ id, label, before, after }: JournalTarget): Target {
  return { id, label, before: after, after: before };
}
