import { z } from "zod";
import { addDays } from "../domain/base/day.ts";
import { addMonths } from "../domain/base/month.ts";
import { compareTexts } from "../domain/base/fold_text.ts";
import { sumOf } from "../domain/base/money.ts";
import { liveLines, type ScheduledRecord } from "../domain/base/plan_records.ts";
import { invalidInput } from "../domain/base/tool_error.ts";
import { accountIdsOf } from "../domain/references/find_record.ts";
import { arrivalsOf, type DayWindow, occurrencesOf } from "../domain/schedules/occurrences.ts";
import { accountIds, day, foreignText, listOf, money, planInput, shortId } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";
import {
  categoryName,
  type PlanNames,
  planNames,
  refuseEmptyRange,
} from "../domain/search/transaction_query.ts";

const DEFAULT_DAYS = 30;
const MAX_YEARS = 5;

export const summary: ToolSummary = {
  title: "Scheduled transactions",
  description: "Lists scheduled transactions due in a date range, with totals excluding " +
    "transfers. Use forecast_balance for payments expected but not scheduled, and " +
    "find_transactions for past payments.",
  profiles: ["fuller", "reduced"],
  example: { args: { until: "2026-12-05" } },
};

export const schema = {
  input: planInput({
    since: day.optional().describe("First day (default today)"),
    until: day.optional()
      .describe("Last day: default 30 days after the first day, maximum 5 years"),
    account_ids: accountIds,
  }),
  output: z.object({
    total_in: money(),
    total_out: money(),
    occurrences: listOf(
      z.object({
        scheduled_id: shortId({ isForChanges: true, profiles: ["complete"] }),
        dates: z.array(z.string()),
        amount: money(),
        payee: foreignText().optional(),
        memo: foreignText().optional(),
        account: foreignText(),
        category: foreignText().optional(),
        frequency: foreignText(),
        transfer: z.boolean().optional(),
      }),
      { rest: "use a shorter range" },
    ),
  }),
};

export const reads = ["getAccounts", "getCategories", "getScheduledTransactions"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const window = windowOf(input, today);
  const plan = { planId: input.plan_id };
  const [{ live }, accounts, categories] = await Promise.all([
    cached.getScheduledTransactions(plan),
    cached.getAccounts(plan),
    cached.getCategories(plan),
  ]);
  const names = planNames(accounts, categories);
  const accountIds = input.account_ids && accountIdsOf(input.account_ids, accounts);
  const totals: number[] = [];
  const occurrences = live.flatMap((schedule) => {
    const dates = occurrencesOf(schedule, window);
    if (dates.length === 0) return [];
    if (accountIds?.has(schedule.account_id) ?? true) {
      const moved = sumOf(arrivalsOf(schedule).map(({ amount }) => amount));
      totals.push((schedule.amount + moved) * dates.length);
    }
    return sightsOf(schedule, { accountIds, names }).map((sight) => ({ ...sight, dates }));
  });
  return {
    total_in: sumOf(totals.filter((total) => total > 0)),
    total_out: sumOf(totals.filter((total) => total < 0)),
    occurrences: occurrences.sort((a, b) =>
      compareTexts(`${a.dates[0]} ${a.scheduled_id}`, `${b.dates[0]} ${b.scheduled_id}`)
    ),
  };
}

type Sight = Omit<NonNullable<OutputOf<typeof schema>["occurrences"]>[number], "dates">;

/**
 * YNAB stores a scheduled transfer in only one of its two accounts. If a call requests only the
 * account in which YNAB doesn't store the transfer, the answer lists the transfer from that
 * account's perspective: the amount's sign is reversed, and the payee is the account in which YNAB
 * stores the transfer. The same goes for transfers in a split.
 */
function sightsOf(
  schedule: ScheduledRecord,
  { accountIds, names }: {
    readonly accountIds: ReadonlySet<string> | undefined;
    readonly names: PlanNames;
  },
): readonly Sight[] {
  const own = {
    scheduled_id: schedule.id,
    amount: schedule.amount,
    payee: schedule.payee_name,
    memo: schedule.memo,
    account: names.accounts.get(schedule.account_id) ?? schedule.account_name,
    category: liveLines(schedule).length > 0 ? null : categoryName(schedule, names),
    frequency: schedule.frequency,
    transfer: (schedule.transfer_account_id ?? null) !== null,
  };
  if (accountIds === undefined || accountIds.has(schedule.account_id)) return [own];
  return arrivalsOf(schedule)
    .filter(({ accountId }) => accountIds.has(accountId))
    .map(({ accountId, amount }) => ({
      ...own,
      amount,
      payee: `Transfer : ${own.account}`,
      account: names.accounts.get(accountId) ?? "",
      transfer: true,
    }));
}

function windowOf(
  input: Pick<InputOf<typeof schema>, "since" | "until">,
  today: string,
): DayWindow {
  const since = input.since ?? today;
  const until = input.until ?? addDays(since, DEFAULT_DAYS);
  refuseEmptyRange({ since, until });
  if (until > addMonths(since, 12 * MAX_YEARS)) {
    throw invalidInput(
      `\`until\` (${until}) is more than ${MAX_YEARS} years after \`since\` (${since}): use a ` +
        "shorter range",
    );
  }
  return { since, until };
}
