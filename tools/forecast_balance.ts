import { z } from "zod";
import { forecastInSteps } from "../domain/forecast/forecast.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { refuseFiner } from "../domain/base/money_format.ts";
import { lastOfMonth, monthsBetween, parseMonth } from "../domain/base/month.ts";
import { cashAccountIds } from "../domain/forecast/cash_flows.ts";
import { invalidInput } from "../domain/base/tool_error.ts";
import { accountIdsOf } from "../domain/references/find_record.ts";
import { FORECAST_READS, readForecast } from "./_plan_reads.ts";
import {
  accountIds,
  amount,
  day,
  estimate,
  foreignText,
  listOf,
  money,
  month,
  planInput,
  shortId,
} from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Balance forecast",
  description:
    "Projects monthly balances of open cash accounts (or those you name) from scheduled " +
    "transactions, recurring payments and typical spending; returns an 80% range and the " +
    "assumptions. To test affordability, pass the purchase in one_offs. Use " +
    "list_scheduled_transactions to see scheduled transactions.",
  profiles: ["fuller", "reduced"],
  example: {
    args: {
      until: "2027-01",
      one_offs: [{ date: "2026-12-20", amount: -900, label: "New washing machine" }],
    },
  },
};

export const schema = {
  input: planInput({
    until: month.describe("Final month (YYYY-MM), up to 24 months ahead"),
    account_ids: accountIds.describe("Ids or names"),
    monthly_income: amount.optional().describe("Overrides the estimated income"),
    variable_monthly: amount.optional()
      .describe("Overrides the estimated irregular spending per month; at least 0"),
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
        { hideWhenEmpty: true },
      ),
    }),
  }),
};

export const reads = FORECAST_READS;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, inTurns, moneyFormat, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const until = checkedHorizon(input, today);
  const payments = (input.one_offs ?? []).map((one) => ({ ...one, label: cleanText(one.label) }));
  refuseFiner(payments, moneyFormat(input.plan_id));
  const { records, accounts } = await readForecast(input, cached);
  // Check the amounts again, because the plan's currency may have been unknown before this read.
  const format = moneyFormat(input.plan_id);
  refuseFiner(payments, format);
  const accountIds = input.account_ids === undefined
    ? cashAccountIds(accounts.live)
    : accountIdsOf(input.account_ids, accounts);
  const steps = forecastInSteps(records, {
    accountIds,
    today,
    until,
    monthlyIncome: input.monthly_income,
    variableMonthly: input.variable_monthly,
    oneOffs: input.one_offs,
    decimals: format.decimals,
  });
  return await inTurns(steps);
}

const MAX_MONTHS = 24;

/** Rejects invalid dates and amounts before any request; returns the forecast's last month. */
function checkedHorizon(input: InputOf<typeof schema>, today: string): string {
  const until = parseMonth(input.until, today) ?? input.until;
  const ahead = monthsBetween(today, until);
  if (ahead < 0) {
    throw invalidInput(`\`until\` (${input.until}) is in the past: use this month or a later one`);
  }
  if (ahead > MAX_MONTHS) {
    throw invalidInput(
      `\`until\` (${input.until}) is more than ${MAX_MONTHS} months ahead: use an ` +
        "earlier month",
    );
  }
  for (const name of ["monthly_income", "variable_monthly"] as const) {
    if ((input[name] ?? 0) < 0) {
      throw invalidInput(`${name} must be at least 0: pass the monthly total without a minus sign`);
    }
  }
  const last = lastOfMonth(until);
  const outside = input.one_offs?.filter(({ date }) => date < today || date > last) ?? [];
  if (outside.length === 0) return until;
  throw invalidInput(
    `the dates in one_offs must be between today (${today}) and the end of the month in ` +
      `\`until\` (${last})`,
    outside.map(({ date, label }) => `${date} ${cleanText(label)}`),
  );
}
