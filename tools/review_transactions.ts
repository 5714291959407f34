import { z } from "zod";
import { categoryNames } from "../domain/plan/category_label.ts";
import { reviewTransactions } from "../domain/review/review.ts";
import { rankOf, type ReviewLine } from "../domain/review/reasons.ts";
import { firstDayOf } from "../domain/search/transaction_query.ts";
import { pageOf, pagingOf, type SortKey } from "../domain/search/cursor.ts";
import { FORECAST_READS, readForecast } from "./_plan_reads.ts";
import { cursor, day, foreignText, limit, listOf, money, planInput, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

const DEFAULT_DAYS = 90;

export const summary: ToolSummary = {
  title: "Review transactions",
  description:
    "Lists recent transactions with possible problems (duplicates, unusual amounts, price " +
    "increases, wrong categories, missing payments), most serious first. clear_count counts " +
    "transactions without problems.",
  profiles: ["complete"],
  example: { args: { limit: 4 } },
};

export const schema = {
  input: planInput({
    since: day.optional().describe("First day (default 90 days ago)"),
    unapproved_only: z.boolean().default(true),
    limit,
    cursor,
  }),
  output: z.object({
    count: z.number(),
    clear_count: z.number(),
    rows: listOf(
      z.object({
        transaction_id: shortId().optional(),
        date: z.string(),
        amount: money(),
        payee: foreignText().optional(),
        account: foreignText(),
        category: foreignText().optional(),
        reasons: z.array(z.object({ code: z.string(), detail: foreignText() })),
      }),
      { isPaged: true },
    ),
    next_cursor: z.string().optional(),
  }),
};

export const reads = FORECAST_READS;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, today, moneyFormat }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const paging = pagingOf(input);
  const since = firstDayOf(input, today, DEFAULT_DAYS);
  const { records, categories } = await readForecast(input, cached);
  const { groups } = categories;
  const { lines, clear_count } = reviewTransactions({ ...records, groups }, {
    today,
    since,
    unapprovedOnly: input.unapproved_only,
    format: moneyFormat(input.plan_id),
    categoryName: categoryNames(categories),
  });
  const keyOf = (line: ReviewLine): SortKey => [
    rankOf(line),
    -Date.parse(line.date),
    line.record_id,
  ];
  const { items: rows, ...rest } = pageOf(lines, { keyOf, ...paging });
  return { count: lines.length, clear_count, rows, ...rest };
}
