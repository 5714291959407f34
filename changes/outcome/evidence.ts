/** A record as it is now. */
export interface CurrentRecord {
  readonly id: string;
}

/** Records by id. */
export type RecordsById = Pick<ReadonlyMap<string, CurrentRecord>, "get">;

/** What a read has brought: each read tells of one kind of record. */
export interface PlanNews {
  /** Live transactions. */
  readonly rows?: RecordsById;
  /** Transactions that no earlier read had; `null` where that can't be told. */
  readonly added: AddedTransactions | null;
  /** Live categories. */
  readonly categories?: RecordsById;
  /** The same, one after another. */
  readonly allCategories?: () => readonly CurrentRecord[];
  /** Live category groups, one after another. */
  readonly allGroups?: () => readonly CurrentRecord[];
  /** Live payees. */
  readonly payees?: RecordsById;
  /** One month, `YYYY-MM-01`, with its categories. */
  readonly month?: { readonly month: string; readonly categories: RecordsById };
  /** Live schedules. */
  readonly schedules?: RecordsById;
  /** The same, one after another. */
  readonly allSchedules?: () => readonly CurrentRecord[];
  /** When it was asked for, in milliseconds since 1970. */
  readonly askedAt: number;
}

/** Transactions that were not there before. */
export interface AddedTransactions {
  readonly rows: readonly CurrentRecord[];
  /** From and to which knowledge of the plan they came. */
  readonly from: number;
  readonly to: number;
}

/** What the outcome of a step is resolved by. */
export interface Evidence {
  readonly news: PlanNews;
  /** Transactions that have come since the change was known to be absent; `null` if untold. */
  readonly sinceAbsent: readonly CurrentRecord[] | null;
  /** Whether what can't be seen yet may still come. */
  readonly mayComeLate: boolean;
  /** Whether what can be seen now may not be the end of it. */
  readonly mayBeTakenBack: boolean;
}
