/** Kinds of records that can be read again. */
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
 * Reads the live records of a kind as they are now, for months those of one month's
 * categories; `undefined` where they were not read.
 */
export type RecordReader = (kind: RecordKind, month: string | null) => RecordTable | undefined;

/** What shows the outcome of a step. */
export interface Evidence {
  /** The step's records; `undefined` where they were not read. */
  readonly records: RecordTable | undefined;
  /** Transactions added since the change was known to be absent; `null` where unknown. */
  readonly sinceAbsent: readonly CurrentRecord[] | null;
  /** Whether what is not there yet may still arrive. */
  readonly mayComeLate: boolean;
  /** Whether what is there now may still be reverted by the change itself. */
  readonly mayBeTakenBack: boolean;
}

/** What a read returned: each read shows one kind of record. */
export interface PlanNews {
  readonly rows?: RecordsById;
  /** Transactions that no earlier read had; `null` where unknown. */
  readonly added: AddedTransactions | null;
  readonly categories?: RecordsById;
  readonly allCategories?: () => readonly CurrentRecord[];
  readonly allGroups?: () => readonly CurrentRecord[];
  readonly payees?: RecordsById;
  /** One month, `YYYY-MM-01`, with its categories. */
  readonly month?: { readonly month: string; readonly categories: RecordsById };
  readonly schedules?: RecordsById;
  readonly allSchedules?: () => readonly CurrentRecord[];
  /** When it was asked for, in milliseconds since 1970. */
  readonly askedAt: number;
}

type RecordsById = Pick<ReadonlyMap<string, CurrentRecord>, "get">;

/** Transactions that were not there before. */
export interface AddedTransactions {
  readonly rows: readonly CurrentRecord[];
  /** From and to which server knowledge they came. */
  readonly from: number;
  readonly to: number;
}

/** A table over a list. */
export function tableOf(records: readonly CurrentRecord[]): RecordTable {
  let byId: ReadonlyMap<string, CurrentRecord> | undefined;
  return {
    get: (id) => (byId ??= new Map(records.map((one) => [one.id, one]))).get(id),
    all: () => records,
  };
}

/** Reads records from what a read returned. */
export function newsReader(news: PlanNews): RecordReader {
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
  byId: RecordsById | undefined,
  all?: RecordTable["all"],
): RecordTable | undefined {
  if (byId === undefined) return all === undefined ? undefined : tableOf(all());
  return { get: (id) => byId.get(id), all: all ?? (() => []) };
}
