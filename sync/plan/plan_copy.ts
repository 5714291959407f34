import type { Account } from "../../client/wire/account.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { MonthDetail, MonthSummary } from "../../client/wire/plan_month.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import type { IdIndex } from "../../domain/references/id_index.ts";
import type { PlanContext, ReadOptions } from "./plan_context.ts";
import {
  accountCollection,
  categoryCollection,
  type CategoryEntry,
  type CategorySet,
  categorySet,
  monthCollection,
  type RecordSet,
  scheduledCollection,
  transactionCollection,
  type TransactionSet,
} from "./collections.ts";
import { TransactionTable } from "./transaction_table.ts";
import { PayeeCopy } from "./payee_copy.ts";
import { SyncedCollection } from "./synced_collection.ts";
import { MonthDetails } from "./month_details.ts";
import {
  type FindOpenRenames,
  namedIds,
  OpenRenames,
  OwnWrites,
  writtenSchedules,
  writtenTransactions,
} from "./own_writes.ts";
import { type PlanNews, PlanNewsTeller } from "./plan_news.ts";
import { PlanNotes, ReservedIds } from "./plan_notes.ts";
import { WindowedReads } from "./windowed_reads.ts";

export class PlanCopy {
  /** What has no deltas. */
  readonly windowed: WindowedReads;
  readonly #context: PlanContext;
  readonly #notes = new PlanNotes();
  readonly #news: PlanNewsTeller;
  readonly #openRenames: OpenRenames;
  readonly #ownWrites: OwnWrites;
  readonly #reserved: ReservedIds;
  readonly #months: MonthDetails;
  readonly #table = new TransactionTable((id) => this.ids.add(id));
  readonly #accounts: SyncedCollection<Account>;
  readonly #categories: SyncedCollection<CategoryEntry>;
  readonly #payees: PayeeCopy;
  readonly #scheduled: SyncedCollection<ScheduledTransaction>;
  readonly #summaries: SyncedCollection<MonthSummary>;
  readonly #transactions: SyncedCollection<Transaction>;
  #categorySet: { readonly of: readonly CategoryEntry[]; readonly set: CategorySet } | null = null;

