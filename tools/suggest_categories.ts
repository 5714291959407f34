import { z } from "zod";
import { pageOf, pagingOf, type SortKey } from "../domain/search/cursor.ts";
import { sortKey } from "../domain/search/transaction_search.ts";
import { type PendingLine, suggestCategories } from "../domain/suggestions/suggestions.ts";
import { cursor, foreignText, limit, listOf, money, planInput, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Suggest categories",
  description:
    "Lists uncategorized transactions, newest first, with suggested categories and confidence " +
    "scores based on past transactions; for likely transfers, lists the matching transaction. " +
    "The first page lists the possible categories.",
  profiles: ["fuller", "reduced"],
  example: { args: { limit: 3 } },
};

export const schema = {
  input: planInput({
    limit,
    cursor,
    min_confidence: z.number().min(0).max(1).default(0.8)
      .describe("Minimum confidence"),
  }),
  output: z.object({
    pending_count: z.number(),
    suggested_count: z.number(),
    pending: listOf(
      z.object({
        transaction_id: shortId(),
        date: z.string(),
        amount: money(),
        payee: foreignText().optional(),
        memo: foreignText().optional(),
        account: foreignText(),
        suggestion: z.object({
          category_id: shortId({ namedBy: "category" }),
          category: foreignText(),
          confidence: z.number(),
          uses: z.number(),
          last_used: z.string(),
          because: z.string(),
        }).optional(),
        transfer_with: shortId().optional(),
      }),
      { isPaged: true },
    ),
    categories: listOf(
      z.object({
        category_id: shortId({ namedBy: "name" }),
        name: foreignText(),
        group: foreignText(),
      }),
      { isForAssistants: true, rest: "list_category_groups shows all categories" },
    ),
    next_cursor: z.string().optional(),
  }),
};

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const paging = pagingOf(input);
  const plan = { planId: input.plan_id };
  const [{ list: rows }, { live: accounts }, { groups }] = await Promise.all([
    cached.getTransactions(plan),
    cached.getAccounts(plan),
    cached.getCategories(plan),
  ]);
  const options = { minConfidence: input.min_confidence };
  const overview = suggestCategories({ transactions: rows, accounts, groups }, options);
  const keyOf = ({ transaction_id: id, date, amount }: PendingLine): SortKey =>
    sortKey({ id, date, amount }, "newest");
  const { items: pending, ...rest } = pageOf(overview.pending, { keyOf, ...paging });
  const isChoosing = input.cursor === undefined &&
    overview.pending.some(({ transfer_with: other }) => other === null);
  return {
    pending_count: overview.pending.length,
    suggested_count: overview.suggested_count,
    pending,
    categories: isChoosing ? overview.categories : null,
    ...rest,
  };
}
