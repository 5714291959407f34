import { UpstreamError } from "../client/upstream_error.ts";
import type { Reads } from "../sync/plan/reads.ts";

type MonthReads = Pick<Reads, "getPlanMonth">;

/** Reads a month; `null` if YNAB doesn't have it, or doesn't have it yet. */
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
