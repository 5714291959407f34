import { categoryLabel, nameWords } from "../../domain/plan/category_label.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import { Refusals } from "../../domain/base/refusals.ts";
import { isCardPaymentCategory } from "../../domain/base/special_categories.ts";
import {
  hasTarget,
  hasTargetAlready,
  targetAfter,
  type TargetOwner,
  type TargetRequest,
} from "../../domain/targets/target_request.ts";
import { targetRestore } from "../../domain/targets/target_restore.ts";
import { targetInWords } from "../../domain/targets/target_words.ts";
import type { TargetRecord } from "../../domain/base/plan_records.ts";
import {
  type CategoryPlan,
  changeableCategory,
  type GroupedCategories,
  type NotedCategory,
} from "../rules/category_plan.ts";
import type { ChangeDraft, Fields, Proposal } from "../change.ts";

/** A category and the target that it is to have. */
export interface AskedTarget extends TargetRequest {
  readonly category: string;
}

/** What the proposal is made from. */
export interface TargetPlan extends CategoryPlan {
  readonly format: MoneyFormat;
  /** Local day, `YYYY-MM-DD`. */
  readonly today: string;
}

/** Fields that say what a target is, apart from its progress. */
const TARGET_FIELDS = [
  "goal_type",
  "goal_target",
  "goal_target_date",
  "goal_needs_whole_amount",
  "goal_day",
  "goal_cadence",
  "goal_cadence_frequency",
] as const;

/**
 * Proposes a target.
 *
 * @throws {ToolError} For what upstream does not support.
 */
export function targetDraft(asked: AskedTarget, plan: TargetPlan): Proposal<"updateCategory"> {
  const category = changeableCategory(asked.category, plan);
  const owner = { target: category, isCardPayment: isCardPaymentCategory(category) };
  refuseUnsupported(asked, owner);
  const words = targetInWords(category, plan);
  if (hasTargetAlready(asked, owner)) {
    const message = `The target of ${nameWords(category.name)} is ${words ?? "none"} already`;
    return { stop: { status: "nothing_to_do", message } };
  }
  const restore = targetRestore(asked, owner);
  const label = categoryLabel(category);
  const after = targetInWords(targetAfter(asked, owner), plan);
  const what = `the target of ${nameWords(category.name)}`;
  const [verb, past] = asked.amount === null
    ? ["Remove", "Removed"]
    : hasTarget(category)
    ? ["Change", "Changed"]
    : ["Set", "Set"];
  return {
    draft: {
      summary: `${verb} ${what}`,
      done: `${past} ${what}`,
      preview: [{ id: category.id, label, field: "target", before: words, after }],
      warnings: warningsFor(asked, { owner, plan }),
      steps: [stepFor(category, { asked, plan, label })],
      irreversible: "reason" in restore ? restore.reason : null,
      undoRequests: 1,
      readTargets: async () => targetsNow(await plan.rereadCategories()),
    },
  };
}

/** Gives target fields by category id. */
function targetsNow({ live }: Pick<GroupedCategories, "live">): ReadonlyMap<string, Fields> {
  return new Map(live.map((category) => [category.id, targetFields(category)]));
}

function refuseUnsupported(asked: AskedTarget, { target, isCardPayment }: TargetOwner): void {
  const refusals = new Refusals("argument");
  const isLoan = target.goal_type === "DEBT";
  if (isCardPayment && asked.frequency !== undefined) {
    refusals.add(
      "frequency",
      "the payment category of a credit card takes none: leave it out, or give by_date",
    );
  }
  if (isLoan && asked.frequency !== undefined) refusals.add("frequency", LOAN);
  if (isLoan && asked.byDate !== undefined) refusals.add("by_date", LOAN);
  refusals.throwIfAny();
}

const LOAN = "the category pays a loan, whose target takes an amount only: leave it out";

function warningsFor(
  asked: AskedTarget,
  { owner, plan }: { readonly owner: TargetOwner; readonly plan: TargetPlan },
): readonly string[] {
  const { amount, byDate } = asked;
  const restore = targetRestore(asked, owner);
  const isRestorable = "fields" in restore;
  // A frequency always makes a new target, and only by one can it be put back, too.
  const isReplaced = hasTarget(owner.target) &&
    (amount === null || isRestorable && "goal_frequency" in restore.fields);
  return [
    ...(byDate !== undefined && byDate < plan.today ? [`${byDate} has passed already`] : []),
    ...(isReplaced && isRestorable
      ? ["undoing it makes the same target again, but one that begins in that month"]
      : []),
  ];
}

function stepFor(
  category: NotedCategory,
  { asked, plan, label }: {
    readonly asked: AskedTarget;
    readonly plan: TargetPlan;
    readonly label: string;
  },
): ChangeDraft<"updateCategory">["steps"][number] {
  const owner = { target: category, isCardPayment: isCardPaymentCategory(category) };
  const { amount, byDate, frequency } = asked;
  const restore = targetRestore(asked, owner);
  return {
    operation: "updateCategory",
    args: {
      planId: plan.planId,
      categoryId: category.id,
      category: {
        goal_target: amount,
        ...(byDate === undefined ? {} : { goal_target_date: byDate }),
        ...(frequency === undefined ? {} : { goal_frequency: frequency }),
      },
    },
    targets: [{
      id: category.id,
      label,
      before: hasTarget(category) ? targetFields(category) : { goal_type: null },
      after: certainFields(asked, targetAfter(asked, owner)),
      ...("fields" in restore ? { restore: restore.fields } : {}),
    }],
  };
}

/** What upstream will surely have: the kind of a target is its own choice. */
function certainFields({ amount, byDate, frequency }: AskedTarget, after: TargetRecord): Fields {
  if (amount === null) return { goal_type: null };
  return {
    goal_target: amount,
    ...(byDate === undefined ? {} : { goal_target_date: byDate }),
    ...(frequency === undefined ? {} : { goal_cadence: after.goal_cadence ?? null }),
  };
}

function targetFields(target: TargetRecord): Fields {
  return Object.fromEntries(TARGET_FIELDS.map((name) => [name, target[name] ?? null]));
}
