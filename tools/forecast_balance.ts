/**
 * Where the balance is going.
 *
 * @module
 */

import { z } from "zod";
import { cashAccountIds, checkedHorizon } from "../domain/forecast/forecast_request.ts";
import {
  amount,
  day,
  estimate,
  foreignText,
  listOf,
  money,
  month,
  planId,
  reference,
  shortId,
} from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";
import { accountIdsOf } from "../domain/search/transaction_query.ts";

export const summary: ToolSummary = {
  title: "Balance forecast",
  description:
    "Projects the balance of the open cash accounts, or of those named, month by month " +
    "from schedules, habits and typical spending, with a range (80 % of resampled pasts) and the " +
    "assumptions. Answers can-we-afford-it: put it into one_offs. list_scheduled_transactions " +
    "gives schedules alone.",
  profiles: ["fuller", "reduced"],
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    until: month.describe("Last month, YYYY-MM, at most 24 ahead"),
    account_ids: z.array(reference).min(1).max(50).optional().describe("Ids or names"),
    monthly_income: amount.optional().describe("In place of the income guessed"),
    variable_monthly: amount.optional()
      .describe("Irregular spending per month, above zero, in place of the guess; 0 for none"),
    one_offs: z.array(z.strictObject({
      date: day,
      amount: amount.describe("Negative is money out"),
      label: z.string().min(1).max(100),
    })).max(50).optional(),
  }),
  output: z.object({
    start_balance: money(),
    first_shortfall: z.object({ date: z.string(), balance: estimate() }).optional(),
    chance_below_zero: z.number(),
    accounts: listOf(z.object({
      account_id: shortId({ namedBy: "name" }),
      name: foreignText(),
      balance: money(),
    })),
    months: listOf(z.object({
      month: z.string(),
      start: estimate(),
      in: estimate(),
      out: estimate(),
      end: estimate(),
      lowest: estimate(),
      lowest_date: z.string(),
      lowest_p10: estimate(),
      p10: estimate(),
      p90: estimate(),
    })),
    assumptions: z.object({
      monthly_income: estimate(),
      variable_monthly: estimate(),
      recurring: listOf(z.object({
        payee: foreignText(),
        cadence: z.string(),
        amount: estimate(),
        next_date: z.string(),
      })),
      scheduled: listOf(z.object({
        payee: foreignText(),
        amount: money(),
        frequency: foreignText(),
        next_date: z.string(),
        times: z.number(),
      })),
      one_offs: listOf(
        z.object({ date: z.string(), amount: money(), label: foreignText() }),
        { isQuiet: true },
      ),
    }),
  }),
};

export const reads = [
  "getAccounts",
  "getCategories",
  "getScheduledTransactions",
  "getTransactions",
] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, moneyFormat, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const until = checkedHorizon(input, today);
  const plan = { planId: input.plan_id };
  const [accounts, categories, schedules, rows] = await Promise.all([
    cached.getAccounts(plan),
    cached.getCategories(plan),
    cached.getScheduledTransactions(plan),
    cached.getTransactions(plan),
  ]);
  const accountIds = input.account_ids === undefined
    ? cashAccountIds(accounts.live)
    : accountIdsOf(input.account_ids, { accounts });
  // Loaded when it is asked for: a start has no use for it.
  const { forecastBalance } = await import("../domain/forecast/forecast.ts");
  return forecastBalance({
    accounts: accounts.live,
    categories: categories.live,
    schedules: schedules.live,
    transactions: rows.live,
  }, {
    accountIds,
    today,
    until,
    monthlyIncome: input.monthly_income,
    variableMonthly: input.variable_monthly,
    oneOffs: input.one_offs,
    decimals: moneyFormat(input.plan_id).decimals,
  });
}
