import type { PlanNews } from "../sync/plan/plan_news.ts";
import type { Reads } from "../sync/plan/reads.ts";

/** Kinds of records that can be re-read. */
export type RecordKind =
  | "transactions"
  | "categories"
  | "groups"
  | "months"
  | "payees"
  | "schedules";

/** A record as YNAB has it now. */
export interface CurrentRecord {
  readonly id: string;
}

/** Live records of one kind. */
export interface RecordTable {
  readonly get: (id: string) => CurrentRecord | undefined;
  readonly all: () => readonly CurrentRecord[];
}

/**
 * Reads the current live records of a kind; for months, one month's categories. Returns `undefined`
 * if they weren't read.
 */
export type RecordReader = (kind: RecordKind, month: string | null) => RecordTable | undefined;

export function tableOf(records: readonly CurrentRecord[]): RecordTable {
  let byId: ReadonlyMap<string, CurrentRecord> | undefined;
  return {
    get: (id) => (byId ??= new Map(records.map((one) => [one.id, one]))).get(id),
    all: () => records,
  };
}

/** What one read found. */
export type RecordNews = Omit<PlanNews, "isAfterChange">;

export function newsReader(news: RecordNews): RecordReader {
  return (kind, month) => {
    switch (kind) {
      case "transactions":
        return tableBy(news.rows);
      case "categories":
        return tableBy(news.categories, news.allCategories);
      case "groups":
        return tableBy(undefined, news.allGroups);
      case "months":
        return tableBy(news.month?.month === month ? news.month?.categories : undefined);
      case "payees":
        return tableBy(news.payees);
      case "schedules":
        return tableBy(news.schedules, news.allSchedules);
    }
  };
}

function tableBy(
  byId: Pick<RecordTable, "get"> | undefined,
  all?: RecordTable["all"],
): RecordTable | undefined {
  if (byId === undefined) return all === undefined ? undefined : tableOf(all());
  return { get: (id) => byId.get(id), all: all ?? (() => []) };
}

/** The kinds of records that steps touch, and the months of month categories. */
export interface NeededRecords {
  readonly records: ReadonlySet<RecordKind>;
  /** `YYYY-MM-01`. */
  readonly months: readonly string[];
}

type ReadId =
  | "getTransactions"
  | "getCategories"
  | "getPlanMonth"
  | "getPayees"
  | "getScheduledTransactions";

/** A tool or profile that can't read some records doesn't change them either. */
export type RecordReads = Partial<Pick<Reads, ReadId>>;

/** Records that were read, and the responses they come from. */
export interface ReadRecords {
  readonly read: RecordReader;
  readonly categories: Awaited<ReturnType<Reads["getCategories"]>> | null;
  readonly payees: Awaited<ReturnType<Reads["getPayees"]>> | null;
  readonly months: readonly Awaited<ReturnType<Reads["getPlanMonth"]>>[];
}

/** Reads all records of the needed kinds. */
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
  const tables: Partial<Record<RecordKind, RecordTable>> = {
    ...(transactions === null ? {} : { transactions: tableOf(transactions.live) }),
    ...(categories === null
      ? {}
      : { categories: tableOf(categories.live), groups: tableOf(categories.groups) }),
    ...(payees === null ? {} : { payees: tableOf(payees.live) }),
    ...(schedules === null ? {} : { schedules: tableOf(schedules.live) }),
  };
  const inMonths = new Map(months.map(({ month, categories }) => [month, tableOf(categories)]));
  return {
    read: (kind, month) => kind === "months" ? inMonths.get(month ?? "") : tables[kind],
    categories,
    payees,
    months,
  };
}
