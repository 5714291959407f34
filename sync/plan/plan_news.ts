import type { Category, CategoryGroup } from "../../client/wire/category.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { PlanContext } from "./plan_context.ts";
import type { PlanEvent } from "./plan_events.ts";
import type { PlanKnowledge, Validation } from "./freshness.ts";
import type { CollectionTable } from "./record_table.ts";

export type RecordsById<Record> = Pick<ReadonlyMap<string, Record>, "get">;

/** Result of a read; each read covers one kind of record. */
export interface PlanNews {
  readonly rows?: RecordsById<Transaction>;
  readonly categories?: RecordsById<Category>;
  /** The same, one after another. */
  readonly allCategories?: () => readonly Category[];
  /** Live category groups, one after another. */
  readonly allGroups?: () => readonly CategoryGroup[];
  readonly payees?: RecordsById<Payee>;
  /** One month, `YYYY-MM-01`, with its categories. */
  readonly month?: { readonly month: string; readonly categories: RecordsById<Category> };
  readonly schedules?: RecordsById<ScheduledTransaction>;
  /** The same, one after another. */
  readonly allSchedules?: () => readonly ScheduledTransaction[];
  /** Rows that no earlier read had; `null` if unknown. */
  readonly added: {
    readonly rows: readonly Transaction[];
    /** From and to which knowledge of the plan they came. */
    readonly from: number;
    readonly to: number;
  } | null;
  /** When it was asked for, in milliseconds since 1970. */
  readonly askedAt: number;
  /** Tells whether it was asked for after our own last change: else it may not show it. */
  readonly isAfterChange: () => boolean;
}

/** Passes on what the reads of one plan bring. */
export class PlanNewsTeller {
  readonly #knowledge: PlanKnowledge;
  readonly #onNews: (news: PlanNews) => void;
  /** Transactions of the last read that no read before it had. */
  #added: readonly Transaction[] = [];
  /** Which validations of payees and schedules were passed on last. */
  #payeesTold = -1;
  #schedulesTold = -1;

  /** Calls `onNews` with what the parts of a plan read. */
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

  /** Passes on what a read has brought that began then. */
  tell(began: Validation, news: Omit<PlanNews, "askedAt" | "isAfterChange">): void {
    this.#onNews({
      ...news,
      askedAt: began.at,
      isAfterChange: () => this.#knowledge.isValidAfterWrites(began),
    });
  }

  /** Passes the payees on, unless it did so at this validation. */
  tellPayees(validation: Validation, payees: CollectionTable<Payee>): void {
    if (this.#payeesTold === validation.sequence) return;
    this.#payeesTold = validation.sequence;
    this.tell(validation, { payees, added: null });
  }

  /** Passes the schedules on, unless it did so at this validation. */
  tellSchedules(validation: Validation, schedules: CollectionTable<ScheduledTransaction>): void {
    if (this.#schedulesTold === validation.sequence) return;
    this.#schedulesTold = validation.sequence;
    this.tell(validation, { schedules, allSchedules: () => schedules.live, added: null });
  }

  #tellRead({ of, table, read: { began, from, to } }: PlanEvent & { readonly kind: "read" }): void {
    if (of === "payees") this.tellPayees(began, table);
    else if (of === "scheduled_transactions") this.tellSchedules(began, table);
    else if (of === "transactions") {
      const added = from === null ? null : { rows: this.#added, from, to };
      this.tell(began, { rows: table, added });
    } else if (of === "categories") {
      this.tell(began, {
        categories: { get: (id) => table.get(id)?.category },
        allCategories: () => table.live.flatMap(({ category }) => category ?? []),
        allGroups: () => table.live.flatMap(({ group }) => group ?? []),
        added: null,
      });
    }
  }
}
