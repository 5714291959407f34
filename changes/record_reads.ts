import type { Reads } from "../sync/plan/reads.ts";
import type { Fields, ReadTargets } from "./change.ts";
import type { JournalStep } from "./journal.ts";
import { OPERATIONS } from "./operations.ts";
import { type RecordKind, type RecordReader, type RecordTable, tableOf } from "./outcomes.ts";

/** The kinds of records that steps touch, and the months of month categories. */
export interface NeededRecords {
  readonly records: ReadonlySet<RecordKind>;
  /** `YYYY-MM-01`. */
  readonly months: readonly string[];
}

/** The read that returns each kind of record. */
const READS = {
  transactions: "getTransactions",
  categories: "getCategories",
  groups: "getCategories",
  months: "getPlanMonth",
  payees: "getPayees",
  schedules: "getScheduledTransactions",
} as const satisfies Readonly<Record<RecordKind, keyof Reads>>;

type ReadId = (typeof READS)[RecordKind];

/** A tool or profile that can't read these records doesn't change them either. */
export type RecordReads = Partial<Pick<Reads, ReadId>>;

type ReadBy<Id extends ReadId> = Awaited<ReturnType<Reads[Id]>> | null;

/** Records that were read, and the responses they come from. */
export interface ReadRecords {
  readonly read: RecordReader;
  readonly categories: ReadBy<"getCategories">;
  readonly schedules: ReadBy<"getScheduledTransactions">;
  readonly months: readonly Awaited<ReturnType<Reads["getPlanMonth"]>>[];
}

export interface RecordSource {
  readonly planId: string;
  readonly reads: RecordReads;
}

/** Reads all records of the needed kinds. */
export async function readRecords(
  { records, months: wanted }: NeededRecords,
  { planId, reads }: RecordSource,
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
    schedules,
    months,
  };
}

/**
 * Re-reads the records of a step by id, and created ones by what identifies them; `undefined` if
 * the tool doesn't read them. Transactions wait for their next read.
 */
export function recordRereads(
  { operation, month }: Pick<JournalStep, "operation" | "month">,
  { planId, reads }: RecordSource,
): ReadTargets | undefined {
  const { records: kind, outcome } = OPERATIONS[operation];
  if (kind === null || kind === "transactions" || !(READS[kind] in reads)) {
    return undefined;
  }
  const needed = { records: new Set([kind]), months: month === null ? [] : [month] };
  return async (targets) => {
    const records = (await readRecords(needed, { planId, reads })).read(kind, month);
    if (records === undefined) return new Map();
    const asked = targets.map((target) => ({ ...target, outcome: "unknown" as const }));
    const evidence = { records, sinceAbsent: null, mayArriveLate: true, mayBeCompensated: false };
    const { targets: found } = outcome({ operation, month, targets: asked }, evidence);
    return new Map(targets.flatMap(({ id, before }, at): readonly [string, Fields | null][] => {
      const now = (records.get(found[at]?.id ?? id) ?? null) as Fields | null;
      // A missing created record may still appear.
      return before === null && now === null ? [] : [[id, now]];
    }));
  };
}
