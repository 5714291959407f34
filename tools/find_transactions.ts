import { z } from "zod";
import { cleanText } from "../domain/base/clean_text.ts";
import { fromMilliunits } from "../domain/base/money.ts";
import { type MoneyFormat, writeExactly } from "../domain/base/money_format.ts";
import {
  FLAG_COLORS,
  flagOf,
  liveLines,
  type TransactionRecord,
} from "../domain/base/plan_records.ts";
import { invalidInput } from "../domain/base/tool_error.ts";
import { namesPayee } from "../domain/payees/payee_key.ts";
import { accountIdsOf, categoryIdsOf } from "../domain/references/find_record.ts";
import { pageOf, pagingOf } from "../domain/search/cursor.ts";
import { GROUPINGS, groupSortKey, groupTransactions } from "../domain/search/transaction_groups.ts";
import {
  categoryName,
  type PlanNames,
  planNames,
  refuseEmptyRange,
  type TransactionQuery,
} from "../domain/search/transaction_query.ts";
import {
  findBestMatches,
  findMatches,
  nearPayee,
  pageOfTransactions,
  SORTS,
  type TransactionSearch,
} from "../domain/search/transaction_search.ts";
import type { Transactions } from "../domain/transactions/transaction_chunks.ts";
import {
  accountIds,
  amount,
  categoryIds,
  cursor,
  day,
  foreignText,
  limit,
  listOf,
  money,
  planInput,
  shortId,
} from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Find transactions",
  description:
    "Finds transactions of any age by date, amount, account, category, payee, text or status, " +
    "with totals across all pages. To see where money went, use group_by for totals instead of " +
    "rows.",
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
  input: planInput({
    since: day.optional(),
    until: day.optional(),
    amount: amount.optional().describe("Exact amount; negative is money out"),
    min_amount: amount.optional(),
    max_amount: amount.optional(),
    account_ids: accountIds.describe("Ids or names"),
    category_ids: categoryIds.describe("In split transactions, only matching lines count"),
    payee: z.string().min(1).max(200).optional().describe(
      "Matches the beginnings of words in the payee or bank description",
    ),
    text: z.string().min(1).max(200).optional().describe("Like payee, but also searches memos"),
    uncategorized: z.boolean().optional(),
    unapproved: z.boolean().optional(),
    cleared: z.enum(["cleared", "uncleared", "reconciled"]).optional(),
    flag: z.enum(FLAG_COLORS).optional(),
    direction: z.enum(["in", "out"]).optional(),
    sort: z.enum(SORTS).default("newest"),
    group_by: z.enum(GROUPINGS).optional(),
    include_transfers: z.boolean().default(false)
      .describe("Include transfers and off-budget accounts in the groups"),
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

type Input = InputOf<typeof schema>;
type Shown = NonNullable<OutputOf<typeof schema>["transactions"]>[number];

export async function handler(
  input: Input,
  { cached, moneyFormat }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  refuseEmptyRange(input);
  const paging = pagingOf(input);
  const plan = { planId: input.plan_id };
  const [{ list }, accounts, categories] = await Promise.all([
    cached.getTransactions(plan),
    cached.getAccounts(plan),
    cached.getCategories(plan),
  ]);
  const names = planNames(accounts, categories);
  const { rule } = names;
  const query: TransactionQuery = {
    ...input,
    account_ids: input.account_ids && accountIdsOf(input.account_ids, accounts),
    category_ids: input.category_ids && categoryIdsOf(input.category_ids, categories),
  };
  if (input.uncategorized && query.category_ids?.isDisjointFrom(rule.uncategorizedIds)) {
    throw invalidInput("uncategorized transactions have no category: leave out category_ids");
  }
  const search = { query, rule };
  const { matches, reach } = findBestMatches(list, search);
  const hintFor = (count: number): string | null => {
    if (count > 0) return reach === "word" ? null : reachHint(input, { reach, count });
    const format = moneyFormat(input.plan_id);
    return nearHint(list, search) ?? oppositeHint(list, search, format);
  };
  if (input.group_by !== undefined) {
    const { group_by: by, include_transfers: includeTransfers } = input;
    const options = { by, names, includeTransfers };
    const { groups, ...totals } = groupTransactions(matches, options);
    const { items: rows, ...rest } = pageOf(groups, {
      ...paging,
      keyOf: (one) => groupSortKey(one, by),
    });
    return { ...totals, hint: hintFor(totals.count), groups: rows, ...rest };
  }
  const { transactions: rows, ...rest } = pageOfTransactions(matches, input.sort, paging);
  const transactions = rows.map((row) => transactionLine(row, names));
  return { ...rest, hint: hintFor(rest.count), transactions };
}

/** If no transaction contains the search text, returns a hint that suggests a similar payee. */
function nearHint(
  live: Transactions<TransactionRecord>,
  { query, rule }: TransactionSearch,
): string | null {
  for (const name of ["payee", "text"] as const) {
    const typed = query[name];
    if (typed === undefined) continue;
    if (findMatches(live, { query: { [name]: typed }, rule }).length > 0) continue;
    const near = nearPayee(typed, live);
    if (near === null) return null;
    const where = name === "payee" ? "payee contains" : "payee or memo contains";
    return `No ${where} "${cleanText(typed)}"; did you mean "${cleanText(near)}"?`;
  }
  return null;
}

/**
 * Returns a hint that says how many transactions have the requested amount with the opposite sign.
 */
function oppositeHint(
  live: Transactions<TransactionRecord>,
  search: TransactionSearch,
  format: MoneyFormat,
): string | null {
  const { amount } = search.query;
  if (amount === undefined || amount === 0) return null;
  const query = { ...search.query, amount: -amount, direction: undefined };
  const count = findBestMatches(live, { ...search, query }).matches.length;
  if (count === 0) return null;
  const [wanted, opposite] = [amount, -amount].map((one) =>
    writeExactly(fromMilliunits(one), format)
  );
  const direction = amount > 0 ? "money out is negative" : "money in is positive";
  return `no transaction has the amount ${wanted}, but ${count} ${count === 1 ? "has" : "have"} ` +
    `${opposite} (${direction})`;
}

/**
 * Returns a hint that the matching transactions contain the search text only as parts of words.
 */
function reachHint(
  { payee, text }: Input,
  { reach, count }: { readonly reach: "start" | "inside"; readonly count: number },
): string {
  const searched = [payee, text].filter((one) => one !== undefined);
  const words = searched.map((one) => `"${cleanText(one)}"`).join(" and ");
  const isWord = searched.length === 1 && !/\s/u.test(text?.trim() ?? "");
  const missing = text === undefined
    ? `No transaction in this search has a payee called ${words}`
    : `No row in this search has the ${isWord ? "word" : "words"} ${words}`;
  const rows = count === 1 ? "1 row has" : `${count} rows have`;
  const instead = reach === "start"
    ? `${count === 1 ? "a word that begins" : "words that begin"} with this text`
    : "these letters inside a word or bank reference";
  return `${missing}; ${rows} ${instead}`;
}

/** Returns a transaction as it appears in answers, with current account and category names. */
function transactionLine(transaction: TransactionRecord, names: PlanNames): Shown {
  const { debt_transaction_type: loan = null } = transaction;
  const lines = liveLines(transaction);
  return {
    transaction_id: transaction.id,
    date: transaction.date,
    amount: transaction.amount,
    payee: transaction.payee_name ?? null,
    memo: transaction.memo ?? null,
    account: names.accounts.get(transaction.account_id) ?? transaction.account_name,
    category: lines.length > 0 ? null : categoryName(transaction, names),
    flag: flagOf(transaction),
    cleared: transaction.cleared,
    approved: transaction.approved,
    transfer: (transaction.transfer_account_id ?? null) !== null,
    loan: loan === null || namesPayee(transaction) ? null : loan,
    lines: lines.map((line) => ({
      amount: line.amount,
      category: categoryName(line, names),
      memo: line.memo ?? null,
    })),
  };
}
