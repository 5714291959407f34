import { UpstreamError } from "../client/upstream_error.ts";
import type { LivePlan } from "../domain/transactions/transaction_chunks.ts";
import type { Reads } from "../sync/plan/local_copy.ts";

/** Names of what {@linkcode readAll} returns, by operation. */
const NAMES = {
  getAccounts: "accounts",
  getCategories: "categories",
  getPayees: "payees",
  getPlanMonths: "months",
  getScheduledTransactions: "schedules",
  getTransactions: "transactions",
} as const;

type ListRead = keyof typeof NAMES;

type ReadLists<Id extends ListRead> = {
  readonly [Read in Id as (typeof NAMES)[Read]]: Awaited<ReturnType<Reads[Read]>>;
};

/** Reads several of a plan's lists in parallel. */
export async function readAll<Id extends ListRead>(
  reads: Pick<Reads, Id>,
  { plan_id: planId }: { readonly plan_id: string },
  ids: readonly Id[],
): Promise<ReadLists<Id>> {
  const lists = ids.map(async (id) => [NAMES[id], await reads[id]({ planId })] as const);
  return Object.fromEntries(await Promise.all(lists)) as ReadLists<Id>;
}

/** Operations that {@linkcode readForecast} reads. */
export const FORECAST_READS = [
  "getAccounts",
  "getCategories",
  "getScheduledTransactions",
  "getTransactions",
] as const;

type ForecastRead = (typeof FORECAST_READS)[number];

export interface ReadForecast extends ReadLists<ForecastRead> {
  readonly records: LivePlan;
}

export async function readForecast(
  input: { readonly plan_id: string },
  cached: Pick<Reads, ForecastRead>,
): Promise<ReadForecast> {
  const lists = await readAll(cached, input, FORECAST_READS);
  const { accounts, categories, schedules, transactions } = lists;
  const records = {
    accounts: accounts.live,
    categories: categories.live,
    schedules: schedules.live,
    transactions: transactions.list,
  };
  return { ...lists, records };
}

type MonthReads = Pick<Reads, "getPlanMonth">;

/**
 * Reads a month; `null` if YNAB doesn't have that month, for example because it's in the future.
 */
export async function monthIfAny(
  cached: MonthReads,
  of: Parameters<MonthReads["getPlanMonth"]>[0],
): Promise<Awaited<ReturnType<MonthReads["getPlanMonth"]>> | null> {
  try {
    return await cached.getPlanMonth(of);
  } catch (error) {
    if (error instanceof UpstreamError && error.code === "not_found") return null;
    throw error;
  }
}