  constructor(
    context: PlanContext,
    onNews: (news: PlanNews) => void = () => {},
    openRenames: FindOpenRenames = () => Promise.resolve([]),
  ) {
    this.#context = context;
    this.#notes.listen(context.events);
    this.ids.alsoIn(this.#table);
    this.#openRenames = new OpenRenames(openRenames, context.events);
    this.#news = new PlanNewsTeller(context, onNews);
    this.#ownWrites = new OwnWrites(context);
    this.windowed = new WindowedReads(context);
    this.#reserved = new ReservedIds(context, (id) => this.ids.add(id));
    this.#accounts = new SyncedCollection(accountCollection, context);
    this.#categories = new SyncedCollection(categoryCollection, context);
    this.#scheduled = new SyncedCollection(scheduledCollection, context);
    this.#summaries = new SyncedCollection(monthCollection, context);
    this.#transactions = new SyncedCollection(transactionCollection, context, this.#table);
    this.#months = new MonthDetails(context, {
      onMonth: (month) => this.#noteMonth(month),
      onRead: ({ month, categories }, began) => {
        const byId = new Map(categories.map((category) => [category.id, category]));
        this.#news.tell(began, { month: { month, categories: byId }, added: null });
      },
      readChanges: async (options) => {
        // A list that was never read has no delta, so the month itself is requested immediately.
        if (await this.#summaries.known() !== null) await this.#summaries.sync(options);
      },
    });
    this.#payees = new PayeeCopy(context, {
      transactions: this.#transactions,
      scheduled: this.#scheduled,
      areOthersNamed: (names) => this.#table.isNamedOtherwise(names),
    });
    context.events.listen((event) => {
      const isFilled = event.kind === "restored" ||
        (event.kind === "read" && event.read.from === null);
      if (event.of === "transactions" && isFilled) this.#noteShown();
    });
  }

  /** Every id that the plan is known to have had. */
  get ids(): IdIndex {
    return this.#notes.ids;
  }

  /** The plan's currency format, as far as the records show it. */
  get moneyFormat(): MoneyFormat {
    return this.#notes.moneyFormat;
  }

  /** The plan's knowledge that was read last; `null` before the first read. */
  get knowledge(): number | null {
    return this.#context.knowledge.last;
  }

  /** Gives the accounts, closed ones included. */
  async accounts(options?: ReadOptions): Promise<RecordSet<Account>> {
    await this.#accounts.sync(options);
    return setOf(this.#accounts);
  }

  /** Gives the categories, hidden and internal ones included. */
  async categories(options?: ReadOptions): Promise<CategorySet> {
    await this.#categories.sync(options);
    await this.#reserved.restore();
    const { table } = this.#categories;
    // An id that only a month has shown is as reserved as one that was deleted.
    const gone = [...this.#reserved.all].filter((id) => table.get(id) === undefined);
    const { live, deletedKeys } = table;
    const known = this.#categorySet;
    if (known?.of === live && gone.every((id) => known.set.deletedIds.has(id))) return known.set;
    const set = categorySet(live, new Set([...deletedKeys, ...gone]));
    this.#categorySet = { of: live, set };
    return set;
  }

  async scheduledTransactions(options?: ReadOptions): Promise<RecordSet<ScheduledTransaction>> {
    await this.#scheduled.sync(options);
    await this.#payees.nameRecords("scheduled", options);
    const { validation } = this.#scheduled;
    // Another read found that the plan was restored, so this data is obsolete.
    if (validation === null) return await this.scheduledTransactions(options);
    // Another read may have shown that the plan is unchanged, which is enough.
    this.#news.tellSchedules(validation, this.#scheduled.table);
    return setOf(this.#scheduled);
  }

  /** Gives the totals of every month, in no promised order. */
  async monthSummaries(options?: ReadOptions): Promise<readonly MonthSummary[]> {
    await this.#summaries.sync(options);
    return this.#summaries.table.live;
  }

  /** Gives one month, `YYYY-MM-01`, with its categories. */
  async month(month: string, options?: ReadOptions): Promise<MonthDetail> {
    // A month names no deleted categories: those that were kept have to be known first.
    await Promise.all([this.#categories.known(), this.#reserved.restore()]);
    return await this.#months.read(month, options);
  }

  async transactions(options: ReadOptions = {}): Promise<TransactionSet> {
    await this.#transactions.sync(options);
    await this.#rereadRenamed(options);
    await this.#payees.nameRecords("transactions", options);
    return this.#transactionSet();
  }

  /** Gives the payees, those for transfers included. */
  async payees(options?: ReadOptions): Promise<RecordSet<Payee>> {
    await this.#payees.sync(options);
    const { validation } = this.#payees;
    if (validation === null) return await this.payees(options);
    this.#news.tellPayees(validation, this.#payees.table);
    return setOf(this.#payees);
  }

  /** Gives the rows that were read so far, however old; `null` when none were. Asks nothing. */
  async knownTransactions(): Promise<RecordSet<Transaction> | null> {
    return await this.#transactions.known() === null ? null : this.#transactionSet();
  }

  /** Gives the categories that were read so far, in the order of YNAB's app. Asks nothing. */
  async knownCategories(): Promise<CategorySet["live"]> {
    if (await this.#categories.known() === null) return [];
    return categorySet(this.#categories.table.live, new Set()).live;
  }

  /** Tells whether the known rows were read within the freshness window. Asks nothing. */
  areTransactionsRecent(): boolean {
    return this.#transactions.isRecent();
  }

  /** Runs a change; reads that need upstream wait until it is done. */
  holdingReads<Result>(run: () => Promise<Result>): Promise<Result> {
    return this.#ownWrites.holdingReads(run);
  }

  /** Learns what other processes have read and changed: once for a call and its reads. */
  async noticeChanges(): Promise<void> {
    await this.#context.looks.forCall();
  }

  async written(): Promise<void> {
    const all = [
      this.#accounts,
      this.#categories,
      this.#payees,
      this.#scheduled,
      this.#summaries,
      this.#transactions,
      this.#months,
      this.#reserved,
    ];
    await Promise.all(all.map((kept) => kept.written()));
  }

  /**
   * Takes what upstream answered to our writes. Whatever they touched besides the
   * rows and schedules (balances, categories, months, mirror rows) is asked for at the
   * next read.
   */
  async takeWritten(
    answers: readonly unknown[],
    { areNamesOpen = false }: { readonly areNamesOpen?: boolean } = {},
  ): Promise<void> {
    await this.#ownWrites.note();
    // No delta brings what a payee that was renamed without an answer is called in its rows.
    if (areNamesOpen) this.#reread([this.#transactions, this.#scheduled]);
    for (const id of answers.flatMap(namedIds)) this.ids.add(id);
    const rows = answers.flatMap(writtenTransactions);
    await this.#transactions.absorb(
      rows.map((record) => ({ key: record.id, record, isDeleted: record.deleted })),
    );
    await this.#payees.takeWritten(answers);
    await this.#scheduled.absorb(
      answers.flatMap(writtenSchedules)
        .map((record) => ({ key: record.id, record, isDeleted: record.deleted })),
    );
  }

  /** Reads rows whole where a payee may have been renamed since: no delta brings that. */
  async #rereadRenamed(options: ReadOptions): Promise<void> {
    const until = await this.#openRenames.unshownUntil();
    if (until === null) return;
    const named = [this.#transactions, this.#scheduled];
    this.#reread(named.filter(({ state }) => (state?.fullReadAt ?? Infinity) < until));
    await this.#transactions.sync(options);
  }

  #reread(collections: readonly Pick<SyncedCollection<never>, "reloadNext">[]): void {
    for (const collection of collections) collection.reloadNext();
  }

  #noteShown(): void {
    this.#notes.noteAmounts(
      this.#table.list.chunks.flatMap(({ shownAmount }) => shownAmount ? [shownAmount] : []),
    );
  }

  /** A snapshot of the current state. */
  #transactionSet(): TransactionSet {
    const { list, deletedKeys: deletedIds } = this.#table;
    return {
      list,
      deletedIds,
      // When it is asked for: a plain list of all is long.
      get live(): readonly Transaction[] {
        return list.all;
      },
    };
  }

  #noteMonth(month: MonthDetail): void {
    for (const { balance_formatted, balance } of month.categories) {
      this.#notes.noteAmount([balance_formatted, balance]);
    }
    const all = month.categories.flatMap(({ id, category_group_id: group }) => [id, group]);
    this.#reserved.add(all);
  }
}

function setOf<Record>(
  { table }: Pick<SyncedCollection<Record>, "table">,
): RecordSet<Record> {
  return { live: table.live, deletedIds: table.deletedKeys };
}
