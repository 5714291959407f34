import { UpstreamError } from "../client/upstream_error.ts";
import type { Step } from "./change.ts";
import type { ChangeEnvironment } from "./change_request.ts";
import { importKey } from "./compare.ts";
import { type Operation, OPERATIONS } from "./operations.ts";
import type { Evidence } from "./outcomes.ts";
import { type CurrentRecord, readRecords, tableOf } from "./records.ts";

/** Reads a step's records again. */
export type Reread = () => Promise<Evidence>;

export interface RereadSource extends Pick<ChangeEnvironment, "uncached" | "onFault"> {
  readonly planId: string;
  /** The plan's latest server knowledge; `null` before its first read. */
  readonly knowledge: number | null;
}

const UNREAD: Evidence = { records: undefined, sinceAbsent: null };

/**
 * Reads a step's records again just after its request, bypassing the local copy. Returns no
 * evidence if the read fails or the tool doesn't declare it.
 */
export async function rereadRecords(step: Step, source: RereadSource): Promise<Evidence> {
  try {
    const kind = OPERATIONS[step.operation].records;
    return kind === "transactions"
      ? await transactionsNow(step, source)
      : await recordsNow(step, kind, source);
  } catch (error) {
    if (!(error instanceof UpstreamError)) source.onFault(error);
    return UNREAD;
  }
}

async function recordsNow(
  { args }: Step,
  kind: Operation["records"],
  { planId, uncached }: RereadSource,
): Promise<Evidence> {
  if (kind === null) return UNREAD;
  const month = "month" in args ? args.month : null;
  const needed = { records: new Set([kind]), months: month === null ? [] : [month] };
  const { read } = await readRecords(needed, { planId, reads: uncached });
  return { records: read(kind, month), sinceAbsent: null };
}

/** Transactions that are missing from a delta haven't changed since the plan's last read. */
async function transactionsNow(
  { targets }: Step,
  { planId, knowledge, uncached: { getTransactions } }: RereadSource,
): Promise<Evidence> {
  if (getTransactions === undefined) return UNREAD;
  const keys = new Set(targets.map(({ after }) => importKey(after)));
  keys.delete(null);
  // Any transaction may have an import id, so read them all.
  const since = keys.size > 0 || knowledge === null ? {} : { knowledge };
  const { live, deletedIds } = await getTransactions({ planId, ...since });
  const moved = new Set([...live.map(({ id }) => id), ...deletedIds]);
  const unchanged = targets.flatMap(({ id, before }): readonly CurrentRecord[] =>
    "knowledge" in since && before !== null && !moved.has(id) ? [{ ...before, id }] : []
  );
  return {
    records: tableOf([...live, ...unchanged]),
    sinceAbsent: keys.size === 0 ? null : live.filter((one) => keys.has(importKey(one))),
  };
}
