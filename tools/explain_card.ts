import { z } from "zod";
import { cleanText } from "../domain/base/clean_text.ts";
import { addMonths, firstOfMonth } from "../domain/base/month.ts";
import type { MonthRecord } from "../domain/base/plan_records.ts";
import { invalidInput, ToolError } from "../domain/base/tool_error.ts";
import { cardState, GapHistory, openCards, paymentCategory } from "../domain/insights/card_gap.ts";
import { findAccount } from "../domain/references/find_record.ts";
import { foreignText, listOf, money, planInput, reference, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

const MAX_EVENTS = 40;

export const summary: ToolSummary = {
  title: "Explain a card",
  description:
    "Shows each credit card's gap: debt minus money set aside. For one card, explains how the " +
    "gap arose and how to close it; makes up to one request per month since the gap began.",
  profiles: ["complete"],
  example: { args: { months: 3 } },
  meanings: {
    cards: "Open credit cards and lines of credit.",
    "cards[].owed": "Amount owed; 0 if the card is overpaid (a positive balance in YNAB).",
    "cards[].set_aside": "Amount available in the card's payment category.",
    "causes[].first": "First month in which this cause had an effect.",
    "causes[].last": "Most recent month in which this cause had an effect.",
    events: "Causes of the gap by month, newest first.",
    events_left_out: "Number of older causes that are not listed.",
    "close[].do":
      "`cover`: cover an overspent category. `assign`: assign money to the payment category. " +
      "`move_out`: move money out of the payment category.",
    unexplained: "Part of the gap for which no cause was found.",
    explained: "Name of the card described by all the other fields except `cards`.",
    owed_cleared: "The cleared part of the amount owed.",
    gap: "Amount owed minus the amount set aside; negative if more is set aside than owed.",
    covered_until: "Most recent month in which the amount set aside was at least the amount owed.",
    before: "The month before the period that `causes` covers, and the gap at the end of that " +
      "month; absent if the gap was zero.",
    causes: "Causes of the gap; `before.gap` plus the causes' amounts equals the current gap.",
    close: "Steps to close the gap; their amounts add up to the gap.",
  },
};

export const schema = {
  input: planInput({
    account_id: reference.optional().describe("Id or name"),
    months: z.number().int().min(1).max(60).default(12),
  }),
  output: z.object({
    cards: listOf(z.object({
      account_id: shortId({ namedBy: "name" }),
      name: foreignText(),
      owed: money(),
      owed_cleared: money(),
      set_aside: money().optional(),
      gap: money().optional(),
    })),
    explained: foreignText().optional(),
    covered_until: z.string().optional(),
    before: z.object({ month: z.string(), gap: money() }).optional(),
    causes: listOf(z.object({
      kind: z.string(),
      category: foreignText().optional(),
      amount: money(),
      first: z.string(),
      last: z.string(),
    })),
    events: listOf(z.object({
      month: z.string(),
      kind: z.string(),
      category: foreignText().optional(),
      amount: money(),
    })),
    events_left_out: z.number().optional(),
    close: listOf(z.object({
      do: z.string(),
      category_id: shortId({ namedBy: "category" }),
      category: foreignText(),
      amount: money(),
    })),
    unexplained: money().optional(),
  }),
};

export const reads = [
  "getAccounts",
  "getPlanMonths",
  "getPlanMonth",
  "getTransactions",
] as const;
export const writes = [] as const;

type Context = ToolContext<typeof reads, typeof writes>;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, today }: Context,
): Promise<OutputOf<typeof schema>> {
  const plan = { planId: input.plan_id };
  const month = firstOfMonth(today);
  const [accounts, current] = await Promise.all([
    cached.getAccounts(plan),
    cached.getPlanMonth({ ...plan, month }),
  ]);
  const cards = openCards(accounts.live);
  if (cards.length === 0) {
    throw new ToolError("not_found", "the plan has no open credit card or line of credit");
  }
  const states = cards.map((card) => cardState(card, current));
  const short = states.filter(({ gap }) => (gap ?? 0) > 0);
  const [likely, ...others] = short.length === 1 ? short : states;
  const card = input.account_id !== undefined
    ? findAccount(input.account_id, accounts)
    : cards.find(({ id }) => id === likely?.account_id && others.length === 0);
  if (card === undefined) return { cards: states };
  if (!cards.some(({ id }) => id === card.id)) {
    throw invalidInput(
      `${cleanText(card.name)} is not an open credit card or line of credit: list_accounts ` +
        "shows account types",
    );
  }
  if (paymentCategory(card, current) === null) {
    throw new ToolError(
      "conflict",
      "the Credit Card Payments group doesn't have exactly one category named " +
        `${cleanText(card.name)}, so the amount set aside for this card is unknown`,
    );
  }
  const [transactions, planMonths] = await Promise.all([
    cached.getTransactions(plan),
    cached.getPlanMonths(plan),
  ]);
  const history = new GapHistory(card, {
    accounts: accounts.live,
    transactions: transactions.list,
    current,
  });
  const firstMonth = planMonths.reduce(
    (first, { month }) => firstOfMonth(month) < first ? firstOfMonth(month) : first,
    month,
  );
  const details: (MonthRecord | null)[] = [current];
  for (let at = 1; at <= input.months; at++) {
    const before = addMonths(month, -at, 1);
    // Read one month at a time, because each month costs a request and earlier months may not be
    // needed.
    const detail = before < firstMonth
      ? null
      : await cached.getPlanMonth({ ...plan, month: before });
    details.push(detail);
    if (detail === null || history.gapAfter(before, detail) <= 0) break;
  }
  const { events, ...explanation } = history.explain(details);
  const unexplained = explanation.causes.find(({ kind }) => kind === "unexplained")?.amount;
  return {
    cards: states,
    explained: card.name,
    ...explanation,
    events: events.slice(0, MAX_EVENTS),
    events_left_out: events.length > MAX_EVENTS ? events.length - MAX_EVENTS : null,
    unexplained: unexplained ?? null,
  };
}
