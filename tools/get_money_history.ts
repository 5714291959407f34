import { z } from "zod";
import { addMonths, firstOfMonth, monthsBetween, parseMonth } from "../domain/base/month.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { invalidInput, ToolError } from "../domain/base/tool_error.ts";
import { type MoneyHistory, moneyHistory } from "../domain/insights/money_history.ts";
import { categoryIdsOf } from "../domain/references/find_record.ts";
import { categoryIds, estimate, foreignText, listOf, money, month, planInput } from "./_schema.ts";
import { countedTransactions } from "../domain/transactions/transaction_chunks.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

const MAX_MONTHS = 120;

export const summary: ToolSummary = {
  title: "Money history",
  description:
    "Shows monthly net worth and why it changed; income, spending and savings; and how long " +
    "budget accounts could cover spending without income.",
  profiles: ["complete"],
  meanings: {
    "months[].net_worth": "Net worth at the end of the month or, for the current month, today.",
    "months[].assets": "Total of all positive account balances.",
    "months[].unfinished": "Whether this is the current month.",
    "change.net_worth": "Sum of the other amounts in `change`.",
    "totals.loan_costs": "Interest, fees and escrow on loans.",
    "totals.invested": "Amount moved from categories to tracking accounts that hold assets.",
    "totals.debt_paid": "Amount paid from categories toward loans.",
    kinds: "Balances by kind of account, at the start and end of the period.",
    "kinds[].contributed": "Net transfers to tracking accounts that hold assets.",
    "kinds[].gained": "Change in value, excluding transfers.",
    largest: "Categories with the most spending.",
    lasts: "How long the money in on-budget accounts would last without income.",
    "lasts.daily_outflow": "Average daily outflow over `window_days` days.",
    "lasts.window_days": "Number of days from the first outflow to the last (at most 360).",
    notes: "Notes on the figures.",
    debts: "Amount owed on accounts with a negative balance, as a positive amount.",
    saved:
      "Income minus spending and loan costs. Principal payments and investments count as savings.",
    savings_rate: "Savings as a percentage of income.",
    gains: "Changes in the value of assets in tracking accounts, excluding transfers.",
    opened: "Starting balances of accounts added in this period.",
    corrections: "Balance adjustments in on-budget and loan accounts.",
    unpaired: "Transfers whose other side is missing.",
    days_of_buffering: "Balance of all on-budget accounts divided by the average daily " +
      "outflow (without loan payments), as in Toolkit for YNAB.",
    runway_days:
      "Total balance of all on-budget accounts divided by average daily spending, which includes " +
      "loan payments and is calculated from full months only.",
  },
};

export const schema = {
  input: planInput({
    since: month.optional().describe('Default: 11 months before "until"'),
    until: month.default("current"),
    leave_out: categoryIds
      .describe("Categories to ignore when estimating how long money will last"),
  }),
  output: z.object({
    months: listOf(z.object({
      month: z.string(),
      net_worth: money(),
      assets: money(),
      debts: money(),
      income: money(),
      spending: money(),
      saved: money(),
      savings_rate: z.number().optional(),
      age_of_money: z.number().optional(),
      unfinished: z.boolean().optional(),
    })),
    change: z.object({
      from: z.string(),
      to: z.string(),
      net_worth: money(),
      saved: money(),
      gains: money(),
      opened: money(),
      corrections: money(),
      unpaired: money().optional(),
    }),
    totals: z.object({
      income: money(),
      spending: money(),
      loan_costs: money(),
      saved: money(),
      savings_rate: z.number().optional(),
      invested: money(),
      debt_paid: money(),
    }),
    kinds: listOf(z.object({
      kind: z.string(),
      start: money(),
      end: money(),
      contributed: money().optional(),
      gained: money().optional(),
    })),
    largest: listOf(z.object({
      category: foreignText(),
      group: foreignText().optional(),
      spending: money(),
    })),
    lasts: z.object({
      days_of_buffering: z.number().optional(),
      runway_days: z.number().optional(),
      daily_outflow: estimate().optional(),
      window_days: z.number().optional(),
    }),
    notes: listOf(z.string(), { hideWhenEmpty: true }),
  }),
};

export const reads = ["getAccounts", "getCategories", "getPlanMonths", "getTransactions"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const range = checkedRange(input, today);
  const plan = { planId: input.plan_id };
  const [accounts, categories, months, transactions] = await Promise.all([
    cached.getAccounts(plan),
    cached.getCategories(plan),
    cached.getPlanMonths(plan),
    cached.getTransactions(plan),
  ]);
  const history = moneyHistory({
    accounts: accounts.live,
    categories: categories.live,
    months,
    transactions: transactions.list,
  }, {
    ...range,
    today,
    leftOut: categoryIdsOf(input.leave_out ?? [], categories),
  });
  if (history.months.length === 0) {
    const first = addMonths(history.change.from, 1, 1).slice(0, 7);
    throw new ToolError(
      "not_found",
      `\`until\` (${range.until.slice(0, 7)}) is before the plan's first transactions, in ` +
        `${first}: there is no earlier data`,
    );
  }
  return {
    ...history,
    change: { ...history.change, unpaired: history.change.unpaired || null },
    notes: countedTransactions(transactions.list).length === 0
      ? ["The plan has no transactions."]
      : notesOn(history, range.since),
  };
}

/** Rejects months that can't have a history, such as future months, before any request to YNAB. */
function checkedRange(
  input: InputOf<typeof schema>,
  today: string,
): { readonly since: string; readonly until: string } {
  const until = parseMonth(input.until, today) ?? input.until;
  if (until > firstOfMonth(today)) {
    throw invalidInput(
      `\`until\` (${input.until}) is in the future: use this month or an earlier one`,
    );
  }
  const since = input.since === undefined
    ? addMonths(until, -11, 1)
    : parseMonth(input.since, today) ?? input.since;
  if (since > until) {
    throw invalidInput(`\`since\` (${since.slice(0, 7)}) is after \`until\` (${input.until})`);
  }
  if (monthsBetween(since, until) >= MAX_MONTHS) {
    throw invalidInput(
      `\`since\` and \`until\` span more than ${MAX_MONTHS} months: use a shorter range`,
    );
  }
  return { since, until };
}

function notesOn(
  { months, incompleteAccounts }: Pick<MoneyHistory, "months" | "incompleteAccounts">,
  since: string,
): readonly string[] {
  const first = months[0]?.month;
  return [
    ...(first !== undefined && first > since.slice(0, 7)
      ? [`The plan's transactions begin in ${first}.`]
      : []),
    ...(months.some(({ unfinished }) => unfinished)
      ? ["The current month isn't finished, so rates exclude it."]
      : []),
    ...incompleteAccounts.map((name) =>
      `The transactions in ${
        cleanText(name)
      } don't add up to its balance, so its earlier balances may be wrong.`
    ),
  ];
}
