import { z } from "zod";
import { sumOf } from "../domain/base/money.ts";
import { addMonths, firstOfMonth, lastOfMonth } from "../domain/base/month.ts";
import { chancesOver } from "../domain/insights/chance_over.ts";
import {
  categoryNeeds,
  type ComingPayment,
  comingPayments,
  inMonth,
} from "../domain/insights/upcoming_needs.ts";
import { moneyLines } from "../domain/insights/money_lines.ts";
import { isInternalCategory } from "../domain/base/special_categories.ts";
import { distinctCategoryNames } from "../domain/plan/category_label.ts";
import { FORECAST_READS, monthIfAny, readForecast } from "./_plan_reads.ts";
import { categoryRow, estimate, foreignText, listOf, money, planInput } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Upcoming needs",
  description:
    "Shows what each category still needs for bills and targets this month or next, and how " +
    "much of Ready to Assign and expected income is left after that.",
  profiles: ["complete"],
  meanings: {
    expected_income: "Scheduled and recurring income.",
    "expected_income.in_month": "Income expected during the month.",
    "totals.targets": "Total that all targets still need for the month.",
    bills: "Scheduled and recurring payments, by day.",
    notes: "Notes on the figures.",
    available:
      "Amount available in the category. If the answer covers next month, `available` is the " +
      "amount that will be left after this month's remaining payments, but never less than 0.",
    assigned: "Amount already assigned for next month; omitted if the answer covers the current " +
      "month, because `available` already includes the assigned amount.",
    coming:
      "Scheduled payments, and recurring charges that aren't scheduled in YNAB, through the end " +
      "of the month.",
    target: "Amount the target still needs for the month; 0 if the target is snoozed.",
    short: "The larger of `target` and (`coming` - `available` - `assigned`).",
    free: "`available` plus `assigned` minus `coming`, or 0 if that is negative.",
    chance_over:
      "Chance that the category will be overspent at the end of the month; absent if there are " +
      "fewer than 6 full months of history.",
    left: "Ready to Assign plus `expected_income.before` minus `totals.short`.",
  },
};

export const schema = {
  input: planInput({
    month: z.enum(["next", "current"]).default("next"),
  }),
  output: z.object({
    month: z.string(),
    ready_to_assign: money().optional(),
    expected_income: z.object({ before: estimate(), in_month: estimate() }).optional(),
    left: estimate().optional(),
    totals: z.object({ coming: estimate(), targets: money(), short: estimate() }).optional(),
    categories: listOf(
      z.object({
        ...categoryRow,
        available: estimate(),
        assigned: money().optional(),
        coming: estimate(),
        target: money(),
        short: estimate(),
        free: estimate(),
        chance_over: z.number().optional(),
      }),
    ),
    bills: listOf(z.object({
      date: z.string(),
      payee: foreignText(),
      amount: estimate(),
      category: foreignText().optional(),
    })),
    notes: listOf(z.string(), { hideWhenEmpty: true }),
  }),
};

export const reads = [...FORECAST_READS, "getPlanMonth"] as const;
export const writes = [] as const;

type Context = ToolContext<typeof reads, typeof writes>;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, known, moneyFormat, today }: Context,
): Promise<OutputOf<typeof schema>> {
  const plan = { planId: input.plan_id };
  const isNext = input.month === "next";
  const thisMonth = firstOfMonth(today);
  const first = addMonths(thisMonth, isNext ? 1 : 0);
  const { records, categories, transactions } = await readForecast(input, cached);
  const format = moneyFormat(input.plan_id);
  const payments = comingPayments(records, {
    today,
    until: lastOfMonth(first),
    decimals: format.decimals,
  });
  const names = distinctCategoryNames(categories.live.filter((one) => !isInternalCategory(one)));
  const bills = inMonth(payments, first)
    .filter(({ amount, isIncome }) => amount < 0 && !isIncome)
    .map(({ date, payee, amount, categoryId }) => ({
      date,
      payee,
      amount: -amount,
      category: names.get(categoryId ?? "") ?? null,
    }));
  const asked = await monthIfAny(cached, { ...plan, month: first });
  const name = first.slice(0, 7);
  if (asked === null) {
    return {
      month: name,
      bills,
      notes: [`YNAB has no data for ${name} yet, so only bills are included.`],
    };
  }
  const needs = categoryNeeds({
    month: asked,
    current: isNext ? await cached.getPlanMonth({ ...plan, month: thisMonth }) : null,
    payments,
    format,
    inOrder: await known.categories(input.plan_id),
  });
  const total = (field: "coming" | "target" | "short"): number =>
    sumOf(needs.map((need) => need[field]));
  const totals = { coming: total("coming"), targets: total("target"), short: total("short") };
  const chances = isNext
    ? new Map<string, number>()
    : chancesOver(asked.categories, moneyLines(transactions.list, records), { today, payments });
  const incomeIn = (month: string): number => incomeOf(inMonth(payments, month));
  const before = isNext ? incomeIn(thisMonth) : 0;
  return {
    month: name,
    ready_to_assign: asked.to_be_budgeted,
    expected_income: { before, in_month: incomeIn(first) },
    left: asked.to_be_budgeted + before - totals.short,
    totals,
    categories: needs.map(({ assigned, ...need }) => ({
      ...need,
      assigned: assigned === 0 ? null : assigned,
      chance_over: shown(chances.get(need.category_id)),
    })),
    bills,
    notes: bills.some(({ category }) => category === null)
      ? ["Bills without a category aren't in any total."]
      : [],
  };
}

function shown(chance: number | undefined): number | null {
  return chance === undefined ? null : Math.round(chance * 100) / 100;
}

function incomeOf(payments: readonly ComingPayment[]): number {
  return sumOf(payments.filter(({ isIncome }) => isIncome).map(({ amount }) => amount));
}
