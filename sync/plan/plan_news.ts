import type { Category, CategoryGroup } from "../../client/wire/category.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { MonthDetail } from "../../client/wire/plan_month.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { PlanContext } from "./plan_context.ts";
import type { PlanEvent } from "./plan_events.ts";
import type { PlanKnowledge, Validation } from "./freshness.ts";
import type { CategoryEntry } from "./collections.ts";
import type { CollectionTable } from "./record_table.ts";

export type RecordsById<Record> = Pick<ReadonlyMap<string, Record>, "get">;

/** Result of one read. Each read covers one kind of record. */
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
  /** Whether the request followed our last change; otherwise the data may lack the change. */
  readonly isAfterChange: () => boolean;
}

/** Data of one kind, and when it was read or last known to be unchanged. */
interface Current<Data> {
  readonly data: Data;
  readonly validation: Validation;
}

/**
 * Reports the results of a plan's reads. A read that shows the plan unchanged is a new read of all
 * that is cached, so the data is reported with that read's time when it is used next.
 */
export class PlanNewsTeller {
  readonly #knowledge: PlanKnowledge;
  readonly #onNews: (news: PlanNews) => void;
  /** New transactions in the latest read. */
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
      if (event.kind === "read") this.#tellRead(event);
    });
  }

  tellPayees({ validation, data: payees }: Current<CollectionTable<Payee>>): void {
    this.#tell("payees", validation, { payees, added: null });
  }

  tellSchedules(
    { validation, data: schedules }: Current<CollectionTable<ScheduledTransaction>>,
  ): void {
    const news = { schedules, allSchedules: () => schedules.live, added: null };
    this.#tell("scheduled_transactions", validation, news);
  }

  tellCategories({ validation, data: table }: Current<CollectionTable<CategoryEntry>>): void {
    this.#tell("categories", validation, {
      categories: { get: (id) => table.get(id)?.category },
      allCategories: () => table.live.flatMap(({ category }) => category ?? []),
      allGroups: () => table.live.flatMap(({ group }) => group ?? []),
      added: null,
    });
  }

  tellTransactions(
    { validation, data: rows }: Current<RecordsById<Transaction>>,
    added: PlanNews["added"],
  ): void {
    this.#tell("transactions", validation, { rows, added });
  }

  tellMonth({ validation, data: { month, categories } }: Current<MonthDetail>): void {
    const byId = new Map(categories.map((category) => [category.id, category]));
    this.#tell(month, validation, { month: { month, categories: byId }, added: null });
  }

  /** Reports data, unless it was already reported with this validation. */
  #tell(
    of: string,
    validation: Validation,
    news: Omit<PlanNews, "askedAt" | "isAfterChange">,
  ): void {
    const reported = this.#reported.get(of);
    if (reported?.sequence === validation.sequence && reported.at === validation.at) return;
    this.#reported.set(of, validation);
    this.#onNews({
      ...news,
      askedAt: validation.at,
      isAfterChange: () => this.#knowledge.isValidAfterWrites(validation),
    });
  }

  #tellRead(
    { of, table, read: { began: validation, from, to } }: PlanEvent & { readonly kind: "read" },
  ): void {
    if (of === "payees") this.tellPayees({ validation, data: table });
    else if (of === "scheduled_transactions") this.tellSchedules({ validation, data: table });
    else if (of === "categories") this.tellCategories({ validation, data: table });
    else if (of === "transactions") {
      const added = from === null ? null : { rows: this.#added, from, to };
      this.tellTransactions({ validation, data: table }, added);
    }
  }
}
