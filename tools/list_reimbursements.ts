import { z } from "zod";
import {
  type CategoryRecord,
  FLAG_COLORS,
  liveLines,
  type TransactionRecord,
} from "../domain/base/plan_records.ts";
import { foldName, searchForm } from "../domain/base/fold_text.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { invalidInput, ToolError } from "../domain/base/tool_error.ts";
import { type MarkedAmount, reimbursements } from "../domain/insights/reimbursements.ts";
import { partsOf } from "../domain/insights/money_lines.ts";
import { categoryScope } from "../domain/references/find_record.ts";
import { type ReferenceScope, resolveReference } from "../domain/references/resolve_reference.ts";
import { countedTransactions } from "../domain/transactions/transaction_chunks.ts";
import { foreignText, listOf, money, planInput, reference, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

const MAX_SETTLED = 10;

export const summary: ToolSummary = {
  title: "Reimbursements",
  description: "Shows which payments haven't been reimbursed, by comparing outflows and inflows " +
    "with the same flag, category or memo text.",
  profiles: ["complete"],
  example: { args: { mark: "red" } },
  meanings: {
    "totals.back": "Total of the inflows that match `mark`.",
    "open[].days": "Days since the payment.",
    settled: "The latest reimbursements, newest first.",
    "settled[].repaid_by": "Id of the transaction that reimbursed these payments.",
    marked_by: "What `mark` was interpreted as: `flag`, `category` or `memo`.",
    open: "Payments that haven't been fully reimbursed yet.",
    by: "How the reimbursement was matched: `exact` (equal amounts), `set` (the only combination " +
      "of payments that adds up to the reimbursement) or `oldest_first` (a guess).",
    ahead: "Part of `totals.back` that exceeds what was needed to fully reimburse every payment " +
      "made on or before the day the money was received. This excess doesn't reimburse later " +
      "payments.",
  },
};

export const schema = {
  input: planInput({
    mark: reference.describe("The shared flag color, category or memo text"),
  }),
  output: z.object({
    marked_by: z.string(),
    totals: z.object({ out: money(), back: money(), open: money(), ahead: money() }),
    open: listOf(
      z.object({
        transaction_id: shortId(),
        date: z.string(),
        amount: money(),
        open: money(),
        payee: foreignText(),
        days: z.number(),
      }),
      { rest: "use a flag, category or memo text that matches fewer transactions" },
    ),
    settled: listOf(z.object({
      transaction_ids: z.array(shortId()),
      repaid_by: shortId(),
      by: z.string(),
    })),
  }),
};

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  if (searchForm(input.mark) === "") {
    throw invalidInput(
      "the mark has no visible characters: pass a flag color, a category, or text that appears " +
        "in memos",
    );
  }
  const plan = { planId: input.plan_id };
  const [accounts, categories, transactions] = await Promise.all([
    cached.getAccounts(plan),
    cached.getCategories(plan),
    cached.getTransactions(plan),
  ]);
  const names = new Map(accounts.live.map(({ id, name }) => [id, name]));
  const marking = markingOf(input.mark, {
    ...categoryScope<CategoryRecord>(categories.live, categories),
    noun: "flag color or category",
  });
  const marked = countedTransactions(transactions.list).flatMap((one) =>
    marking.amounts(one).map((amount): MarkedAmount => ({
      transaction_id: one.id,
      date: one.date,
      amount,
      payee: one.payee_name ?? names.get(one.account_id) ?? "",
    }))
  );
  if (marked.length === 0 && marking.by === "memo") {
    throw new ToolError(
      "not_found",
      `${
        JSON.stringify(cleanText(input.mark))
      } is not a flag color or category, and no memo contains it: ask the user how they mark ` +
        "these payments",
    );
  }
  const { settled, ...found } = reimbursements(marked, today);
  return { marked_by: marking.by, ...found, settled: settled.slice(0, MAX_SETTLED) };
}

interface Marking {
  readonly by: "flag" | "category" | "memo";
  /** Returns the amounts in a transaction that are marked for reimbursement. */
  readonly amounts: (transaction: TransactionRecord) => readonly number[];
}

/** Interprets a reimbursement mark as a flag color, else as a category, else as text in memos. */
function markingOf(
  mark: string,
  scope: ReferenceScope<CategoryRecord>,
): Marking {
  const wanted = foldName(mark);
  if (FLAG_COLORS.some((color) => color === wanted)) {
    return {
      by: "flag",
      amounts: ({ flag_color: flag, amount }) => flag === wanted ? [amount] : [],
    };
  }
  const id = categoryNamed(mark, scope);
  if (id !== null) {
    return {
      by: "category",
      amounts: (one) =>
        partsOf(one).filter(({ category_id: own }) => own === id).map(({ amount }) => amount),
    };
  }
  const isMarked = (memo: string | null | undefined): boolean =>
    foldName(memo ?? "").includes(wanted);
  return {
    by: "memo",
    amounts: (one) =>
      isMarked(one.memo)
        ? [one.amount]
        : liveLines(one).filter(({ memo }) => isMarked(memo)).map(({ amount }) => amount),
  };
}

function categoryNamed(
  mark: string,
  scope: ReferenceScope<CategoryRecord>,
): string | null {
  try {
    return resolveReference(mark, scope).id;
  } catch (error) {
    if (error instanceof ToolError && error.code === "not_found") return null;
    throw error;
  }
}
