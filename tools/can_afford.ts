import { z } from "zod";
import { categoriesDue } from "../domain/schedules/occurrences.ts";
import { refuseFiner } from "../domain/base/money_format.ts";
import { addMonths, firstOfMonth, lastOfMonth } from "../domain/base/month.ts";
import { invalidInput } from "../domain/base/tool_error.ts";
import { expectedInSteps } from "../domain/forecast/forecast.ts";
import {
  type CashAnswer,
  cashAnswerInSteps,
  lastDayOf,
  MAX_MONTHS_AHEAD,
  type PlanAnswer,
  planAnswer,
} from "../domain/insights/afford.ts";
import { cashAccountIds } from "../domain/forecast/cash_flows.ts";
import { comingByCategory, comingPayments } from "../domain/insights/upcoming_needs.ts";
import { accountIdsOf, findCategory } from "../domain/references/find_record.ts";
import {
  accountIds,
  amount,
  day,
  estimate,
  foreignText,
  listOf,
  money,
  planInput,
  positiveAmount,
  reference,
  shortId,
} from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Affordability",
  description:
    "Checks whether there's enough cash for a payment (at most a 10% risk of a shortfall within " +
    "3 months) and enough in the plan (the category's spare money, Ready to Assign, then other " +
    "categories' surpluses).",
  profiles: ["complete"],
  example: { args: { amount: 900, date: "2026-12-20", category_id: "Vacation" } },
  meanings: {
    monthly_times: "Number of monthly payments of this amount (default 1).",
    keep_at_least: "Balance that must remain in the accounts at the end of each day.",
    "chance_below.without":
      "Estimated risk of a shortfall if the payment isn't made (the lowest possible " +
      "estimate is 0.05).",
    "chance_below.with":
      "Estimated risk of a shortfall if the payment is made (the lowest possible " +
      "estimate is 0.05).",
    "lowest.balance_with": "Expected balance on `lowest.date` if the payment is made.",
    "category.free": "The category's available amount minus its bills still due this month.",
    "from[].free": "Amount that can be taken from the category.",
    "from[].take": "Amount to move from the category.",
    basis: "Data used to compute `chance_below`.",
    "basis.finished_months": "Number of full months of history.",
    verdict:
      "`yes_if_moved`: affordable if you move money from the categories in `from`. `unknown`: " +
      "fewer than 12 full months of history.",
    chance_below:
      "Estimated risk that at least one day from `date` to `basis.until` ends with a balance " +
      "below `limit` (the lowest possible estimate is 0.05).",
    safe_amount:
      "Largest amount that is safe to pay no matter which day you pay it, from `date` through " +
      "one year from today.",
    earliest_date: "First day, on or after `date`, when there is enough cash for the payment.",
    lowest: "Day with the lowest expected balance.",
    coming: "Total of the category's bills that are still due this month.",
    delays: "Targets that have a due date and would be delayed by the payment.",
    until: "Last day considered.",
  },
};

export const schema = {
  input: planInput({
    amount: positiveAmount,
    date: day.optional().describe("Default today"),
    category_id: reference.optional().describe("Id or name"),
    monthly_times: z.number().int().min(1).max(24).default(1),
    keep_at_least: amount.default(0),
    account_ids: accountIds,
  }),
  output: z.object({
    verdict: z.enum(["yes", "yes_if_moved", "later", "no", "unknown"]),
    chance_below: z.object({ without: z.number().optional(), with: z.number().optional() }),
    limit: money(),
    safe_amount: money().optional(),
    earliest_date: z.string().optional(),
    lowest: z.object({ date: z.string(), balance: estimate(), balance_with: estimate() }),
    category: z.object({
      name: foreignText(),
      available: money(),
      coming: money(),
      free: money(),
    }).optional(),
    from: listOf(z.object({
      category_id: shortId({ namedBy: "category" }),
      category: foreignText(),
      free: money(),
      take: money(),
    })),
    delays: listOf(z.object({ category: foreignText(), months: z.number() })),
    basis: z.object({ finished_months: z.number(), until: z.string() }),
  }),
};

export const reads = [
  "getAccounts",
  "getPlanMonth",
  "getScheduledTransactions",
  "getTransactions",
] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, inTurns, known, moneyFormat, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { keep_at_least: limit, date = today, monthly_times: times } = input;
  refuseOutside(date, today);
  const refuseUnpayable = (): void =>
    refuseFiner([
      { label: "amount", amount: input.amount },
      { label: "keep_at_least", amount: limit },
    ], moneyFormat(input.plan_id));
  refuseUnpayable();
  const plan = { planId: input.plan_id };
  const [accounts, month, { live: schedules }, rows] = await Promise.all([
    cached.getAccounts(plan),
    cached.getPlanMonth({ ...plan, month: firstOfMonth(today) }),
    cached.getScheduledTransactions(plan),
    cached.getTransactions(plan),
  ]);
  // Check the amounts again, because the plan's currency may have been unknown before this read.
  refuseUnpayable();
  const format = moneyFormat(input.plan_id);
  const accountIds = input.account_ids === undefined
    ? cashAccountIds(accounts.live)
    : accountIdsOf(input.account_ids, accounts);
  const category = input.category_id === undefined ? null : findCategory(input.category_id, {
    categories: month.categories,
    knownIds: known.ids(input.plan_id),
    insteadOfReadyToAssign: "leave out category_id",
  });
  const { categories } = month;
  const records = { accounts: accounts.live, categories, schedules, transactions: rows.list };
  const comingNow = category === null
    ? []
    : comingPayments(records, { today, until: lastOfMonth(today), decimals: format.decimals });
  const coming = comingByCategory(comingNow).get(category?.id ?? null) ?? 0;
  const payable = planAnswer(month, {
    amount: input.amount,
    category,
    coming,
    dueCategoryIds: categoriesDue(schedules, { today, month: month.month }),
    today,
    format,
  });
  const latest = lastDayOf({ date: addMonths(today, MAX_MONTHS_AHEAD), times });
  const until = firstOfMonth(latest);
  const paths = await inTurns(
    expectedInSteps(records, { accountIds, today, until, decimals: format.decimals }),
  );
  const payments = { amount: input.amount, date, times, today, limit };
  const cash = await inTurns(cashAnswerInSteps(paths, payments, format));
  const verdict = verdictOf(cash, payable);
  return {
    verdict,
    chance_below: cash.chance ?? {},
    limit,
    safe_amount: cash.safeAmount,
    earliest_date: verdict === "no" ? null : cash.earliestDate,
    lowest: cash.lowest,
    category: payable.category,
    from: payable.from,
    delays: payable.delays,
    basis: { finished_months: paths.finishedMonths, until: lastDayOf(payments) },
  };
}

function verdictOf(
  { chance, isSafe, earliestDate }: CashAnswer,
  { missing, from }: PlanAnswer,
): z.output<typeof schema.output>["verdict"] {
  if (chance === null) return "unknown";
  if (!isSafe) return earliestDate === null ? "no" : "later";
  if (missing > 0) return "no";
  return from.length === 0 ? "yes" : "yes_if_moved";
}

function refuseOutside(date: string, today: string): void {
  const last = addMonths(today, MAX_MONTHS_AHEAD);
  if (date < today) {
    throw invalidInput(`date (${date}) is in the past: use today (${today}) or later`);
  }
  if (date > last) throw invalidInput(`date (${date}) is too far ahead: use ${last} or earlier`);
}
