import { UpstreamError } from "../client/upstream_error.ts";
import type { Account } from "../client/wire/account.ts";
import type { LivePlan } from "../domain/transactions/transaction_chunks.ts";
import type { CategorySet, RecordSet, TransactionSet } from "../sync/plan/collections.ts";
import type { Reads } from "../sync/plan/local_copy.ts";

/** Read operations that {@linkcode readForecast} uses. */
export const FORECAST_READS = [
  "getAccounts",
  "getCategories",
  "getScheduledTransactions",
  "getTransactions",
] as const;

export interface ReadForecast {
  readonly records: LivePlan;
  readonly accounts: RecordSet<Account>;
  readonly categories: CategorySet;
  readonly transactions: TransactionSet;
}

export async function readForecast(
  { plan_id: planId }: { readonly plan_id: string },
  cached: Pick<Reads, (typeof FORECAST_READS)[number]>,
): Promise<ReadForecast> {
  const [accounts, categories, { live: schedules }, transactions] = await Promise.all([
    cached.getAccounts({ planId }),
    cached.getCategories({ planId }),
    cached.getScheduledTransactions({ planId }),
    cached.getTransactions({ planId }),
  ]);
  return {
    records: {
      accounts: accounts.live,
      categories: categories.live,
      schedules,
      transactions: transactions.list,
    },
    accounts,
    categories,
    transactions,
  };
}

type MonthReads = Pick<Reads, "getPlanMonth">;

/**
 * Reads a plan's month; `null` if YNAB doesn't have that month, for example because it's too far in
 * the future.
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
