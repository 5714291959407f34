import { UpstreamError } from "../client/upstream_error.ts";
import type { PlanNews } from "../sync/plan/plan_news.ts";
import type { DirectReads } from "../sync/plan/collections.ts";
import type { Reads } from "../sync/plan/local_copy.ts";
import type { Fields, Step } from "./change.ts";
import { importKey } from "./compare.ts";

export type RecordKind =
  | "transactions"
  | "categories"
  | "groups"
  | "months"
  | "payees"
  | "schedules";

/** A record's current state in YNAB. */
export interface CurrentRecord {
  readonly id: string;
}

export interface RecordTable {
  readonly get: (id: string) => CurrentRecord | undefined;
  readonly all: () => readonly CurrentRecord[];
}

/** Live records of one kind, or a month's categories; `undefined` if they weren't read. */
export type RecordReader = (kind: RecordKind, month: string | null) => RecordTable | undefined;

/**
 * A record's simple fields (no lists or objects) and the number of its split lines. Leaves out the
 * category's name, which is ambiguous: a user's category may be called "Uncategorized", like YNAB's
 * own.
 */
export function asFields(
  record:
    | (object & { readonly subtransactions?: readonly { readonly deleted: boolean }[] })
    | undefined,
): Fields | null {
  if (record === undefined) return null;
  const lines = record.subtransactions?.filter(({ deleted }) => !deleted).length ?? 0;
  const plain = Object.entries(record).filter(([name, value]) =>
    name !== "category_name" && (typeof value !== "object" || value === null)
  );
  return { ...Object.fromEntries(plain), lines: lines || null } as Fields;
}

export function tableOf(records: readonly CurrentRecord[]): RecordTable {
  let byId: ReadonlyMap<string, CurrentRecord> | undefined;
  return {
    get: (id) => (byId ??= new Map(records.map((one) => [one.id, one]))).get(id),
    all: () => records,
  };
}

export type RecordNews = Omit<PlanNews, "isAfterChange">;

export function newsReader(news: RecordNews): RecordReader {
  const tables = {
    transactions: tableBy(news.rows),
    categories: tableBy(news.categories, news.allCategories),
    groups: tableBy(undefined, news.allGroups),
    months: tableBy(news.month?.categories),
    payees: tableBy(news.payees),
    schedules: tableBy(news.schedules, news.allSchedules),
  };
  return (kind, month) =>
    kind === "months" && news.month?.month !== month ? undefined : tables[kind];
}

function tableBy(
  byId: Pick<RecordTable, "get"> | undefined,
  all?: RecordTable["all"],
): RecordTable | undefined {
  if (byId === undefined) return all === undefined ? undefined : tableOf(all());
  return { get: (id) => byId.get(id), all: all ?? (() => []) };
}

/** The kinds of records that steps touch, and the months whose categories the steps touch. */
export interface NeededRecords {
  readonly records: ReadonlySet<RecordKind>;
  readonly months: readonly string[];
}

type ReadId =
  | "getTransactions"
  | "getCategories"
  | "getPlanMonth"
  | "getPayees"
  | "getScheduledTransactions";

/** A tool or profile that can't read a kind of record can't change records of that kind either. */
export type RecordReads = Partial<Pick<Reads, ReadId>>;

interface ReadRecords {
  readonly read: RecordReader;
  readonly categories: Awaited<ReturnType<Reads["getCategories"]>> | null;
  readonly payees: Awaited<ReturnType<Reads["getPayees"]>> | null;
  readonly months: readonly Awaited<ReturnType<Reads["getPlanMonth"]>>[];
}

export async function readRecords(
  { records, months: wanted }: NeededRecords,
  { planId, reads }: { readonly planId: string; readonly reads: RecordReads },
): Promise<ReadRecords> {
  const of = { planId };
  const needsCategories = records.has("categories") || records.has("groups");
  const [transactions, categories, payees, schedules, ...months] = await Promise.all([
    records.has("transactions") ? reads.getTransactions?.(of) ?? null : null,
    needsCategories ? reads.getCategories?.(of) ?? null : null,
    records.has("payees") ? reads.getPayees?.(of) ?? null : null,
    records.has("schedules") ? reads.getScheduledTransactions?.(of) ?? null : null,
    ...wanted.flatMap((month) => reads.getPlanMonth?.({ planId, month }) ?? []),
  ]);
  const found = (records: readonly CurrentRecord[] | undefined): RecordTable | undefined =>
    records && tableOf(records);
  const tables = {
    transactions: found(transactions?.live),
    categories: found(categories?.live),
    groups: found(categories?.groups),
    payees: found(payees?.live),
    schedules: found(schedules?.live),
  };
  const inMonths = new Map(months.map(({ month, categories }) => [month, tableOf(categories)]));
  return {
    read: (kind, month) => kind === "months" ? inMonths.get(month ?? "") : tables[kind],
    categories,
    payees,
    months,
  };
}

export interface Evidence {
  /** The step's records; `undefined` if they weren't read. */
  readonly records: RecordTable | undefined;
  /**
   * Transactions that the step may have created; `null` if unknown. Some of these transactions have
   * one of the step's import ids; the others are new or changed compared with the plan before the
   * step.
   */
  readonly sinceAbsent: readonly CurrentRecord[] | null;
}

export type Reread = () => Promise<Evidence>;

interface RereadSource {
  readonly planId: string;
  /** Reads that bypass the local copy. */
  readonly uncached: RecordReads & Partial<Pick<DirectReads, "getTransactions">>;
  readonly onFault: (error: unknown) => void;
  /** The plan's latest server knowledge; `null` before its first read. */
  readonly knowledge: number | null;
}

const UNREAD: Evidence = { records: undefined, sinceAbsent: null };

/** Finds nothing if the read fails, or if the tool doesn't declare that read. */
export async function rereadRecords(
  step: Step,
  kind: RecordKind | null,
  source: RereadSource,
): Promise<Evidence> {
  const { planId, uncached, onFault } = source;
  try {
    if (kind === null) return UNREAD;
    if (kind === "transactions") return await transactionsNow(step, source);
    const month = "month" in step.args ? step.args.month : null;
    const needed = { records: new Set([kind]), months: month === null ? [] : [month] };
    const { read } = await readRecords(needed, { planId, reads: uncached });
    return { records: read(kind, month), sinceAbsent: null };
  } catch (error) {
    if (!(error instanceof UpstreamError)) onFault(error);
    return UNREAD;
  }
}

/** Transactions that are missing from a delta haven't changed since the plan's last read. */
async function transactionsNow(
  { targets }: Step,
  { planId, knowledge, uncached: { getTransactions } }: RereadSource,
): Promise<Evidence> {
  if (getTransactions === undefined) return UNREAD;
  const keys = new Set(targets.map(({ after }) => importKey(after)));
  keys.delete(null);
  // If a step creates a transaction with an import id, any existing transaction could have that id,
  // so read all transactions.
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
