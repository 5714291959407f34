import { z } from "zod";
import { isOpen } from "../changes/journal.ts";
import { movesElsewhere } from "../changes/change_history.ts";
import { categoryNames } from "../domain/plan/category_label.ts";
import { cleanWhole } from "../domain/base/clean_text.ts";
import { addDays } from "../domain/base/day.ts";
import { addMonths, firstOfMonth } from "../domain/base/month.ts";
import { isCashAccount } from "../domain/base/plan_records.ts";
import { forecastInSteps } from "../domain/forecast/forecast.ts";
import { cardState, GapHistory, openCards } from "../domain/insights/card_gap.ts";
import { cashAccountIds } from "../domain/forecast/cash_flows.ts";
import { chancesOver } from "../domain/insights/chance_over.ts";
import { comingPayments } from "../domain/insights/upcoming_needs.ts";
import {
  bankLinkItems,
  billItems,
  cardItems,
  cashItems,
  DIGEST_KINDS,
  type DigestContext,
  type DigestItem,
  elsewhereItems,
  isForReimbursement,
  missingSince,
  monthItems,
  mostUrgentFirst,
  reimbursementItems,
  reviewItems,
} from "../domain/insights/digest.ts";
import { moneyLines, partsOf } from "../domain/insights/money_lines.ts";
import { reimbursements } from "../domain/insights/reimbursements.ts";
import { isPending, pendingRule } from "../domain/base/special_categories.ts";
import { reviewTransactions } from "../domain/review/review.ts";
import { firstDayOf } from "../domain/search/transaction_query.ts";
import { countedTransactions } from "../domain/transactions/transaction_chunks.ts";
import { FORECAST_READS, monthIfAny, type ReadForecast, readForecast } from "./_plan_reads.ts";
import { day, foreignText, listOf, money, planInput, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

const DEFAULT_DAYS = 7;
const MAX_ITEMS = 12;
const BILL_DAYS = 7;
const CASH_DAYS = 60;

export const summary: ToolSummary = {
  title: "Digest",
  description:
    "Lists what needs attention and which tool to use, most urgent first: overspending, " +
    "underfunded bills and cards, low cash, recent unusual or missing payments, and money " +
    "movements made outside this server.",
  profiles: ["complete"],
  meanings: {
    items: "Most urgent first.",
    "items[].next.arguments": "Arguments for that tool.",
    kind: "Kind of item.",
    what: "Description of the item, in a sentence.",
    amount: "Amount in question, if any; never negative.",
    chance: "Chance of overspending by the end of the month, or of cash falling below zero.",
    ids: "Ids of the records involved.",
    next: "The tool to use, and its arguments.",
    more: "Number of items left out.",
    tool: "Name of the tool.",
    mode: "Same as in `assign_month`.",
    mark: "Same as in `list_reimbursements`.",
    quiet: "True if nothing needs attention.",
    waiting: "Transactions to approve or categorize; they don't affect `quiet`.",
    unapproved: "Number of transactions to approve.",
    uncategorized: "Number of transactions to categorize.",
  },
};

export const schema = {
  input: planInput({
    since: day.optional().describe("Default: 7 days ago"),
  }),
  output: z.object({
    since: z.string(),
    quiet: z.boolean().optional(),
    items: listOf(z.object({
      kind: z.enum(DIGEST_KINDS),
      what: z.string(),
      amount: money().optional(),
      date: z.string().optional(),
      chance: z.number().optional(),
      ids: z.array(shortId()).optional(),
      next: z.object({
        tool: z.string(),
        arguments: z.object({
          month: z.string().optional(),
          mode: z.string().optional(),
          category_id: shortId().optional(),
          account_id: shortId().optional(),
          mark: shortId().optional(),
          amount: money().optional(),
          since: z.string().optional(),
          until: z.string().optional(),
          payee: foreignText().optional(),
        }).optional(),
      }),
    })),
    more: z.number().optional(),
    waiting: z.object({ unapproved: z.number(), uncategorized: z.number() }),
  }),
};

export const reads = [...FORECAST_READS, "getMoneyMovements", "getPlanMonth"] as const;
export const writes = [] as const;

type Context = ToolContext<typeof reads, typeof writes>;

export async function handler(
  input: InputOf<typeof schema>,
  context: Context,
): Promise<OutputOf<typeof schema>> {
  const { cached, moneyFormat, today, isWriteAllowed } = context;
  const { journal, journalResolved } = context.undo;
  const since = firstDayOf(input, today, DEFAULT_DAYS);
  const plan = await planOf(input.plan_id, context);
  const movements = await cached.getMoneyMovements({ planId: input.plan_id });
  await journalResolved();
  const entries = await journal.entries(input.plan_id);
  const words: DigestContext = {
    format: moneyFormat(input.plan_id),
    today,
    since,
    canChange: isWriteAllowed,
  };
  const { records, current, payments, counted } = plan;
  const { groups } = plan.categories;
  const chances = chancesOver(current.categories, moneyLines(records.transactions, records), {
    today,
    payments,
  });
  const moves = movements.filter(({ moved_at: at }) => (at ?? "").slice(0, 10) >= since);
  const { lines } = reviewTransactions({ ...records, groups }, {
    today,
    since: missingSince(since),
    unapprovedOnly: false,
    format: words.format,
    categoryName: categoryNames(plan.categories),
  });
  const items: readonly DigestItem[] = [
    ...entries.filter(isOpen).map(({ operationId, summary }) => ({
      kind: "uncertain_change" as const,
      what: `It is not known whether this change was applied: ${summary}`,
      ids: [operationId],
      next: { tool: "list_changes" },
    })),
    ...monthItems(current, chances, words),
    ...await billsShort(plan, context, words),
    ...await cashShort(plan, context, words),
    ...await cardGaps(plan, context, words),
    ...bankLinkItems(records.accounts),
    ...reviewItems(lines, words),
    ...repaymentsDue(plan, words),
    ...elsewhereItems(movesElsewhere(moves, entries).map(({ amount }) => amount), words),
  ];
  const rule = pendingRule(records.accounts, plan.categories.live);
  return {
    since,
    quiet: items.length === 0,
    items: mostUrgentFirst(items).slice(0, MAX_ITEMS).map(({ chance, ...item }) => ({
      ...item,
      // Don't truncate the item's sentence, because it may end with an amount.
      what: cleanWhole(item.what),
      chance: chance === undefined ? null : Math.round(chance * 100) / 100,
    })),
    more: items.length > MAX_ITEMS ? items.length - MAX_ITEMS : null,
    waiting: {
      unapproved: counted.filter(({ approved }) => !approved).length,
      uncategorized: counted.filter((one) => isPending(one, rule)).length,
    },
  };
}

interface Plan extends Pick<ReadForecast, "records" | "categories"> {
  readonly id: string;
  readonly counted: ReturnType<typeof countedTransactions>;
  readonly current: Awaited<ReturnType<Context["cached"]["getPlanMonth"]>>;
  /** Payments due by the end of this month, or of next month if it begins within seven days. */
  readonly payments: ReturnType<typeof comingPayments>;
}

async function planOf(id: string, { cached, moneyFormat, today }: Context): Promise<Plan> {
  const [{ records, categories }, current] = await Promise.all([
    readForecast({ plan_id: id }, cached),
    cached.getPlanMonth({ planId: id, month: firstOfMonth(today) }),
  ]);
  const until = addMonths(addDays(today, BILL_DAYS), 0, 31);
  const { decimals } = moneyFormat(id);
  const payments = comingPayments(records, { today, until, decimals });
  const counted = countedTransactions(records.transactions);
  return { id, records, categories, counted, current, payments };
}

async function billsShort(
  { id, current, payments }: Plan,
  { cached, today }: Context,
  words: DigestContext,
): Promise<readonly DigestItem[]> {
  const until = addDays(today, BILL_DAYS);
  const month = firstOfMonth(until);
  const isAsked = month !== current.month &&
    payments.some(({ date }) => date >= month && date <= until);
  const next = isAsked ? await monthIfAny(cached, { planId: id, month }) : null;
  return billItems(current, { next, payments, until }, words);
}

async function cashShort(
  { records }: Plan,
  { inTurns, today }: Context,
  { format: { decimals } }: DigestContext,
): Promise<readonly DigestItem[]> {
  if (!records.accounts.some((one) => !one.closed && isCashAccount(one))) return [];
  const until = firstOfMonth(addDays(today, CASH_DAYS));
  const accountIds = cashAccountIds(records.accounts);
  return cashItems(await inTurns(forecastInSteps(records, { accountIds, today, until, decimals })));
}

async function cardGaps(
  { id, records: { accounts, transactions }, current }: Plan,
  { cached }: Context,
  words: DigestContext,
): Promise<readonly DigestItem[]> {
  const short = openCards(accounts).filter((card) => (cardState(card, current).gap ?? 0) > 0);
  if (short.length === 0) return [];
  const month = addMonths(firstOfMonth(words.since), -1);
  const detail = await monthIfAny(cached, { planId: id, month });
  return short.flatMap((card) => {
    const history = new GapHistory(card, { accounts, transactions, current });
    const before = history.gapAfter(month, detail);
    return cardItems(cardState(card, current), { before, month }, words);
  });
}

function repaymentsDue(
  { categories, counted }: Plan,
  words: DigestContext,
): readonly DigestItem[] {
  return categories.live.filter(isForReimbursement).flatMap((category) => {
    const marked = counted.flatMap((one) =>
      partsOf(one).filter((part) => part.category_id === category.id).map(({ amount }) => ({
        transaction_id: one.id,
        date: one.date,
        amount,
        payee: one.payee_name ?? "",
      }))
    );
    return reimbursementItems(category, reimbursements(marked, words.today).open, words);
  });
}
