import type { Category, CategoryGroup } from "../../client/wire/category.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { MonthDetail } from "../../client/wire/plan.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { CollectionNews, EventListeners, PlanContext, PlanEvent } from "./plan_context.ts";
import type { PlanKnowledge, Validation } from "./freshness.ts";
import type { CategoryEntry, CollectionTable } from "./collections.ts";
import {
  inferMoneyFormat,
  type MoneyFormat,
  UNKNOWN_MONEY_FORMAT,
} from "../../domain/base/money_format.ts";
import type { TransactionTable } from "./transaction_table.ts";

export type RecordsById<Record> = Pick<ReadonlyMap<string, Record>, "get">;

/** The result of one read, which covers one kind of record. */
export interface PlanNews {
  readonly rows?: RecordsById<Transaction>;
  readonly categories?: RecordsById<Category>;
  readonly allCategories?: () => readonly Category[];
  /** Live category groups. */
  readonly allGroups?: () => readonly CategoryGroup[];
  readonly payees?: RecordsById<Payee>;
  /** One month, `YYYY-MM-01`, with its categories. */
  readonly month?: { readonly month: string; readonly categories: RecordsById<Category> };
  readonly schedules?: RecordsById<ScheduledTransaction>;
  readonly allSchedules?: () => readonly ScheduledTransaction[];
  /** New transactions; `null` if unknown. */
  readonly added: {
    readonly rows: readonly Transaction[];
    /** Server knowledge at the delta's start and end. */
    readonly from: number;
    readonly to: number;
  } | null;
  /** Time of the request, in milliseconds since 1970. */
  readonly askedAt: number;
  /**
   * Whether the request was sent after the last change that this MCP server made; if not, the data
   * might not include the change.
   */
  readonly isAfterChange: () => boolean;
}

/**
 * What to report about each collection's records; collections that aren't listed aren't reported.
 */
const NEWS = {
  transactions: (rows: CollectionTable<Transaction>) => ({ rows }),
  payees: (payees: CollectionTable<Payee>) => ({ payees }),
  scheduled_transactions: (schedules: CollectionTable<ScheduledTransaction>) => ({
    schedules,
    allSchedules: () => schedules.live,
  }),
  categories: (table: CollectionTable<CategoryEntry>) => ({
    categories: { get: (id: string) => table.get(id)?.category },
    allCategories: () => table.live.flatMap(({ category }) => category ?? []),
    allGroups: () => table.live.flatMap(({ group }) => group ?? []),
  }),
};

/**
 * Reports the results of reading a plan. A read that shows that the plan hasn't changed confirms
 * that all cached data is current. When cached data is used later, it is reported with the time of
 * the read that last confirmed it.
 */
export class PlanNewsReporter {
  readonly #knowledge: PlanKnowledge;
  readonly #onNews: (news: PlanNews) => void;
  /**
   * For each collection or month, the timestamp included in the last report of its data. The data
   * was known to be current at that time.
   */
  readonly #reported = new Map<string, Validation>();

  constructor(
    { knowledge, listeners }: Pick<PlanContext, "knowledge" | "listeners">,
    onNews: (news: PlanNews) => void,
  ) {
    this.#knowledge = knowledge;
    this.#onNews = onNews;
    listeners.push((event) => {
      if (event.kind === "read") this.#reportRead(event);
    });
  }

  /** Reports a collection's data to `onNews` if the collection has been read. */
  report<Name extends keyof typeof NEWS>(
    of: Name,
    { table, validation, added = null }: {
      readonly table: Parameters<(typeof NEWS)[Name]>[0];
      readonly validation: Validation | null;
      readonly added?: PlanNews["added"];
    },
  ): void {
    if (validation === null) return;
    // A collection's name determines the type of its table.
    const newsOf = NEWS[of] as (table: unknown) => Partial<PlanNews>;
    this.#report(of, validation, () => ({ ...newsOf(table), added }));
  }

