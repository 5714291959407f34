import { z } from "zod";
import type { Fields } from "../changes/change.ts";
import { givenFields, pickFields } from "../changes/fields.ts";
import { changeableCategory } from "../changes/rules/categories.ts";
import {
  type FieldChange,
  fieldDraft,
  nothingToDo,
  targetOf,
} from "../changes/rules/field_changes.ts";
import { invalidInput, Refusals } from "../domain/base/tool_error.ts";
import { isCardPaymentCategory } from "../domain/base/special_categories.ts";
import { categoryLabel, nameAmong } from "../domain/plan/category_label.ts";
import {
  hasTarget,
  hasTargetAlready,
  TARGET_FREQUENCIES,
  targetAfter,
  type TargetOwner,
  type TargetRequest,
  targetRestore,
} from "../domain/targets/target_request.ts";
import { targetInWords } from "../domain/targets/target_words.ts";
import { changeInput, changeOutput, day, positiveAmount, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Set a category's target",
  description: "Sets a category's target amount, with an optional due date or frequency; a " +
    "null amount removes the target. Use set_category_budget to assign money.",
  profiles: ["fuller"],
  isIdempotent: true,
  example: { args: { category_id: "Coffee", amount: 60, frequency: "monthly" } },
};

export const schema = {
  input: changeInput({
    category_id: reference.describe("Id or name"),
    amount: positiveAmount.nullable(),
    by_date: day.optional().describe("Not with frequency"),
    frequency: z.enum(TARGET_FREQUENCIES).optional(),
  }),
  output: changeOutput,
};

export const reads = ["getCategories"] as const;
export const writes = ["updateCategory"] as const;

type Input = InputOf<typeof schema>;

export async function handler(
  input: Input,
  { fresh, change, moneyFormat, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId, amount, by_date: byDate, frequency } = input;
  refuseContradiction(input);
  const request = { amount, byDate, frequency };
  return await change(async () => {
    const categories = await fresh.getCategories({ planId });
    const category = changeableCategory(input.category_id, categories);
    const owner = { target: category, isCardPayment: isCardPaymentCategory(category) };
    refuseUnsupported(request, owner);
    const wording = { format: moneyFormat(planId), today };
    const name = nameAmong(category, categories.live);
    const before = targetInWords(category, wording);
    if (hasTargetAlready(request, owner)) {
      return nothingToDo(
        before === null
          ? `${name} has no target to remove`
          : `${name} already has this target: ${before}`,
      );
    }
    const restore = targetRestore(request, owner);
    // A request with a frequency creates a new target, so undo must also send a frequency.
    const isStartedOver = hasTarget(category) && "fields" in restore &&
      (amount === null || "goal_frequency" in restore.fields);
    const fields: FieldChange = {
      id: category.id,
      label: categoryLabel(category),
      before: hasTarget(category) ? pickFields(category, TARGET_FIELDS) : { goal_type: null },
      after: certainFields(request, owner),
      ...("fields" in restore ? { restore: restore.fields } : {}),
      lines: [{
        field: "target",
        before,
        after: targetInWords(targetAfter(request, owner), wording),
      }],
    };
    return {
      draft: fieldDraft([fields], {
        ...(amount === null
          ? { verb: "Remove", past: "Removed" }
          : hasTarget(category)
          ? { verb: "Change", past: "Changed" }
          : { verb: "Set" }),
        what: `the target of ${name}`,
        warnings: [
          ...(byDate !== undefined && byDate < today ? [`${byDate} is in the past`] : []),
          ...(isStartedOver
            ? ["undo recreates the previous target, starting in the month of the undo"]
            : []),
        ],
        steps: [{
          operation: "updateCategory",
          args: {
            planId,
            categoryId: category.id,
            category: {
              goal_target: amount,
              ...givenFields({ goal_target_date: byDate, goal_frequency: frequency }),
            },
          },
          targets: [targetOf(fields)],
        }],
        irreversible: "reason" in restore ? restore.reason : null,
      }),
    };
  }, { amounts: amount === null ? [] : [{ label: "amount", amount }] });
}

function refuseContradiction({ amount, by_date: byDate, frequency }: Input): void {
  if (byDate !== undefined && frequency !== undefined) {
    throw invalidInput("a target has a by_date or a frequency, not both: omit one");
  }
  if (amount !== null || (byDate === undefined && frequency === undefined)) return;
  throw invalidInput(
    "a null amount removes the target, so nothing else can be set: pass an amount, or omit " +
      "by_date and frequency",
  );
}

const LOAN =
  "the target of a loan payment category can have an amount, but no date or frequency: omit this " +
  "argument";

function refuseUnsupported(request: TargetRequest, { target, isCardPayment }: TargetOwner): void {
  const refusals = new Refusals("argument");
  const isLoan = target.goal_type === "DEBT";
  if (isCardPayment && request.frequency !== undefined) {
    refusals.add(
      "frequency",
      "the target of a credit card payment category can't have a frequency: omit frequency, or " +
        "pass by_date instead",
    );
  }
  if (isLoan && request.frequency !== undefined) refusals.add("frequency", LOAN);
  if (isLoan && request.byDate !== undefined) refusals.add("by_date", LOAN);
  refusals.throwIfAny();
}

/**
 * Returns the fields that YNAB always stores exactly as they were sent. YNAB chooses the kind of
 * target.
 */
function certainFields(request: TargetRequest, owner: TargetOwner): Fields {
  const { amount, byDate, frequency } = request;
  if (amount === null) return { goal_type: null };
  const { goal_cadence = null } = targetAfter(request, owner);
  return {
    goal_target: amount,
    ...givenFields({
      goal_target_date: byDate,
      goal_cadence: frequency === undefined ? undefined : goal_cadence,
    }),
  };
}

/** Fields that define a category's target, excluding its progress. */
const TARGET_FIELDS: readonly string[] = [
  "goal_type",
  "goal_target",
  "goal_target_date",
  "goal_needs_whole_amount",
  "goal_day",
  "goal_cadence",
  "goal_cadence_frequency",
];
