import type { Account } from "../../client/wire/account.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { MonthSummary } from "../../client/wire/plan_month.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { CollectionName, StoredPart } from "../store/store.ts";
import type { CategoryEntry } from "./collections.ts";
import type { Moment } from "./freshness.ts";
import type { CollectionTable, TableRow } from "./record_table.ts";

export interface PlanRecords extends Readonly<Record<CollectionName, unknown>> {
  readonly transactions: Transaction;
  readonly accounts: Account;
  readonly categories: CategoryEntry;
  readonly scheduled_transactions: ScheduledTransaction;
  readonly months: MonthSummary;
  readonly payees: Payee;
}

/** What a read of a collection contained. */
export interface ReadNews {
  /** Keys in the delta; empty for a full read. */
  readonly keys: ReadonlySet<string>;
  /** Server knowledge at which the delta starts; `null` for a full read. */
  readonly from: number | null;
  readonly to: number;
  /** Time of the request. */
  readonly began: Moment;
}

export type CollectionEvent<Record> =
  & { readonly table: CollectionTable<Record> }
  & CollectionHappening<Record>;

export type CollectionHappening<Record> =
  /** Records of a full read, a delta or a write's response, before they are merged. */
  | {
    readonly kind: "arriving";
    readonly rows: readonly TableRow<Record>[];
    readonly isWhole: boolean;
  }
  | { readonly kind: "read"; readonly read: ReadNews }
  /** Records were loaded from the store. */
  | { readonly kind: "restored"; readonly parts: readonly StoredPart[] }
  | { readonly kind: "reserved"; readonly keys: readonly string[] };

/** Events between the parts of a plan's cache. */
export type PlanEvent =
  | {
    [Name in CollectionName]: { readonly of: Name } & CollectionEvent<PlanRecords[Name]>;
  }[CollectionName]
  /** The plan was restored to an earlier state, so all cached data is invalid. */
  | { readonly of: "plan"; readonly kind: "forgotten" };

/**
 * Distributes events among the parts of a plan's cache: `PlanNotes` collects ids and the currency
 * format, `PayeeRenames` collects names, `MonthDetails` and `WindowedReads` drop outdated data, and
 * `PlanNewsReporter` informs the journal.
 */
export class PlanEvents {
  readonly #listeners: ((event: PlanEvent) => void)[] = [];

  /** Adds a listener. Listeners are called in the order of registration. */
  listen(listener: (event: PlanEvent) => void): void {
    this.#listeners.push(listener);
  }

  emit(event: PlanEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