  reportMonth({ month, categories }: MonthDetail, validation: Validation): void {
    this.#report(month, validation, () => {
      const byId = new Map(categories.map((category) => [category.id, category]));
      return { month: { month, categories: byId }, added: null };
    });
  }

  /** Reports data, unless it was already reported with the same validation time. */
  #report(
    of: string,
    validation: Validation,
    newsOf: () => Omit<PlanNews, "askedAt" | "isAfterChange">,
  ): void {
    const reported = this.#reported.get(of);
    if (reported?.sequence === validation.sequence && reported.at === validation.at) return;
    this.#reported.set(of, validation);
    this.#onNews({
      ...newsOf(),
      askedAt: validation.at,
      isAfterChange: () => this.#knowledge.isValidAfterWrites(validation),
    });
  }

  #reportRead(event: PlanEvent & { readonly kind: "read" }): void {
    const { of, table, began: validation } = event;
    if (of === "accounts" || of === "months") return;
    const added = of === "transactions" ? addedIn(event) : null;
    this.report(of, { table: table as CollectionTable<never>, validation, added });
  }
}

function addedIn(
  { rows, previous, from, to }: CollectionNews<Transaction>,
): PlanNews["added"] {
  if (from === null) return null;
  const added = rows.filter(({ key, isDeleted }) => !isDeleted && !previous.has(key));
  return { rows: added.map(({ record }) => record), from, to };
}

/** Maximum number of amounts to search for a thousands separator each time records are loaded. */
const SAMPLE_SIZE = 100;

/** An amount as formatted by YNAB, and the same amount in milliunits. */
type ShownAmount = readonly [formatted: string | null | undefined, milliunits: number];

/** The plan's currency format, as inferred from its records. */
export class PlanNotes {
  #moneyFormat: MoneyFormat | null = null;

  readonly #table: TransactionTable;

  constructor(listeners: EventListeners, table: TransactionTable) {
    this.#table = table;
    listeners.push((event) => this.#hear(event));
  }

  get moneyFormat(): MoneyFormat {
    return this.#moneyFormat ?? UNKNOWN_MONEY_FORMAT;
  }

  noteRecords(records: readonly unknown[]): void {
    this.#noteAmounts(records.map(shownAmount));
  }

  /** Infers the missing parts of the currency format from amounts. */
  #noteAmounts(amounts: readonly ShownAmount[]): void {
    for (const [formatted, milliunits] of amounts) {
      const known = this.#moneyFormat;
      if (known?.groupMark !== undefined) return;
      // The thousands separator appears only in amounts of 1,000 or more.
      const isTelling = known === null || Math.abs(milliunits) >= 1_000_000;
      if (!isTelling || typeof formatted !== "string") continue;
      const inferred = inferMoneyFormat(formatted, milliunits);
      const isSame = inferred?.symbol === known?.symbol && inferred?.decimals === known?.decimals;
      if (known === null || isSame) this.#moneyFormat = inferred;
    }
  }

  #hear(event: PlanEvent): void {
    if (event.of === "plan" || event.of === "months") return;
    if (event.kind === "read") {
      const sample = event.rows.slice(0, SAMPLE_SIZE);
      this.noteRecords(sample.map(({ record }): unknown => record));
    }
    if (event.of !== "transactions") {
      if (event.kind === "restored") this.noteRecords(event.table.live.slice(0, SAMPLE_SIZE));
    } else if (event.kind === "restored" || event.from === null) this.#noteChunks();
  }

  #noteChunks(): void {
    for (const { shownAmount } of this.#table.list.chunks) {
      if (shownAmount !== null) this.#noteAmounts([shownAmount]);
    }
  }
}

/**
 * Fields that contain the balance of an account or category, or the amount of a transaction or
 * schedule.
 */
interface Shown {
  readonly category?: Shown;
  readonly amount?: number;
  readonly amount_formatted?: string | null;
  readonly balance?: number;
  readonly balance_formatted?: string | null;
}

function shownAmount(record: unknown): ShownAmount {
  const { category, ...shown } = record as Shown;
  const { amount_formatted, balance_formatted, amount, balance } = category ?? shown;
  return [amount_formatted ?? balance_formatted, amount ?? balance ?? 0];
}
