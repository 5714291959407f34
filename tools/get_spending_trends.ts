import { z } from "zod";
import { spendingTrends, TREND_GROUPINGS } from "../domain/reports/spending_trends.ts";
import { addMonths, firstOfMonth } from "../domain/base/month.ts";
import { categoryIds, estimate, foreignText, listOf, money, planId, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

const MOST_MONTHS = 24;
/** Months read in parallel: fast, without a burst on the shared request limit. */
const AT_ONCE = 6;

export const summary: ToolSummary = {
  title: "Spending trends",
  description:
    "Shows spending month by month per category or group, with mean and change (last month " +
    "against the mean before it; 0.25 is 25% more); refunds lower it, categorized loan payments " +
    "count. Costs one request per month: use get_budget_vs_actual for one month, find_transactions for payees.",
  profiles: ["fuller", "reduced"],
  example: { args: { months: 3, group_by: "group" } },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    months: z.number().int().min(1).max(MOST_MONTHS).default(6),
    group_by: z.enum(TREND_GROUPINGS).default("category"),
    category_ids: categoryIds,
    include_current: z.boolean().default(false)
      .describe("Add the unfinished current month"),
  }),
  output: z.object({
    months: listOf(z.string()),
    totals: listOf(money()),
    totals_mean: estimate().optional(),
    totals_change: z.number().optional(),
    series: listOf(z.object({
      id: shortId({ namedBy: "name" }),
      name: foreignText(),
      group: foreignText().optional(),
      spending: z.array(money()),
      mean: estimate(),
      change: z.number().optional(),
    })),
  }),
};

export const reads = ["getPlanMonths", "getPlanMonth"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, known, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId } = input;
  const last = addMonths(firstOfMonth(today), input.include_current ? 0 : -1);
  const first = addMonths(last, 1 - input.months);
  // YNAB's list is unordered and may include next month.
  const summaries = await cached.getPlanMonths({ planId });
  const wanted = [...new Set(summaries.map(({ month }) => firstOfMonth(month)))]
    .filter((month) => month >= first && month <= last).sort();
  const months = await mapBounded(
    wanted,
    AT_ONCE,
    (month) => cached.getPlanMonth({ planId, month }),
  );
  return spendingTrends(months, {
    by: input.group_by,
    categories: input.category_ids,
    knownIds: known.ids(planId),
  });
}

/**
 * Maps items through a task, with a limited number running at once. After a failure, no more tasks
 * start.
 *
 * @throws What the first failing task throws.
 */
async function mapBounded<Item, Result>(
  items: readonly Item[],
  most: number,
  task: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const waiting = items.entries();
  let hasFailed = false;
  const work = async (): Promise<void> => {
    for (const [at, item] of waiting) {
      if (hasFailed) return;
      try {
        results.set(at, await task(item));
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  return items.map((_, at) => results.get(at) as Result);
}
