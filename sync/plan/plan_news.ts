import type { Category, CategoryGroup } from "../../client/wire/category.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { MonthDetail } from "../../client/wire/plan.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { PlanContext, PlanEvent } from "./plan_context.ts";
import type { PlanKnowledge, Validation } from "./freshness.ts";
import type { CategoryEntry, CollectionTable } from "./collections.ts";

export type RecordsById<Record> = Pick<ReadonlyMap<string, Record>, "get">;

/** What one read found. Each read covers one kind of record. */
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
  /** Time of the request in milliseconds since 1970. */
  readonly askedAt: number;
  /**
   * Whether the request followed our last change; otherwise, the data might not include the change.
   */
  readonly isAfterChange: () => boolean;
}

/** What to report about each collection's records; other collections aren't reported. */
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
 * Reports the results of a plan's reads. A read that shows the plan unchanged validates everything
 * in the cache; when cached data is next used, it is reported with that read's time.
 */
export class PlanNewsReporter {
  readonly #knowledge: PlanKnowledge;
  readonly #onNews: (news: PlanNews) => void;
  /** New transactions that the latest read found. */
  #added: readonly Transaction[] = [];
  /** Latest reported validations, by collection or month. */
  readonly #reported = new Map<string, Validation>();

  constructor(
    { knowledge, events }: Pick<PlanContext, "knowledge" | "events">,
    onNews: (news: PlanNews) => void,
  ) {
    this.#knowledge = knowledge;
    this.#onNews = onNews;
    events.listen((event) => {
      if (event.of === "transactions" && event.kind === "arriving") {
        this.#added = event.isWhole ? [] : event.rows
          .filter(({ key, isDeleted }) => !isDeleted && event.table.get(key) === undefined)
          .map(({ record }) => record);
      }
      if (event.kind === "read") this.#reportRead(event);
    });
  }

  /** Reports a collection if it has been read. */
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

  /** Reports data, unless it was already reported with this validation. */
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

  #reportRead(
    { of, table, read: { began: validation, from, to } }: PlanEvent & { readonly kind: "read" },
  ): void {
    if (of === "accounts" || of === "months") return;
    const isDelta = of === "transactions" && from !== null;
    const added = isDelta ? { rows: this.#added, from, to } : null;
    this.report(of, { table: table as CollectionTable<never>, validation, added });
  }
}
