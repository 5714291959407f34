import { z } from "zod";
import type { Proposal } from "../changes/change.ts";
import type { AssignPlan } from "../changes/kinds/assign_month.ts";
import type { WantedMonth } from "../changes/rules/month_modes.ts";
import { UpstreamError } from "../client/upstream_error.ts";
import type { MonthRecord } from "../domain/base/plan_records.ts";
import { addMonths, lastOfMonth, parseMonth } from "../domain/base/month.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import { assignedOutput, confirmation } from "./_change_schema.ts";
import { amount, money, month, planId, positiveAmount, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ServerView, ToolContext, ToolSummary } from "./_tool.ts";

const MODES = [
  "underfunded",
  "cover_overspending",
  "as_last_month",
  "as_spent_on_average",
] as const;
/** Finished months that an average is of. */
const AVERAGE_MONTHS = 3;

export const summary: ToolSummary = {
  title: "Assign a whole month",
  description:
    "Assigns many categories of one month at once, all or none: given totals, or a mode that " +
    "works them out (underfunded and cover_overspending keep to what is free). For one " +
    "category use set_category_budget.",
  profiles: ["complete"],
  isIdempotent: true,
  example: {
    args: { month: "current", mode: "cover_overspending" },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    month,
    assignments: z.array(z.strictObject({
      category_id: reference.describe("Id or name"),
      amount: amount.describe("New total assigned"),
    })).min(1).max(60).optional(),
    mode: z.enum(MODES).optional().describe("Instead of assignments"),
    limit_amount: positiveAmount.optional().describe("With mode: most to assign or move"),
    confirmation,
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

export async function handler(
  input: Input,
  context: Context,
  { undo: { freeRequests } }: ServerView,
): Promise<OutputOf<typeof schema>> {
  // Loaded when it is asked for: a start has no use for it.
  const { monthDraft } = await import("../changes/kinds/assign_month.ts");
  refuseMixed(input);
  const { fresh, uncached, known, change, moneyFormat, today } = context;
  const { plan_id: planId } = input;
  const of = { planId, month: parseMonth(input.month, today) ?? input.month };
  const build = async (): Promise<Proposal<"updateMonthCategory">> => {
    const plan = {
      planId,
      month: await fresh.getPlanMonth(of),
      format: moneyFormat(planId),
      rereadMonth: () => uncached.getPlanMonth(of),
      freeRequests: await freeRequests(),
      knownIds: known.ids(planId),
    };
    return monthDraft(await wantedMonth(input, plan, context), plan);
  };
  return await change({ build });
}

function refuseMixed({ assignments, mode, limit_amount: limit }: Input): void {
  if ((assignments === undefined) === (mode === undefined)) {
    throw new ToolError("invalid_input", "give either assignments or mode");
  }
  if (assignments !== undefined && limit !== undefined) {
    throw new ToolError("invalid_input", "limit_amount only goes with mode: leave it out");
  }
}

async function wantedMonth(
  input: Input,
  plan: AssignPlan,
  { cached, today }: Context,
): Promise<WantedMonth> {
  const { month, planId, format } = plan;
  const limit = input.limit_amount ?? Infinity;
  const before = async (count: number): Promise<readonly MonthRecord[]> => {
    const of = { planId, month: addMonths(month.month, -count) };
    return await cached.getPlanMonth(of).then((one) => [one], noSuchMonth);
  };
  switch (input.mode) {
    case undefined: {
      const { askedAssignments } = await import("../changes/kinds/assign_month.ts");
      const assignments = askedAssignments(input.assignments ?? [], plan);
      return { assignments, warnings: [], otherwise: "The categories have these amounts already" };
    }
    case "underfunded": {
      const { underfundedMonth } = await import("../changes/rules/month_modes.ts");
      return underfundedMonth(month, { limit, format });
    }
    case "cover_overspending": {
      const { coveredMonth } = await import("../changes/rules/month_modes.ts");
      const { live: schedules } = await cached.getScheduledTransactions({ planId });
      const since = today > month.month ? today : month.month;
      const window = { since, until: lastOfMonth(month.month) };
      return coveredMonth(month, { limit, format, schedules, window });
    }
    case "as_last_month": {
      const { monthLikeLast } = await import("../changes/rules/month_modes.ts");
      const [last] = await before(1);
      if (last === undefined) throw noMonthBefore(month);
      return monthLikeLast(month, last, { limit, format });
    }
    case "as_spent_on_average": {
      const { averageMonth } = await import("../changes/rules/month_modes.ts");
      // An unfinished month says too little of what is spent in one.
      const first = month.month > today ? 2 : 1;
      const months = await Promise.all(
        Array.from({ length: AVERAGE_MONTHS }, (_, at) => before(first + at)),
      );
      if (months.flat().length === 0) throw noMonthBefore(month);
      return averageMonth(month, months.flat(), { limit, format });
    }
  }
}

/** A plan has a first month. */
function noSuchMonth(error: unknown): readonly MonthRecord[] {
  if (error instanceof UpstreamError && error.code === "not_found") return [];
  throw error;
}

function noMonthBefore({ month }: MonthRecord): ToolError {
  return new ToolError(
    "invalid_input",
    `the plan has no finished month before ${month.slice(0, 7)}: give assignments`,
  );
}
