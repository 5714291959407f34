import type {
  DeletedScheduled,
  SavedCategory,
  SavedCategoryGroup,
  SavedPayee,
} from "../../client/upstream_client.ts";
import { UpstreamError } from "../../client/upstream_error.ts";
import type { Account } from "../../client/wire/account.ts";
import type { Category } from "../../client/wire/category.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { MonthDetail, MonthSummary } from "../../client/wire/plan.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { SavedTransactions, Transaction } from "../../client/wire/transaction.ts";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import { IdIndex } from "../../domain/references/resolve_reference.ts";
import { allWritten, orWithoutStore, type PlanContext, type ReadOptions } from "./plan_context.ts";
import {
  accountCollection,
  byId,
  categoryCollection,
  type CategoryEntry,
  type CategorySet,
  categorySet,
  type CollectionTable,
  type ListedMonth,
  monthCollection,
  payeeCollection,
  type RecordSet,
  scheduledCollection,
  transactionCollection,
  type TransactionSet,
} from "./collections.ts";
import { isEarlier } from "./freshness.ts";
import { TransactionTable } from "./transaction_table.ts";
import { type OpenRename, PayeeRenames } from "./payee_renames.ts";
import { SyncedCollection } from "./synced_collection.ts";
import { MonthDetails } from "./month_details.ts";
import { type PlanNews, PlanNewsReporter, PlanNotes } from "./plan_news.ts";
import { WindowedReads } from "./cached_read.ts";

export interface PlanListeners {
  readonly onNews: (planId: string, news: PlanNews) => void;
  /** Returns changes whose outcome is unknown and that may have renamed a payee. */
  readonly openRenames: (planId: string) => Promise<readonly OpenRename[]>;
}

export class PlanCopy {
  readonly windowed: WindowedReads;
  /** Every known id of the plan, including ids of deleted records. */
  readonly ids: IdIndex = new IdIndex();
  readonly #context: PlanContext;
  readonly #notes: PlanNotes;
  readonly #news: PlanNewsReporter;
  readonly #months: MonthDetails;
  readonly #table = new TransactionTable();
  readonly #accounts: SyncedCollection<Account>;
  readonly #categories: SyncedCollection<CategoryEntry>;
  readonly #payees: SyncedCollection<Payee>;
  readonly #scheduled: SyncedCollection<ScheduledTransaction>;
  readonly #summaries: SyncedCollection<ListedMonth>;
  readonly #transactions: SyncedCollection<Transaction>;
  readonly #renames: PayeeRenames;
  /** Maps each list of records to the accounts whose names have been copied into its records. */
  readonly #namedBy = new WeakMap<object, readonly Account[]>();
  #categorySet: { readonly of: readonly CategoryEntry[]; readonly set: CategorySet } | null = null;

  constructor(context: PlanContext & PlanListeners) {
    this.#context = context;
    const { planId, listeners, onNews, openRenames } = context;
    this.#notes = new PlanNotes(listeners, this.#table);
    this.#news = new PlanNewsReporter(context, (news) => onNews(planId, news));
    this.windowed = new WindowedReads(context);
    this.#accounts = new SyncedCollection(accountCollection, context);
    this.#categories = new SyncedCollection(categoryCollection, context);
    this.#scheduled = new SyncedCollection(scheduledCollection, context);
    this.#summaries = new SyncedCollection(monthCollection, context);
    this.#payees = new SyncedCollection(payeeCollection, context);
    this.#transactions = new SyncedCollection(transactionCollection, context, this.#table);
    for (const { table } of [this.#accounts, this.#categories, this.#scheduled, this.#payees]) {
      this.ids.alsoIn(table);
    }
    this.ids.alsoIn(this.#table);
    this.#months = new MonthDetails(context, this.#summaries);
    this.#renames = new PayeeRenames({
      listeners,
      payees: this.#payees,
      transactions: this.#transactions,
      scheduled: this.#scheduled,
      findOpenRenames: () => openRenames(planId),
    });
  }

  /** The plan's currency format, as inferred from its records. */
  get moneyFormat(): MoneyFormat {
    return this.#notes.moneyFormat;
  }

  /** Server knowledge of the latest read; `null` before the first read. */
  get knowledge(): number | null {
    return this.#context.knowledge.last;
  }

