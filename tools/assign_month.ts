import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import {
  assignedDraft,
  describeAvailable,
  emptiedWords,
  type MonthPlan,
  nothingToDo,
  readMonthPlan,
  readyToAssignWords,
} from "../changes/rules/field_changes.ts";
import { categoriesDue } from "../domain/schedules/occurrences.ts";
import {
  asLastMonth,
  type AssignedAmount,
  asSpentOnAverage,
  coverOverspending,
  fundTargets,
  type ProposalLimits,
} from "../domain/assigning/proposals.ts";
import { fromMilliunits, sumOf } from "../domain/base/money.ts";
import { addMonths } from "../domain/base/month.ts";
import type { MonthRecord } from "../domain/base/plan_records.ts";
import { invalidInput, Refusals, ToolError } from "../domain/base/tool_error.ts";
import { categoryLabel, nameAmong } from "../domain/plan/category_label.ts";
import { findCategory } from "../domain/references/find_record.ts";
import { quoted } from "../domain/references/resolve_reference.ts";
import { monthIfAny } from "./_plan_reads.ts";
import {
  amount,
  assignedOutput,
  changeInput,
  money,
  month,
  positiveAmount,
  reference,
} from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";
import { writeMoney } from "../domain/base/money_format.ts";

const MODES = [
  "underfunded",
  "cover_overspending",
  "as_last_month",
  "as_spent_on_average",
] as const;
/** Number of finished months whose spending is averaged. */
const AVERAGE_MONTHS = 3;

export const summary: ToolSummary = {
  title: "Assign a whole month",
  description:
    "Assigns money to categories in one month, all or nothing. Pass assignments, or a mode " +
    "that computes them (underfunded and cover_overspending use only money not needed " +
    "elsewhere). Use set_category_budget for one category.",
  profiles: ["complete"],
  example: { args: { month: "current", mode: "cover_overspending" } },
};

export const schema = {
  input: changeInput({
    month,
    assignments: z.array(z.strictObject({
      category_id: reference.describe("Id or name"),
      amount: amount.optional().describe("New total assigned"),
      add: amount.optional()
        .describe("Alternative to amount: change in the total assigned; may be negative"),
    })).min(1).max(60).optional(),
    mode: z.enum(MODES).optional().describe("Alternative to assignments"),
    limit_amount: positiveAmount.optional()
      .describe("Maximum amount that the mode assigns or moves"),
  }),
  output: assignedOutput.extend({
    ready_to_assign_before: money().optional(),
    ready_to_assign_after: money().optional(),
  }),
};

export const reads = ["getPlanMonth", "getScheduledTransactions"] as const;
export const writes = ["updateMonthCategory"] as const;

type Context = ToolContext<typeof reads, typeof writes>;
type Input = InputOf<typeof schema>;

export async function handler(input: Input, context: Context): Promise<OutputOf<typeof schema>> {
  refuseMixed(input);
  const { limit_amount: limit } = input;
  return await context.change(async () => {
    const plan = await readMonthPlan(input, context);
    const free = await context.undo.freeRequests();
    return monthDraft(await wantedMonth(input, plan, context), plan, free);
  }, { amounts: limit === undefined ? [] : [{ label: "limit_amount", amount: limit }] });
}

function refuseMixed({ assignments, mode, limit_amount: limit }: Input): void {
  if ((assignments === undefined) === (mode === undefined)) {
    throw invalidInput("pass either assignments or mode");
  }
  if (assignments !== undefined && limit !== undefined) {
    throw invalidInput("limit_amount only works with mode, not with assignments: leave it out");
  }
}

interface WantedMonth {
  readonly assignments: readonly AssignedAmount[];
  /** Warnings for the user, for example that some categories remain overspent. */
  readonly warnings: readonly string[];
  /** The message to return if there is nothing to change. */
  readonly otherwise: string;
}

async function wantedMonth(
  input: Input,
  plan: MonthPlan,
  { cached, today }: Context,
): Promise<WantedMonth> {
  const { month, planId, format } = plan;
  const limit = input.limit_amount ?? Infinity;
  const before = (count: number): Promise<MonthRecord | null> =>
    monthIfAny(cached, { planId, month: addMonths(month.month, -count) });
  switch (input.mode) {
    case undefined: {
      const assignments = namedAssignments(input.assignments ?? [], plan);
      return { assignments, warnings: [], otherwise: "These amounts are already assigned" };
    }
    case "underfunded":
      return underfundedMonth(month, { limit, format });
    case "cover_overspending": {
      const { live: schedules } = await cached.getScheduledTransactions({ planId });
      const dueCategoryIds = categoriesDue(schedules, { today, month: month.month });
      return coveredMonth(month, { limit, format, dueCategoryIds });
    }
    case "as_last_month": {
      const last = await before(1);
      if (last === null) throw noMonthBefore(month);
      const assignments = asLastMonth(month, last, { limit, format });
      const otherwise = "The categories already have last month's amounts";
      return { assignments, warnings: [], otherwise };
    }
    case "as_spent_on_average": {
      // Exclude the current month from the average, because its spending isn't complete.
      const first = month.month > today ? 2 : 1;
      const read = await Promise.all(
        Array.from({ length: AVERAGE_MONTHS }, (_, at) => before(first + at)),
      );
      const months = read.filter((one) => one !== null);
      if (months.length === 0) throw noMonthBefore(month);
      const assignments = asSpentOnAverage(month, months, { limit, format });
      const otherwise = "The assigned amounts already match average spending";
      return { assignments, warnings: [], otherwise };
    }
  }
}

