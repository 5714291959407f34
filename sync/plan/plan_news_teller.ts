/**
 * Tells who waits for it what reads have brought, each validation of payees and schedules once.
 *
 * @module
 */

import type { Payee } from "../../client/wire/payee.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Validation } from "../freshness.ts";
import type { CollectionTable } from "../record_table.ts";
import type { PlanKnowledge } from "./plan_knowledge.ts";
import type { PlanNews } from "./plan_news.ts";

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
