import { z } from "zod";
import { categoryNames } from "../domain/plan/category_label.ts";
import { compareTexts, foldName, searchForm } from "../domain/base/fold_text.ts";
import { liveLines, type TransactionRecord } from "../domain/base/plan_records.ts";
import { isInternalCategory } from "../domain/base/special_categories.ts";
import {
  isOwnPayee,
  isTransferPayee,
  likePayees,
  type PayeeRecord,
} from "../domain/payees/payee_index.ts";
import { pageOf, pagingOf, type SortKey } from "../domain/search/cursor.ts";
import { preparedNeedle, wordLines } from "../domain/search/search_text.ts";
import { refuseEmptyRange } from "../domain/search/transaction_query.ts";
import { countedTransactions } from "../domain/transactions/transaction_chunks.ts";
import { cursor, foreignText, limit, listOf, planInput, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

const SORTS = ["uses", "name", "last_used"] as const;

export const summary: ToolSummary = {
  title: "List payees",
  description: "Lists each payee's use count, last use, usual category and similar names. " +
    "Use find_transactions for payments.",
  profiles: ["complete"],
  example: { args: { text: "amazon" } },
};

export const schema = {
  input: planInput({
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
  refuseEmptyRange({ text: input.text });
  const paging = pagingOf(input);
  const plan = { planId: input.plan_id };
  const [categories, { live: payees }, { list: transactions }] = await Promise.all([
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
  const { text = "" } = input;
  const [wanted, hasWord] = [searchForm(text), preparedNeedle(text, "word")];
  const usesByPayee = usesIn(countedTransactions(transactions));
  const usesOf = ({ id }: PayeeRecord): readonly Use[] => usesByPayee.get(id) ?? [];
  const listed = payees.filter((payee) => !payee.deleted && !isTransferPayee(payee));
  const like = likePayees(
    listed.filter(isOwnPayee).toSorted((a, b) => usesOf(b).length - usesOf(a).length),
    MAX_LIKE,
  );
  const found = listed
    .filter((payee) =>
      (!input.unused || usesOf(payee).length === 0) &&
      (searchForm(payee.name).includes(wanted) || hasWord(wordLines([payee.name])))
    )
    .map((payee) => ({
      payee,
      lastUsed: usesOf(payee).map(({ date }) => date).sort().at(-1) ?? null,
    }));
  /** Returns a key that sorts payees by name, by number of uses, or by last use, as requested. */
  const keyOf = ({ payee, lastUsed }: (typeof found)[number]): SortKey => {
    const names = [foldName(payee.name), payee.id];
    if (input.sort === "name") return names;
    const count = usesOf(payee).length;
    return [input.sort === "uses" ? -count : -Date.parse(lastUsed ?? "0000-01-01"), ...names];
  };
  const { items, ...rest } = pageOf(found, { keyOf, ...paging });
  return {
    count: found.length,
    payees: items.map(({ payee, lastUsed }) => {
      const { others = [], count = 0 } = like.get(payee.id) ?? {};
      return {
        payee_id: payee.id,
        name: payee.name,
        uses: usesOf(payee).length,
        last_used: lastUsed,
        category: usualCategory(usesOf(payee), categoryName),
        like: others.map(({ name }) => name),
        like_count: count > others.length ? count : null,
      };
    }),
    ...rest,
  };
}

/** Maximum number of similar spellings per payee; dates in bank labels cause many spellings. */
const MAX_LIKE = 3;

/** Number of recent uses that determine a payee's usual category. */
const LATEST_USES = 20;

interface Use {
  readonly date: string;
  readonly categoryId: string | null;
}

/** Collects the uses of each payee in transactions and split lines. */
function usesIn(transactions: readonly TransactionRecord[]): ReadonlyMap<string, readonly Use[]> {
  const uses = transactions.flatMap((row) => {
    const lines = liveLines(row);
    // Ignore the category of a split transaction, because the lines have their own categories.
    const own = lines.length > 0 ? { ...row, category_id: null } : row;
    return [own, ...lines].map(({ payee_id: payeeId, category_id: categoryId = null }) => ({
      payeeId,
      date: row.date,
      categoryId,
    }));
  });
  return Map.groupBy(uses, ({ payeeId }) => payeeId ?? "");
}

/** Returns a payee's most common category in recent transactions; in a tie, the one used last. */
function usualCategory(
  uses: readonly Use[],
  categoryName: (id: string | null) => string | null,
): string | null {
  const named = uses.toSorted((a, b) => compareTexts(b.date, a.date))
    .flatMap(({ categoryId }) => categoryName(categoryId) ?? [])
    .slice(0, LATEST_USES);
  const byName = Map.groupBy(named, (name) => name);
  const most = Math.max(0, ...byName.values().map(({ length }) => length));
  return byName.entries().find(([, { length }]) => length === most)?.[0] ?? null;
}