  /** Returns the accounts, including closed ones. */
  async accounts(options?: ReadOptions): Promise<RecordSet<Account>> {
    await this.#accounts.sync(options);
    return setOf(this.#accounts);
  }

  /** Returns the categories, including hidden and internal ones. */
  async categories(options?: ReadOptions): Promise<CategorySet> {
    await this.#categories.sync(options);
    this.#news.report("categories", this.#categories);
    const { live, deletedKeys } = this.#categories.table;
    if (this.#categorySet?.of === live) return this.#categorySet.set;
    const set = categorySet(live, deletedKeys);
    this.#categorySet = { of: live, set };
    return set;
  }

  async scheduledTransactions(options?: ReadOptions): Promise<RecordSet<ScheduledTransaction>> {
    await this.#sync(this.#scheduled, "scheduled", options);
    this.#news.report("scheduled_transactions", this.#scheduled);
    return setOf(this.#scheduled);
  }

  /** Returns each month's totals, in no particular order. */
  async monthSummaries(options?: ReadOptions): Promise<readonly MonthSummary[]> {
    await this.#summaries.sync(options);
    return this.#summaries.table.live.map(({ summary }) => summary);
  }

  /** Returns a month, with each category's latest known name, group and visibility. */
  async month(month: string, options?: ReadOptions): Promise<MonthDetail> {
    // Months from YNAB omit deleted categories, so load the stored categories first.
    await this.#categories.known();
    const { detail, cached } = await this.#months.read(month, options);
    // The month list's delta doesn't show that a category was renamed, so sync the categories to
    // get the current names. Even if the sync fails, the month's figures are up to date.
    if (cached?.isPlanNewer) {
      await this.#categories.sync(options).catch((error: unknown) => {
        const code = error instanceof UpstreamError ? error.code : null;
        if (code !== "unavailable" && code !== "rate_limited") throw error;
      });
    }
    const { categories } = detail;
    this.#notes.noteRecords(categories);
    // Treat ids found only in a month as ids of deleted categories.
    this.#categories.reserve(categories.flatMap(({ id, category_group_id: group }) => [id, group]));
    if (cached === null) return detail;
    this.#news.reportMonth(detail, cached.validation);
    const { table, validation } = this.#categories;
    const areNewer = validation !== null && !isEarlier(validation, cached.readAt);
    return areNewer ? { ...detail, categories: withCurrentNames(categories, table) } : detail;
  }

  /** Whether a month can be read without a request. */
  async isMonthKnown(month: string): Promise<boolean> {
    return await this.#months.isKnown(month);
  }

  async transactions(options?: ReadOptions): Promise<TransactionSet> {
    await this.#sync(this.#transactions, "transactions", options);
    const { state, validation } = this.#transactions;
    // Nothing was added, because the plan's server knowledge hasn't changed since the last read.
    const added = state && { rows: [], from: state.knowledge, to: state.knowledge };
    this.#news.report("transactions", { table: this.#table, validation, added });
    return this.#transactionSet();
  }

  async payees(options?: ReadOptions): Promise<RecordSet<Payee>> {
    await this.#sync(this.#payees, "payees", options);
    this.#news.report("payees", this.#payees);
    return setOf(this.#payees);
  }

  /** Returns the cached transactions, however old; `null` before the first read. */
  async knownTransactions(): Promise<TransactionSet | null> {
    return await this.#transactions.known() === null ? null : this.#transactionSet();
  }

  /** Returns the cached categories in the same order as YNAB's app, without sending a request. */
  async knownCategories(): Promise<CategorySet["live"]> {
    if (await this.#categories.known() === null) return [];
    return categorySet(this.#categories.table.live, new Set()).live;
  }

  /** Whether the cached transactions are within the freshness window. Sends no request. */
  areTransactionsRecent(): boolean {
    return this.#transactions.isRecent();
  }

  /** Checks the store for what other processes have read or changed. Called once per request. */
  async noticeChanges(): Promise<void> {
    const { poll, writers } = this.#context;
    await poll.poll([...writers.keys()]);
  }

  async written(): Promise<void> {
    await allWritten(this.#context);
  }

  /** Runs a change. Until the change ends, any read that needs a request to YNAB has to wait. */
  holdingReads<Result>(run: () => Promise<Result>): Promise<Result> {
    const { store, planId, gate } = this.#context;
    return gate.holdingReads(async () => {
      // Notify other processes before the change, too: if this process dies during the change, it
      // can't notify them later.
      await this.#touch();
      try {
        return await store.whileWriting(planId, run);
      } finally {
        // Invalidate earlier reads regardless of the outcome.
        await this.#noteWrite();
      }
    });
  }

  /**
   * Merges the responses to our own writes. Everything else that our writes affect (balances,
   * categories, months, the other sides of transfers) is fetched by the next read.
   */
  async takeWritten(
    answers: readonly unknown[],
    { areNamesOpen = false, knownAt = this.knowledge }: {
      readonly areNamesOpen?: boolean;
      readonly knownAt?: number | null;
    } = {},
  ): Promise<void> {
    await this.#noteWrite();
    // After an unconfirmed rename of a payee, deltas omit the payee's transactions.
    if (areNamesOpen) {
      for (const named of [this.#transactions, this.#scheduled]) named.reloadNext();
    }
    if (answers.length === 0) return;
    const written = answers.map(writtenRecords);
    for (const id of written.flatMap(({ otherIds }) => otherIds)) this.ids.add(id);
    this.#notes.noteRecords(written.flatMap((one) => [...one.transactions, ...one.schedules]));
    // The response to a change to scheduled transactions has no server knowledge, but the plan's
    // server knowledge has increased.
    const next = (knownAt ?? 0) + 1;
    const writtenAt = Math.max(...written.map(({ knowledge }) => knowledge ?? next));
    await this.#transactions.absorb(written.flatMap((one) => byId(one.transactions)), writtenAt);
    await this.#renames.takeWritten(written.flatMap((one) => byId(one.payees)), writtenAt);
    await this.#scheduled.absorb(written.flatMap((one) => byId(one.schedules)), writtenAt);
  }

  /** Syncs a collection, then applies current payee names; starts over if the plan is restored. */
  async #sync<Record>(
    collection: SyncedCollection<Record>,
    of: Parameters<PayeeRenames["complete"]>[0],
    options: ReadOptions | undefined,
  ): Promise<void> {
    do {
      await collection.sync(options);
      await this.#renames.complete(of, options);
      await this.#nameAccounts();
      // If the state is missing, another read has just detected that the plan was restored.
    } while (collection.state === null);
  }

  /**
   * Applies the accounts' names to transactions and schedules, unless those were read after the
   * accounts. This is necessary because YNAB's deltas omit the transactions and schedules of a
   * renamed account.
   */
  async #nameAccounts(): Promise<void> {
    const { table: { live }, state } = this.#accounts;
    if (state === null) return;
    const names = new Map(live.map(({ id, name }) => [id, name]));
    const shown = [
      { records: this.#transactions, list: (): object => this.#table.list },
      { records: this.#scheduled, list: (): object => this.#scheduled.table.live },
    ];
    for (const { records, list } of shown) {
      const isNewer = (records.state?.knowledge ?? Infinity) > state.knowledge;
      if (isNewer || this.#namedBy.get(list()) === live) continue;
      await records.rename(names);
      this.#namedBy.set(list(), live);
    }
  }

  async #noteWrite(): Promise<void> {
    const { knowledge, moments } = this.#context;
    knowledge.invalidate(moments.next());
    await this.#touch();
  }

  /**
   * Increments the plan's write count in the store, so that all other processes, including those
   * that start later, treat earlier reads as outdated.
   */
  async #touch(): Promise<void> {
    const { store, planId, knowledge, moments } = this.#context;
    const touches = await orWithoutStore(store.touch(planId), null, this.#context);
    knowledge.touched(touches, moments.next());
  }

  #transactionSet(): TransactionSet {
    const { list, deletedKeys: deletedIds } = this.#table;
    return {
      list,
      deletedIds,
      // Built on demand, because the list may be long.
      get live(): readonly Transaction[] {
        return list.all;
      },
    };
  }
}

/** In a month's categories, updates the fields that don't depend on the month, such as names. */
function withCurrentNames(
  categories: readonly Category[],
  table: Pick<CollectionTable<CategoryEntry>, "get">,
): readonly Category[] {
  return categories.map((one) => {
    const known = table.get(one.id)?.category;
    if (known === undefined) return one;
    const { name, note = null, hidden, category_group_id, category_group_name = "" } = known;
    const group = table.get(category_group_id)?.group?.name ?? category_group_name;
    return { ...one, name, note, hidden, category_group_id, category_group_name: group };
  });
}

function setOf<Record>(
  { table }: Pick<SyncedCollection<Record>, "table">,
): RecordSet<Record> {
  return { live: table.live, deletedIds: table.deletedKeys };
}

/** Returns a write response's records, and the ids of other records that the response mentions. */
function writtenRecords(answer: unknown): {
  readonly transactions: readonly Transaction[];
  readonly payees: readonly Payee[];
  readonly schedules: readonly ScheduledTransaction[];
  readonly otherIds: readonly string[];
  readonly knowledge: number | null;
} {
  const { transaction, transactions: several, ...others } = answer as WriteAnswer;
  const { payee, scheduled_transaction: schedule, category, category_group: group } = others;
  const { server_knowledge: knowledge = null } = others;
  const transactions = [...several ?? [], ...(transaction ? [transaction] : [])];
  const mirrors = transactions.map(({ transfer_transaction_id: id }) => id);
  return {
    transactions,
    payees: payee ? [payee] : [],
    schedules: schedule ? [schedule] : [],
    otherIds: [category?.id, group?.id, ...mirrors].flatMap((id) => id ?? []),
    knowledge,
  };
}

type WriteAnswer = Partial<
  & SavedTransactions
  & SavedPayee
  & NonNullable<DeletedScheduled>
  & SavedCategory
  & SavedCategoryGroup
>;
