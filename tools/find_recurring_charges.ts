import { z } from "zod";
import type { ScheduledRecord } from "../domain/base/plan_records.ts";
import { isInternalCategory } from "../domain/base/special_categories.ts";
import { distinctCategoryNames } from "../domain/plan/category_label.ts";
import { compareTexts } from "../domain/base/fold_text.ts";
import { sumOf } from "../domain/base/money.ts";
import { type MoneyFormat, roundToDecimals } from "../domain/base/money_format.ts";
import {
  enteredPayments,
  enteredSeries,
  type RecurringSeries,
  recurringSeries,
  scheduledDate,
} from "../domain/recurrence/recurrence.ts";
import { estimate, foreignText, listOf, money, planInput } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Recurring charges",
  description: "Finds subscriptions and recurring bills (weekly to yearly), most expensive " +
    "first, with current price, yearly cost, next date and price changes. Use " +
    "list_scheduled_transactions for scheduled payments.",
  profiles: ["fuller"],
  example: { args: { lookback_months: 6 } },
};

const charge = z.object({
  payee: foreignText(),
  cadence: z.enum(["weekly", "biweekly", "monthly", "quarterly", "half-yearly", "yearly"]),
  amount: estimate(),
  typical: z.boolean().optional().describe("Whether amounts vary"),
  last_amount: money().optional(),
  yearly_amount: estimate(),
  times_seen: z.number(),
  last_date: z.string(),
  next_date: z.string(),
  price: z.enum(["steady", "changed", "unknown"]),
  price_change: z.object({ before: estimate(), after: estimate(), since: z.string() }).optional(),
  category: foreignText().optional(),
  scheduled: z.boolean().optional(),
});

export const schema = {
  input: planInput({
    include_income: z.boolean().default(false),
    lookback_months: z.number().int().min(3).max(36).default(36),
  }),
  output: z.object({ yearly_total: estimate(), charges: listOf(charge), income: listOf(charge) }),
};

export const reads = ["getCategories", "getScheduledTransactions", "getTransactions"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, moneyFormat, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const plan = { planId: input.plan_id };
  const [{ list: rows }, { live: schedules }, { live: categories }] = await Promise.all([
    cached.getTransactions(plan),
    cached.getScheduledTransactions(plan),
    cached.getCategories(plan),
  ]);
  const format = moneyFormat(input.plan_id);
  const own = categories.filter((category) => !isInternalCategory(category));
  const names = distinctCategoryNames(own);
  const series = recurringSeries(rows, { today, lookbackMonths: input.lookback_months });
  const entered = enteredSeries(schedules, series);
  const once = enteredPayments(schedules, series.filter((one) => !entered.has(one)));
  const chargesIn = (direction: "in" | "out"): z.output<typeof charge>[] =>
    series.filter((one) => one.direction === direction)
      .map((one) => ({
        ...chargeOf(one, format, entered.get(one)),
        category: names.get(one.categoryId ?? ""),
        scheduled: entered.has(one) || once.some((payment) => payment.series === one),
      }))
      .sort((a, b) => b.yearly_amount - a.yearly_amount || compareTexts(a.payee, b.payee));
  const charges = chargesIn("out");
  return {
    yearly_total: sumOf(charges.map(({ yearly_amount: yearly }) => yearly)),
    charges,
    income: input.include_income ? chargesIn("in") : null,
  };
}

function chargeOf(
  series: RecurringSeries,
  { decimals }: MoneyFormat,
  schedule: ScheduledRecord | undefined,
): z.output<typeof charge> {
  const { price: { current, usual, change, isFixed }, due: { rhythm }, transactions } = series;
  // Rounded here, so that the displayed amounts add up.
  const amount = roundToDecimals(current, decimals);
  const lastAmount = Math.abs(transactions.at(-1)?.amount ?? 0);
  return {
    payee: series.payee,
    cadence: rhythm.cadence,
    amount,
    ...(isFixed ? {} : { typical: true, last_amount: lastAmount }),
    // Round each yearly amount here, so that the displayed amounts add up to the total.
    yearly_amount: roundToDecimals(
      roundToDecimals(usual, decimals) * rhythm.paymentsPerYear,
      decimals,
    ),
    times_seen: transactions.length,
    last_date: series.lastDate,
    next_date: schedule === undefined ? series.nextDate : scheduledDate(schedule, series),
    price: change !== null ? "changed" : isFixed ? "steady" : "unknown",
    price_change: change ?? undefined,
  };
}
