import { z } from "zod";
import { addMonths, firstOfMonth } from "../domain/base/month.ts";
import {
  type AccountRecord,
  isCashAccount,
  type MonthCategoryRecord,
} from "../domain/base/plan_records.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { compareTexts } from "../domain/base/fold_text.ts";
import { fromMilliunits, sumOf } from "../domain/base/money.ts";
import { refuseFiner, writeMoney } from "../domain/base/money_format.ts";
import { invalidInput, ToolError } from "../domain/base/tool_error.ts";
import {
  type CardState,
  cardState,
  openCards,
  paymentCategory,
} from "../domain/insights/card_gap.ts";
import { cashAccountIds } from "../domain/forecast/cash_flows.ts";
import { accountKindOf, type MoneyLine, moneyLines } from "../domain/insights/money_lines.ts";
import {
  type Dated,
  type Debt,
  leastExtra,
  payoffPlan,
  STRATEGIES,
  valueAt,
} from "../domain/insights/payoff.ts";
import { forecastInSteps } from "../domain/forecast/forecast.ts";
import { findAccount } from "../domain/references/find_record.ts";
import type { LivePlan } from "../domain/transactions/transaction_chunks.ts";
import { FORECAST_READS, readForecast } from "./_plan_reads.ts";
import { amount, foreignText, listOf, money, planInput, reference, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

const MONTHS_OF_CASH = 12;

export const summary: ToolSummary = {
  title: "Debt payoff plan",
  description:
    "Compares the duration, interest and payoff order of three ways to pay off card debt and " +
    "loans (not mortgages): minimums only, highest rate first (avalanche) and smallest debt " +
    "first (snowball). Ask the user for rates and minimums that YNAB doesn't know.",
  profiles: ["complete"],
  example: {
    args: { extra: 200, debts: [{ account_id: "Everyday Visa", rate: 22.9, minimum: 60 }] },
  },
  meanings: {
    debts: "Debts in the payoff plan.",
    "debts[].owed": "Amount owed on the account.",
    "debts[].set_aside": "Amount available in the card's payment category.",
    "plans[].free_month": "Month of the final payment.",
    "plans[].interest": "Total interest until every debt is paid off.",
    "plans[].order": "When each debt is paid off.",
    "cash.without": "Probability that cash falls below zero if the extra amount isn't paid.",
    notes: "Notes on the figures.",
    debt: "Amount owed; for cards, minus the money set aside.",
    rate: "Annual interest rate, in percent.",
    minimum: "Minimum payment per month, without escrow.",
    monthly: "Monthly payment: all minimums plus the extra amount.",
    next: "The first month's payments with the avalanche method, including escrow.",
    assign: "Amounts to assign to categories for the first month's payments.",
    cash: "Probability that cash falls below zero within 12 months, with and without the extra " +
      "amount.",
  },
};

const positive = amount.refine((value) => value >= 0, "must be at least 0");

export const schema = {
  input: planInput({
    extra: positive.default(0).describe("Monthly amount beyond the minimums"),
    debts: z.array(z.strictObject({
      account_id: reference.describe("Id or name"),
      rate: z.number().min(0).max(100).optional().describe("Percent per year"),
      minimum: positive.optional(),
    })).min(1).max(50).optional().describe(
      "Default: loans, and cards whose debt exceeds the money set aside",
    ),
  }),
  output: z.object({
    debts: listOf(z.object({
      account_id: shortId({ namedBy: "name" }),
      name: foreignText(),
      owed: money(),
      set_aside: money().optional(),
      debt: money(),
      rate: z.number(),
      minimum: money(),
    })),
    monthly: money(),
    plans: listOf(z.object({
      name: z.enum(STRATEGIES),
      months: z.number().optional(),
      free_month: z.string().optional(),
      interest: money().optional(),
      order: listOf(z.object({ name: foreignText(), month: z.string() })),
    })),
    next: listOf(z.object({
      account_id: shortId({ namedBy: "name" }),
      name: foreignText(),
      amount: money(),
    })),
    assign: listOf(z.object({
      category_id: shortId({ namedBy: "category" }),
      category: foreignText(),
      amount: money(),
    })),
    cash: z.object({ chance_below_zero: z.number(), without: z.number() }).optional(),
    notes: listOf(z.string()),
  }),
};

export const reads = FORECAST_READS;
export const writes = [] as const;

interface ListedDebt extends Debt {
  readonly owed: number;
  readonly set_aside: number | null;
  /** The category whose money pays off the debt; `null` if it is unknown. */
  readonly category: MonthCategoryRecord | null;
  readonly escrow: number;
}

export async function handler(
  input: InputOf<typeof schema>,
  { cached, inTurns, moneyFormat, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { records, accounts, categories, transactions } = await readForecast(input, cached);
  const format = moneyFormat(input.plan_id);
  const { decimals } = format;
  const start = addMonths(firstOfMonth(today), 1, 1);
  const asked = (input.debts ?? []).map((one) => {
    const { id, name } = findAccount(one.account_id, accounts);
    return { ...one, id, name: cleanText(name) };
  });
  refuseFiner([
    { label: "extra", amount: input.extra },
    ...asked.map(({ name, minimum = 0 }) => ({ label: name, amount: minimum })),
  ], format);
  refuseRepeated(asked);
  const chosen = input.debts === undefined
    ? defaultDebts(records)
    : accounts.live.filter(({ id }) => asked.some((one) => one.id === id));
  const payers = payersOf(moneyLines(transactions.list, records), categories.live);
  const listed = chosen.map((account) =>
    debtOf(account, {
      asked: asked.find(({ id }) => id === account.id),
      categories: categories.live,
      payer: payers.get(account.id) ?? null,
      start,
    })
  );
  refuseUnknown(listed);
  const debts = listed.filter(({ debt }) => debt > 0);
  if (debts.length === 0) {
    throw input.debts === undefined
      ? new ToolError(
        "not_found",
        "nothing to pay off: enough money is set aside for every card, and no loan has a balance",
      )
      : new ToolError("not_found", "nothing is owed on any of these accounts", {
        rows: listed.map(leftOut),
      });
  }
  const options = { extra: input.extra, start, decimals };
  const plans = STRATEGIES.map((name) => payoffPlan(debts, name, options));
  const [first = []] = plans.filter(({ name }) => name === "avalanche").map((one) => one.first);
  const next = debts.map((one, at) => ({ ...one, amount: (first[at] ?? 0) + one.escrow }))
    .filter((one) => one.amount > 0);
  const moneyOf = (milliunits: number): string => writeMoney(fromMilliunits(milliunits), format);
  const [minimums, avalanche] = plans.map(({ months }) => months);
  const what = input.extra === 0 ? "Without an extra payment" : "With this extra payment";
  const notes = [
    ...(minimums === null ? ["The minimums alone will never pay off these debts."] : []),
    ...(avalanche === null
      ? [
        `${what}, the debts are never paid off: you need at least ` +
        `${moneyOf(leastExtra(debts, options))} a month on top of the minimums.`,
      ]
      : []),
    ...listed.filter(({ debt }) => debt === 0).map(leftOut),
    ...next.filter(({ escrow }) => escrow > 0).map(({ name, escrow }) =>
      `The payment to ${cleanText(name)} includes ${moneyOf(escrow)} of escrow.`
    ),
    "New spending on cards is assumed to be funded.",
  ];
  const chanceWith = async (extra: number): Promise<number> => {
    const forecast = await inTurns(forecastInSteps(records, {
      accountIds: cashAccountIds(accounts.live),
      today,
      until: addMonths(start, MONTHS_OF_CASH - 1, 1),
      oneOffs: Array.from({ length: extra === 0 ? 0 : MONTHS_OF_CASH }, (_, at) => ({
        date: addMonths(start, at, 1),
        amount: -extra,
        label: "extra payment",
      })),
      decimals,
    }));
    return forecast.chance_below_zero;
  };
  return {
    debts: debts.map(({ account_id, name, owed, set_aside, debt, ...one }) => ({
      ...{ account_id, name, owed, set_aside, debt },
      rate: valueAt(one.rates, start) / 1000,
      minimum: valueAt(one.minimums, start),
    })),
    monthly: input.extra + sumOf(debts.map(({ minimums }) => valueAt(minimums, start))),
    plans: plans.map(({ first: _, ...one }) => one),
    next: next.map(({ account_id, name, amount }) => ({ account_id, name, amount })),
    assign: Map.groupBy(next, ({ category }) => category).entries().flatMap(([category, paid]) =>
      category === null ? [] : [{
        category_id: category.id,
        category: category.name,
        amount: sumOf(paid.map(({ amount: sum }) => sum)),
      }]
    ).toArray(),
    ...(accounts.live.some((one) => !one.closed && isCashAccount(one))
      ? { cash: { chance_below_zero: await chanceWith(input.extra), without: await chanceWith(0) } }
      : {}),
    notes,
  };
}

/**
 * Returns open cards whose debt exceeds the money set aside, and loans that aren't paid off yet,
 * except mortgages.
 */
function defaultDebts({ accounts, categories }: LivePlan): readonly AccountRecord[] {
  const short = openCards(accounts)
    .filter((card) => owedBeyond(cardState(card, { categories })) > 0);
  const loans = accounts.filter((one) =>
    !one.closed && accountKindOf(one) === "loans" && one.type !== "mortgage" && one.balance < 0
  );
  return [...short, ...loans];
}

/** An account with YNAB's loan figures, each keyed by the date from which it applies. */
interface LoanRecord extends AccountRecord {
  readonly debt_interest_rates?: Readonly<Record<string, number>> | null;
  readonly debt_minimum_payments?: Readonly<Record<string, number>> | null;
  readonly debt_escrow_amounts?: Readonly<Record<string, number>> | null;
}

function debtOf(
  account: LoanRecord,
  { asked, categories, payer, start }: {
    readonly asked:
      | { readonly rate?: number | undefined; readonly minimum?: number | undefined }
      | undefined;
    readonly categories: readonly MonthCategoryRecord[];
    readonly payer: MonthCategoryRecord | null;
    readonly start: string;
  },
): ListedDebt {
  const state = cardState(account, { categories });
  const escrow = datedOf(account.debt_escrow_amounts);
  const payments = datedOf(account.debt_minimum_payments);
  const { rate, minimum } = asked ?? {};
  return {
    account_id: account.id,
    name: account.name,
    owed: state.owed,
    set_aside: state.set_aside,
    debt: owedBeyond(state),
    rates: rate === undefined
      ? datedOf(account.debt_interest_rates)
      : [{ from: start, value: Math.round(rate * 1000) }],
    minimums: minimum === undefined
      ? (payments.length === 0 ? [] : [...payments, ...escrow]).map(({ from }) => ({
        from,
        value: Math.max(0, valueAt(payments, from) - valueAt(escrow, from)),
      })).sort((a, b) => compareTexts(a.from, b.from))
      : [{ from: start, value: minimum }],
    escrow: valueAt(escrow, start),
    category: paymentCategory(account, { categories }) ?? payer,
  };
}

/**
 * Returns the part of an account's debt that exceeds the amount set aside. A negative amount counts
 * as zero, because YNAB covers the shortfall from Ready to Assign next month.
 */
function owedBeyond({ owed, set_aside: setAside }: CardState): number {
  return Math.max(0, owed - Math.max(0, setAside ?? 0));
}

function datedOf(figures: Readonly<Record<string, number>> | null | undefined): readonly Dated[] {
  return Object.entries(figures ?? {}).map(([from, value]) => ({ from, value }))
    .sort((a, b) => compareTexts(a.from, b.from));
}

function refuseRepeated(
  asked: readonly { readonly id: string; readonly name: string }[],
): void {
  const repeated = asked.find(({ id }, at) => asked.findIndex((one) => one.id === id) < at);
  if (repeated === undefined) return;
  throw invalidInput(
    `${repeated.name} is listed more than once in the debts argument: list it once`,
  );
}

/** Rejects debts whose interest rate or minimum payment is unknown; neither is ever guessed. */
function refuseUnknown(debts: readonly ListedDebt[]): void {
  const unknown = debts.filter(({ debt, rates, minimums }) =>
    debt > 0 && (rates.length === 0 || minimums.length === 0)
  );
  if (unknown.length === 0) return;
  throw invalidInput(
    "YNAB doesn't know the interest rate or minimum payment for these debts: ask the user, then " +
      "pass the missing figures in the debts argument (0 for none)",
    unknown.map(({ name, rates, minimums }) => {
      const missing = Object.entries({ rate: rates, minimum: minimums })
        .flatMap(([figure, known]) => known.length === 0 ? figure : []);
      return `${cleanText(name)}: ${missing.join(" and ")}`;
    }),
  );
}

/** Returns, for each account, the category of the most recent payment to that account. */
function payersOf(
  lines: readonly MoneyLine[],
  categories: readonly MonthCategoryRecord[],
): ReadonlyMap<string, MonthCategoryRecord> {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const payers = new Map<string, MonthCategoryRecord>();
  for (const { trackedId, categoryId } of lines) {
    const category = byId.get(categoryId ?? "");
    // The newest transaction comes first, so keep the first category found for each account.
    if (trackedId !== null && category !== undefined && !payers.has(trackedId)) {
      payers.set(trackedId, category);
    }
  }
  return payers;
}

function leftOut({ name, owed }: ListedDebt): string {
  const reason = owed === 0 ? "it owes nothing" : "enough money is set aside to pay it off";
  return `${cleanText(name)} is left out: ${reason}.`;
}
