import { z } from "zod";
import { forecastInSteps } from "../domain/forecast/forecast.ts";
import {
  cashAccountIds,
  checkedHorizon,
  refuseUnpayableOneOffs,
} from "../domain/forecast/forecast_request.ts";
import { accountIdsOf } from "../domain/search/transaction_query.ts";
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

export const summary: ToolSummary = {
  title: "Balance forecast",
  description:
    "Projects the balance of open cash accounts (or those you name) by month from schedules, " +
    "habits and typical spending, with an 80% range and the assumptions. To test whether " +
    "something is affordable, pass it in one_offs. For schedules alone use " +
    "list_scheduled_transactions.",
  profiles: ["fuller", "reduced"],
  example: {
    args: {
      until: "2027-01",
      one_offs: [{ date: "2026-12-20", amount: -900, label: "New washing machine" }],
    },
  },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    until: month.describe("Last month, YYYY-MM, up to 24 ahead"),
    account_ids: z.array(reference).min(1).max(50).optional().describe("Ids or names"),
    monthly_income: amount.optional().describe("Replaces the estimated income"),
    variable_monthly: amount.optional()
      .describe("Irregular monthly spending, positive, replaces the estimate; 0 for none"),
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
  { cached, inTurns, moneyFormat, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const until = checkedHorizon(input, today);
  const refuseUnpayable = (): void =>
    refuseUnpayableOneOffs(input.one_offs ?? [], moneyFormat(input.plan_id));
  refuseUnpayable();
  const plan = { planId: input.plan_id };
  const [accounts, categories, schedules, rows] = await Promise.all([
    cached.getAccounts(plan),
    cached.getCategories(plan),
    cached.getScheduledTransactions(plan),
    cached.getTransactions(plan),
  ]);
  // The first read of a plan gives its currency.
  refuseUnpayable();
  const accountIds = input.account_ids === undefined
    ? cashAccountIds(accounts.live)
    : accountIdsOf(input.account_ids, { accounts });
  const steps = forecastInSteps({
    accounts: accounts.live,
    categories: categories.live,
    schedules: schedules.live,
    transactions: rows.list,
  }, {
    accountIds,
    today,
    until,
    monthlyIncome: input.monthly_income,
    variableMonthly: input.variable_monthly,
    oneOffs: input.one_offs,
    decimals: moneyFormat(input.plan_id).decimals,
  });
  return await inTurns(steps);
}
