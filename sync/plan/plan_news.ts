import type { Category, CategoryGroup } from "../../client/wire/category.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { PlanContext } from "./plan_context.ts";
import type { PlanEvent } from "./plan_events.ts";
import type { PlanKnowledge, Validation } from "./freshness.ts";
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

/** Reports the results of a plan's reads. */
export class PlanNewsTeller {
  readonly #knowledge: PlanKnowledge;
  readonly #onNews: (news: PlanNews) => void;
  /** New transactions in the latest read. */
  #added: readonly Transaction[] = [];
  /** Latest reported validations of payees and schedules. */
  #payeesReported = -1;
  #schedulesReported = -1;

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

  /** Reports the result of a read that began at this moment. */
  report(began: Validation, news: Omit<PlanNews, "askedAt" | "isAfterChange">): void {
    this.#onNews({
      ...news,
      askedAt: began.at,
      isAfterChange: () => this.#knowledge.isValidAfterWrites(began),
    });
  }

  /** Reports the payees, unless this validation was already reported. */
  reportPayees(validation: Validation, payees: CollectionTable<Payee>): void {
    if (this.#payeesReported === validation.sequence) return;
    this.#payeesReported = validation.sequence;
    this.report(validation, { payees, added: null });
  }

  /** Reports the schedules, unless this validation was already reported. */
  reportSchedules(validation: Validation, schedules: CollectionTable<ScheduledTransaction>): void {
    if (this.#schedulesReported === validation.sequence) return;
    this.#schedulesReported = validation.sequence;
    this.report(validation, { schedules, allSchedules: () => schedules.live, added: null });
  }

  #tellRead({ of, table, read: { began, from, to } }: PlanEvent & { readonly kind: "read" }): void {
    if (of === "payees") this.reportPayees(began, table);
    else if (of === "scheduled_transactions") this.reportSchedules(began, table);
    else if (of === "transactions") {
      const added = from === null ? null : { rows: this.#added, from, to };
      this.report(began, { rows: table, added });
    } else if (of === "categories") {
      this.report(began, {
        categories: { get: (id) => table.get(id)?.category },
        allCategories: () => table.live.flatMap(({ category }) => category ?? []),
        allGroups: () => table.live.flatMap(({ group }) => group ?? []),
        added: null,
      });
    }
  }
}
