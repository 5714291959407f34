import type { Payee } from "../../client/wire/payee.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { PlanContext, PlanEvent, ReadOptions } from "./plan_context.ts";
import type { TableRow } from "./collections.ts";
import type { SyncedCollection } from "./synced_collection.ts";

export interface OpenRename {
  readonly operationId: string;
  /**
   * Time at which the process making the change last wrote the change's journal entry, in
   * milliseconds since 1970, as measured by that process.
   */
  readonly touchedAt: number;
}

interface PayeeRenamesOptions extends Pick<PlanContext, "listeners"> {
  readonly payees: SyncedCollection<Payee>;
  readonly transactions: SyncedCollection<Transaction>;
  readonly scheduled: SyncedCollection<ScheduledTransaction>;
  readonly findOpenRenames: () => Promise<readonly OpenRename[]>;
}

type Naming = "transactions" | "scheduled";

/** Collections whose records show payee names. */
const SHOWING_NAMES: readonly PlanEvent["of"][] = [
  "payees",
  "transactions",
  "scheduled_transactions",
];
const CLOCKS_APART_MS = 7_200_000;

/**
 * Applies current payee names to transactions and schedules. This is necessary because YNAB's
 * deltas omit the transactions and schedules of a renamed payee.
 */
export class PayeeRenames {
  readonly #options: PayeeRenamesOptions;
  /** Payee names from YNAB that haven't been applied to transactions and schedules yet. */
  readonly #names = new Map<string, string>();
  /** Whether data loaded from the store might still show outdated payee names. */
  #areStoredNamesOpen = false;
  /**
   * Collections that other processes may have stored and whose payee names haven't been checked
   * yet.
   */
  readonly #unchecked = new Set<Naming>();
  readonly #seenRenames = new Set<string>();
  /** Whether transactions have been read since the last check for unconfirmed renames. */
  #isReadSince = false;

  constructor(options: PayeeRenamesOptions) {
    this.#options = options;
    options.listeners.push((event) => {
      if (event.of === "payees" && event.kind === "read") {
        for (const [id, name] of namesIn(event.rows)) this.#names.set(id, name);
      }
      if (event.kind === "restored" && SHOWING_NAMES.includes(event.of)) {
        this.#areStoredNamesOpen = true;
        this.#unchecked.add("transactions").add("scheduled");
      }
      if (event.of === "transactions" && event.kind === "read") this.#isReadSince = true;
    });
  }

  /**
   * If payees were just read, applies their names to all transactions and schedules. Otherwise,
   * applies current payee names only to the records that were just read.
   */
  async complete(of: "payees" | Naming, options: ReadOptions | undefined): Promise<void> {
    if (of === "payees") return await this.#apply();
    if (of === "transactions" && this.#isReadSince) await this.#reloadUnconfirmed(options);
    if (this.#unchecked.has(of) || this.#hasOpenNames) await this.#nameRecords(of, options);
  }

  get #hasOpenNames(): boolean {
    return this.#areStoredNamesOpen || this.#names.size > 0;
  }

  /** Applies the payees' names to transactions and schedules that were read before the payees. */
  async #apply(): Promise<void> {
    if (!this.#hasOpenNames) return;
    const { transactions, scheduled } = this.#options;
    // Load the stored records first, to find out whether they were fetched from YNAB later than the
    // payees were.
    await Promise.all([transactions.known(), scheduled.known()]);
    if (!this.#arePayeesNewest) {
      this.#unchecked.add("transactions").add("scheduled");
      return;
    }
    if (this.#areStoredNamesOpen) {
      this.#areStoredNamesOpen = false;
      for (const { id, name } of this.#options.payees.table.live) this.#names.set(id, name);
    }
    const names = new Map(this.#names);
    this.#names.clear();
    await this.#rename(names);
  }

  /**
   * Applies known payee names to records that other processes stored. If a record's payee name
   * differs from the payee's own name and it isn't clear which is newer, reloads the whole
   * collection.
   */
  async #nameRecords(of: Naming, options: ReadOptions | undefined): Promise<void> {
    const { payees, [of]: records } = this.#options;
    const isChecked = !this.#unchecked.delete(of);
    if (!isChecked) {
      await payees.known();
      // If the plan was restored, a rename that another process stored may no longer exist.
      const isAhead = (payees.state?.writtenAt ?? 0) > (records.state?.knowledge ?? 0);
      if (isAhead) await payees.sync(options);
    }
    if (this.#arePayeesNewest) {
      await this.#apply();
    } else if (!isChecked && await this.#areDoubtful(of)) {
      records.reloadNext();
      await records.sync(options);
    }
  }

  /** Caches the payees that YNAB returned for our own write, and applies their names to records. */
  async takeWritten(rows: readonly TableRow<Payee>[], writtenAt: number): Promise<void> {
    if (rows.length === 0) return;
    await this.#options.payees.absorb(rows, writtenAt);
    const written = namesIn(rows);
    for (const id of written.keys()) this.#names.delete(id);
    await this.#rename(written);
  }

  /** Reloads transactions and schedules that were read before an unconfirmed rename. */
  async #reloadUnconfirmed(options: ReadOptions | undefined): Promise<void> {
    this.#isReadSince = false;
    const { transactions, scheduled, findOpenRenames } = this.#options;
    const open = (await findOpenRenames())
      .filter(({ operationId }) => !this.#seenRenames.has(operationId));
    if (open.length === 0) return;
    for (const { operationId } of open) this.#seenRenames.add(operationId);
    const until = Math.max(...open.map(({ touchedAt }) => touchedAt)) + CLOCKS_APART_MS;
    for (const named of [transactions, scheduled]) {
      if ((named.state?.fullReadAt ?? Infinity) < until) named.reloadNext();
    }
    await transactions.sync(options);
  }

  async #rename(names: ReadonlyMap<string, string>): Promise<void> {
    const { transactions, scheduled } = this.#options;
    await Promise.all([transactions.rename(names), scheduled.rename(names)]);
  }

  /** Whether the payees are at least as new as the transactions and schedules. */
  get #arePayeesNewest(): boolean {
    const { payees, transactions, scheduled } = this.#options;
    const recordKnowledge = [transactions, scheduled].map(({ state }) => state?.knowledge ?? 0);
    return (payees.state?.knowledge ?? -1) >= Math.max(...recordKnowledge);
  }

  /**
   * Whether the payee names in the records may be outdated, because they differ from the payees'
   * own names and the payees were read after the last full read of the records.
   */
  async #areDoubtful(of: Naming): Promise<boolean> {
    const { payees, [of]: records } = this.#options;
    const knowledge = payees.state?.knowledge ?? null;
    if (knowledge === null || (records.state?.fullKnowledge ?? -1) > knowledge) {
      return false;
    }
    const names = new Map(payees.table.live.map(({ id, name }) => [id, name]));
    return (await records.known())?.isNamedOtherwise(names) ?? false;
  }
}

function namesIn(rows: readonly TableRow<Payee>[]): ReadonlyMap<string, string> {
  const live = rows.filter(({ isDeleted }) => !isDeleted);
  return new Map(live.map(({ key, record }) => [key, record.name]));
}
