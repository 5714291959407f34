import type { Category, CategoryGroup } from "../../client/wire/category.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { PlanKnowledge, Validation } from "./freshness.ts";
import type { CollectionTable } from "./record_table.ts";

/** Records by id. */
export type RecordsById<Record> = Pick<ReadonlyMap<string, Record>, "get">;

/** What a read has brought: each read tells of one kind of record. */
export interface PlanNews {
  /** Live rows. */
  readonly rows?: RecordsById<Transaction>;
  /** Live categories. */
  readonly categories?: RecordsById<Category>;
  /** The same, one after another. */
  readonly allCategories?: () => readonly Category[];
  /** Live category groups, one after another. */
  readonly allGroups?: () => readonly CategoryGroup[];
  /** Live payees. */
  readonly payees?: RecordsById<Payee>;
  /** One month, `YYYY-MM-01`, with its categories. */
  readonly month?: { readonly month: string; readonly categories: RecordsById<Category> };
  /** Live schedules. */
  readonly schedules?: RecordsById<ScheduledTransaction>;
  /** The same, one after another. */
  readonly allSchedules?: () => readonly ScheduledTransaction[];
  /** Rows that no earlier read had; `null` where that can't be told. */
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

/** Tells the news of one plan. */
export class PlanNewsTeller {
  readonly #knowledge: PlanKnowledge;
  readonly #onNews: (news: PlanNews) => void;
  /** Which validations of payees and schedules were told last. */
  #payeesTold = -1;
  #schedulesTold = -1;

  /** Tells `onNews`, by what is known of our own writes. */
  constructor(knowledge: PlanKnowledge, onNews: (news: PlanNews) => void) {
    this.#knowledge = knowledge;
    this.#onNews = onNews;
  }

  /** Tells what a read has brought that began then. */
  tell(began: Validation, news: Omit<PlanNews, "askedAt" | "isAfterChange">): void {
    this.#onNews({
      ...news,
      askedAt: began.at,
      isAfterChange: () => this.#knowledge.isValidAfterWrites(began),
    });
  }

  /** Tells the payees, unless this validation was told. */
  tellPayees(validation: Validation, payees: CollectionTable<Payee>): void {
    if (this.#payeesTold === validation.sequence) return;
    this.#payeesTold = validation.sequence;
    this.tell(validation, { payees, added: null });
  }

  /** Tells the schedules, unless this validation was told. */
  tellSchedules(validation: Validation, schedules: CollectionTable<ScheduledTransaction>): void {
    if (this.#schedulesTold === validation.sequence) return;
    this.#schedulesTold = validation.sequence;
    this.tell(validation, { schedules, allSchedules: () => schedules.live, added: null });
  }
}
