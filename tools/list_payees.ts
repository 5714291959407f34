import { z } from "zod";
import { categoryNames } from "../changes/rules/categories.ts";
import { foldName, searchForm } from "../domain/base/fold_text.ts";
import { isInternalCategory } from "../domain/base/special_categories.ts";
import { type PayeeLine, payeeOverview } from "../domain/payees/payee_overview.ts";
import { pageOf, readCursor, type SortKey } from "../domain/search/cursor.ts";
import { cursor, foreignText, limit, listOf, planId, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

const SORTS = ["uses", "name", "last_used"] as const;

export const summary: ToolSummary = {
  title: "List payees",
  description:
    "Lists payees with how often and when they were last used, their usual category, and " +
    "like: other payees that seem to be the same merchant. For what was paid use " +
    "find_transactions.",
  profiles: ["complete"],
  example: { args: { text: "amazon" } },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    text: z.string().min(1).max(200).optional().describe("Part of the name"),
    unused: z.boolean().default(false).describe("Only payees without transactions"),
    sort: z.enum(SORTS).default("uses"),
    limit,
    cursor,
  }),
  output: z.object({
    count: z.number(),
    payees: listOf(
      z.object({
        payee_id: shortId({ namedBy: "name", isForChanges: true }),
        name: foreignText(),
        uses: z.number(),
        last_used: z.string().optional(),
        category: foreignText().optional(),
        like: listOf(foreignText()),
        like_count: z.number().optional(),
      }),
      { isPaged: true },
    ),
    next_cursor: z.string().optional(),
  }),
};

export const reads = ["getCategories", "getPayees", "getTransactions"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { limit: most, cursor: from, ...query } = input;
  if (from !== undefined) readCursor(from, query);
  const plan = { planId: input.plan_id };
  const [categories, { live: payees }, { live: transactions }] = await Promise.all([
    cached.getCategories(plan),
    cached.getPayees(plan),
    cached.getTransactions(plan),
  ]);
  const internal: ReadonlySet<string | null | undefined> = new Set(
    categories.live.filter(isInternalCategory).map(({ id }) => id),
  );
  const nameOf = categoryNames(categories);
  const categoryName = (id: string | null | undefined): string | null =>
    internal.has(id) ? null : nameOf(id);
  const wanted = input.text === undefined ? "" : searchForm(input.text);
  const found = payeeOverview({ payees, transactions, categoryName }).filter(({ name, uses }) =>
    (!input.unused || uses === 0) && searchForm(name).includes(wanted)
  );
  const keyOf = (line: PayeeLine): SortKey => sortKey(line, input.sort);
  const page = pageOf(found, { keyOf, limit: most, query, cursor: from });
  const { items, next_cursor, cursorAfter } = page;
  return { count: found.length, payees: items, next_cursor, cursorAfter };
}

/** The most used and the latest used first. */
function sortKey(
  { payee_id: id, name, uses, last_used: lastUsed }: PayeeLine,
  sort: (typeof SORTS)[number],
): SortKey {
  if (sort === "name") return [foldName(name), id];
  if (sort === "uses") return [-uses, foldName(name), id];
  return [-Date.parse(lastUsed ?? "0000-01-01"), foldName(name), id];
}
