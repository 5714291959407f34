import type { SavedPayee } from "../../client/calls.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { PlanContext, ReadOptions } from "./plan_context.ts";
import { payeeCollection } from "./collections.ts";
import type { Validation } from "./freshness.ts";
import type { CollectionTable, TableRow } from "./record_table.ts";
import { SyncedCollection } from "./synced_collection.ts";
import { type PayeeNames, schedulesUnder, transactionsUnder } from "./payee_names.ts";

export interface NamingCollections {
  readonly transactions: SyncedCollection<Transaction>;
  readonly scheduled: SyncedCollection<ScheduledTransaction>;
  /** Tells whether any transaction calls a payee otherwise. */
  readonly areOthersNamed: (names: PayeeNames) => boolean;
}

type Naming = "transactions" | "scheduled";

export class PayeeCopy {
  readonly #payees: SyncedCollection<Payee>;
  readonly #naming: NamingCollections;
  /** Names that upstream has given and that no other record has been given yet. */
  readonly #names = new Map<string, string>();
  /** Whether other processes stored payees or records whose names may differ. */
  #areAllOpen = false;
  /** Of which it was not looked yet whether others have kept them under other names. */
  readonly #unchecked = new Set<Naming>();

  constructor(context: PlanContext, naming: NamingCollections) {
    this.#naming = naming;
    context.events.listen((event) => {
      if (event.of === "payees" && event.kind === "arriving") this.#note(event.rows);
      const mayName = event.of === "payees" || event.of === "transactions";
      if (mayName && event.kind === "restored") this.#openNames();
    });
    this.#payees = new SyncedCollection(payeeCollection, context);
  }

  get table(): CollectionTable<Payee> {
    return this.#payees.table;
  }

  /** When they were known to be as they are last; `null` before the first read. */
  get validation(): Validation | null {
    return this.#payees.validation;
  }

  /** Brings the payees up to date, and the names of other records with them. */
  async sync(options?: ReadOptions): Promise<void> {
    await this.#payees.sync(options);
    this.#nameKept();
    await this.#spreadNames();
  }

  /**
   * Gives records that others have kept the names that were read before. Where those are older
   * than the records and differ, either may be right, so the records are reloaded.
   */
  async nameRecords(of: Naming, options?: ReadOptions): Promise<void> {
    const isChecked = !this.#unchecked.delete(of);
    if (!isChecked) await this.#payees.known();
    const { transactions, scheduled } = this.#naming;
    const ours = this.#payees.state?.knowledge ?? -1;
    const theirs = [transactions, scheduled].map(({ state }) => state?.knowledge ?? 0);
    if (ours >= Math.max(...theirs)) {
      this.#nameKept();
      await this.#spreadNames();
    } else if (!isChecked && await this.#areDoubtful(of)) {
      this.#naming[of].reloadNext();
      await this.#naming[of].sync(options);
    }
  }

  /** Whether records have other payee names than payees read after their last reload. */
  async #areDoubtful(of: Naming): Promise<boolean> {
    const knowledge = this.#payees.state?.knowledge ?? null;
    const { scheduled, areOthersNamed } = this.#naming;
    if (knowledge === null || (this.#naming[of].state?.fullKnowledge ?? -1) > knowledge) {
      return false;
    }
    const names = new Map(this.#payees.table.live.map(({ id, name }) => [id, name]));
    if (of === "transactions") return areOthersNamed(names);
    const schedules = await scheduled.known();
    return schedules !== null && schedulesUnder(names, schedules.live).length > 0;
  }

  #nameKept(): void {
    if (!this.#areAllOpen) return;
    this.#areAllOpen = false;
    for (const { id, name } of this.#payees.table.live) this.#names.set(id, name);
  }

  /** Has the next read of the payees give all records their names: others have kept some. */
  #openNames(): void {
    this.#areAllOpen = true;
    this.#unchecked.add("transactions").add("scheduled");
  }

  async takeWritten(answers: readonly unknown[]): Promise<void> {
    const rows = answers.flatMap(writtenPayees)
      .map((record) => ({ key: record.id, record, isDeleted: record.deleted }));
    if (rows.length === 0) return;
    this.#note(rows);
    await this.#payees.absorb(rows);
    await this.#spreadNames();
  }

  written(): Promise<void> {
    return this.#payees.written();
  }

  #note(rows: readonly TableRow<Payee>[]): void {
    for (const { key, record, isDeleted } of rows) {
      if (!isDeleted) this.#names.set(key, record.name);
    }
  }

  async #spreadNames(): Promise<void> {
    if (this.#names.size === 0) return;
    const names = new Map(this.#names);
    this.#names.clear();
    const { transactions, scheduled } = this.#naming;
    const [rows, schedules] = await Promise.all([transactions.known(), scheduled.known()]);
    if (rows !== null) await transactions.absorb(transactionsUnder(names, rows.live));
    if (schedules !== null) await scheduled.absorb(schedulesUnder(names, schedules.live));
  }
}

function writtenPayees(answer: unknown): readonly Payee[] {
  const { payee } = answer as Partial<SavedPayee>;
  return payee === undefined ? [] : [payee];
}