function underfundedMonth(month: MonthRecord, { limit, format }: ProposalLimits): WantedMonth {
  const assignments = fundTargets(month, { limit, format });
  const needed = fundTargets({ ...month, to_be_budgeted: Infinity }, { limit: Infinity, format });
  const total = (some: WantedMonth["assignments"]): number =>
    sumOf(some.map(({ category, assigned }) => assigned - category.budgeted));
  const missing = total(needed) - total(assignments.slice(0, MAX_CATEGORIES));
  return {
    assignments,
    warnings: missing === 0 ? [] : [
      `targets need ${writeMoney(fromMilliunits(missing), format)} more than this change assigns`,
    ],
    otherwise: needed.length === 0
      ? "No target needs more money this month"
      : "Nothing is left to assign",
  };
}

function coveredMonth(
  month: MonthRecord,
  options: Parameters<typeof coverOverspending>[1],
): WantedMonth {
  const { limit, format } = options;
  const { assignments, uncovered } = coverOverspending(month, options);
  return {
    assignments,
    warnings: uncovered === 0 ? [] : [
      `${writeMoney(fromMilliunits(uncovered), format)} of overspending remains, because no ` +
      `category has more than it needs${limit === Infinity ? "" : ", or limit_amount was reached"}`,
    ],
    otherwise: uncovered === 0
      ? "No category is overspent this month"
      : "No category has more than it needs",
  };
}

function noMonthBefore({ month }: MonthRecord): ToolError {
  return invalidInput(
    `the plan has no finished month before ${month.slice(0, 7)}: ` +
      "pass `assignments` instead of `mode`",
  );
}

/** Finds the categories to assign money to, and adds up assignments to the same category. */
function namedAssignments(
  rows: NonNullable<Input["assignments"]>,
  { month, knownIds }: MonthPlan,
): readonly AssignedAmount[] {
  const refusals = new Refusals();
  const found = new Map<string, AssignedAmount & { readonly isTotal: boolean }>();
  for (const { category_id: reference, amount, add } of rows) {
    const isTotal = amount !== undefined;
    if (isTotal === (add !== undefined)) {
      refusals.add(quoted(reference), "pass either `amount` or `add`");
    }
    const category = refusals.attempt(quoted(reference), () =>
      findCategory(reference, {
        categories: month.categories,
        knownIds,
        insteadOfReadyToAssign: "assign amounts to categories; the rest stays in Ready to Assign",
      }));
    if (category === null) continue;
    const earlier = found.get(category.id);
    if (earlier !== undefined && (isTotal || earlier.isTotal)) {
      refusals.add(quoted(reference), "it is listed twice: list it once");
    }
    const assigned = amount ?? (earlier?.assigned ?? category.budgeted) + (add ?? 0);
    found.set(category.id, { category, assigned, isTotal });
  }
  refusals.throwIfAny();
  return [...found.values()];
}

/** Maximum number of categories in one change; users couldn't review a longer preview. */
const MAX_CATEGORIES = 60;

function monthDraft(
  wanted: WantedMonth,
  plan: MonthPlan,
  freeRequests: number,
): Proposal<"updateMonthCategory"> {
  const { month, format } = plan;
  const all = wanted.assignments
    .filter(({ category, assigned }) => assigned !== category.budgeted)
    // Write decreases first, so that Ready to Assign doesn't become negative in the meantime.
    .toSorted((a, b) => Number(differenceOf(a) > 0) - Number(differenceOf(b) > 0));
  const changed = all.slice(0, MAX_CATEGORIES);
  const { warnings } = wanted;
  const [first] = changed;
  if (first === undefined) return nothingToDo(wanted.otherwise, { warnings });
  refuseWithoutRoom(changed.length, freeRequests);
  const left = month.to_be_budgeted - sumOf(changed.map(differenceOf));
  const names = changed.length === 1
    ? nameAmong(first.category, month.categories)
    : `${changed.length} categories`;
  return {
    draft: assignedDraft(changed, plan, {
      verb: "Set",
      what: `the amount assigned to ${names} in ${month.month.slice(0, 7)}`,
      warnings: [
        readyToAssignWords(month, left, format),
        ...changed.flatMap((one) => emptiedWords(one, categoryLabel(one.category), format)),
        ...warnings,
        ...moreWords(all.length - changed.length),
      ],
      describeResult: describeAvailable(changed.map(({ category }) => category.id), plan),
      expected: { ready_to_assign_before: month.to_be_budgeted, ready_to_assign_after: left },
    }),
  };
}

function moreWords(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    `${count} more ${count === 1 ? "category" : "categories"} would change, but one call changes ` +
    `at most ${MAX_CATEGORIES}: once this change is applied, call again for the rest`,
  ];
}

function differenceOf({ category, assigned }: AssignedAmount): number {
  return assigned - category.budgeted;
}

/** Rejects a change if the remaining requests aren't enough both to write it and to undo it. */
function refuseWithoutRoom(writes: number, free: number): void {
  if (2 * writes <= free) return;
  throw new ToolError(
    "rate_limited",
    `nothing was written, because this change and its undo need more requests (${
      2 * writes
    }) than are ` +
      `left this hour (${free}): change fewer categories, or call again later`,
  );
}
