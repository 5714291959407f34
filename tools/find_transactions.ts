import { z } from "zod";
import { FLAG_COLORS } from "../domain/base/plan_records.ts";
import {
  oppositeHint,
  pageOfTransactions,
  reachHint,
  transactionLine,
} from "../domain/search/transaction_page.ts";
import { pageOf, readCursor } from "../domain/search/cursor.ts";
import { GROUPINGS, groupSortKey, groupTransactions } from "../domain/search/transaction_groups.ts";
import { closestReach, SORTS } from "../domain/search/transaction_search.ts";
import { checkedRange, planNames, queryOf } from "../domain/search/transaction_query.ts";
import {
  amount,
  categoryIds,
  cursor,
  day,
  foreignText,
  limit,
  listOf,
  money,
  planId,
  reference,
  shortId,
} from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Find transactions",
  description:
    "Finds transactions of any age by date, amount, account, category, payee, text or state; " +
    "count and sums cover all matches, not only the page. With group_by it returns totals " +
    "instead of rows: use that to see where money went.",
  profiles: ["fuller", "reduced"],
  alwaysLoad: true,
  example: { args: { payee: "AMZN", limit: 3 } },
};

const leftOut = z.object({
  count: z.number(),
  sum_in: money().optional(),
  sum_out: money().optional(),
}).optional();

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    since: day.optional(),
    until: day.optional(),
    amount: amount.optional().describe("Exact; amounts are signed, negative is money out"),
    min_amount: amount.optional(),
    max_amount: amount.optional(),
    account_ids: z.array(reference).min(1).max(50).optional().describe("Ids or names"),
    category_ids: categoryIds.describe("Splits count only these lines"),
    payee: z.string().min(1).max(200).optional().describe("Start of a word in payee or bank label"),
    text: z.string().min(1).max(200).optional().describe("Same, or in the memo"),
    uncategorized: z.boolean().optional(),
    unapproved: z.boolean().optional(),
    cleared: z.enum(["cleared", "uncleared", "reconciled"]).optional(),
    flag: z.enum(FLAG_COLORS).optional(),
    direction: z.enum(["in", "out"]).optional(),
    sort: z.enum(SORTS).default("newest"),
    group_by: z.enum(GROUPINGS).optional(),
    include_transfers: z.boolean().default(false)
      .describe("Also group transfers and off-budget accounts"),
    limit,
    cursor,
  }),
  output: z.object({
    count: z.number(),
    sum_in: money(),
    sum_out: money(),
    hint: z.string().optional(),
    transactions: listOf(
      z.object({
        transaction_id: shortId({ isForChanges: true }),
        date: z.string(),
        amount: money(),
        payee: foreignText().optional(),
        memo: foreignText().optional(),
        account: foreignText(),
        category: foreignText().optional(),
        flag: foreignText().optional(),
        cleared: foreignText(),
        approved: z.boolean().optional(),
        transfer: z.boolean().optional(),
        loan: foreignText().optional(),
        lines: listOf(z.object({
          amount: money(),
          category: foreignText().optional(),
          memo: foreignText().optional(),
        })),
      }),
      { isPaged: true },
    ),
    left_out: z.object({ transfers: leftOut, off_budget: leftOut }).optional(),
    groups: listOf(
      z.object({
        key: shortId({ namedBy: "name" }),
        name: foreignText(),
        count: z.number(),
        sum_in: money(),
        sum_out: money(),
      }),
      { isPaged: true },
    ),
    next_cursor: z.string().optional(),
  }),
};

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, moneyFormat }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  checkedRange(input);
  const { limit: rowLimit, cursor: from, ...query } = input;
  if (from !== undefined) readCursor(from, query);
  const plan = { planId: input.plan_id };
  const [{ list }, accounts, categories] = await Promise.all([
    cached.getTransactions(plan),
    cached.getAccounts(plan),
    cached.getCategories(plan),
  ]);
  const { names, rule } = planNames(accounts, categories);
  const asked = { query: queryOf(input, { accounts, categories }), rule, sort: input.sort };
  const page = { limit: rowLimit, query, cursor: from };
  const reach = closestReach(list, asked);
  const search = { ...asked, reach };
  const hintFor = (count: number): string | null =>
    count > 0
      ? reachHint(input, { reach, count })
      : oppositeHint(list, search, moneyFormat(input.plan_id));
  if (input.group_by !== undefined) {
    const { group_by: by, include_transfers: includeTransfers } = input;
    const { groups, ...totals } = groupTransactions(list, search, { by, names, includeTransfers });
    const { items: rows, ...rest } = pageOf(groups, {
      ...page,
      keyOf: (one) => groupSortKey(one, by),
    });
    return { ...totals, hint: hintFor(totals.count), groups: rows, ...rest };
  }
  const { transactions: rows, ...rest } = pageOfTransactions(list, search, page);
  const transactions = rows.map((row) => transactionLine(row, names));
  return { ...rest, hint: hintFor(rest.count), transactions };
}
