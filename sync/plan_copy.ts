/**
 * The local copy of one plan: its collections and months, the ids it has ever had,
 * and how it writes money.
 *
 * @module
 */

import { IdIndex } from "../domain/id_index.ts";
import {
  inferMoneyFormat,
  type MoneyFormat,
  UNKNOWN_MONEY_FORMAT,
} from "../domain/money_format.ts";
import type { Account } from "../client/wire/account.ts";
import type { MonthDetail, MonthSummary } from "../client/wire/plan_month.ts";
import type { ScheduledTransaction } from "../client/wire/scheduled_transaction.ts";
import type { SavedTransactions, Transaction } from "../client/wire/transaction.ts";
import {
  accountCollection,
  categoryCollection,
  type CategoryEntry,
  monthCollection,
  scheduledCollection,
  transactionCollection,
} from "./collections.ts";
import type { Moment } from "./moment.ts";
import { MonthDetails } from "./month_details.ts";
import { PayeeNames } from "./payee_names.ts";
import { type CategorySet, categorySet, type RecordSet } from "./record_set.ts";
import type { TableRow } from "./record_table.ts";
import { type CollectionContext, type ReadOptions, SyncedCollection } from "./synced_collection.ts";

/** What a delta of the rows has brought. */
export interface RowsNews {
  /** Live rows by id. */
  readonly rows: Pick<ReadonlyMap<string, Transaction>, "get" | "has">;
  /** Rows that no earlier read had. */
  readonly added: readonly Transaction[];
  /** Tells whether it was asked for after our own last change: else it may not show it. */
  readonly isAfterChange: () => boolean;
}

/** The local copy of one plan. */
export class PlanCopy {
  /** Every id that the plan is known to have had. */
  readonly ids: IdIndex = new IdIndex();
  readonly #context: CollectionContext;
  readonly #onNews: (news: RowsNews) => void;
  /** Rows of the last read that no read before it had. */
  #added: readonly Transaction[] = [];
  readonly #months: MonthDetails;
  readonly #accounts: SyncedCollection<Account>;
  readonly #categories: SyncedCollection<CategoryEntry>;
  readonly #scheduled: SyncedCollection<ScheduledTransaction>;
  readonly #summaries: SyncedCollection<MonthSummary>;
  readonly #transactions: SyncedCollection<Transaction>;
  readonly #payeeNames = new PayeeNames();
  #moneyFormat: MoneyFormat | null = null;
  #categorySet: { readonly of: readonly CategoryEntry[]; readonly set: CategorySet } | null = null;

  /**
   * Makes the copy of a plan; nothing is read yet.
   *
   * @param context What to work with.
   * @param onNews Hears of every delta of the rows.
   */
  constructor(context: CollectionContext, onNews: (news: RowsNews) => void = () => {}) {
    this.#context = context;
    this.#onNews = onNews;
    this.#months = new MonthDetails(context, (ids, month) => this.#noteMonth(ids, month));
    const onDeletedKeys = (keys: readonly string[]): void => keys.forEach((id) => this.ids.add(id));
    this.#accounts = new SyncedCollection(accountCollection, context, {
      onDeletedKeys,
      onRows: (rows) =>
        this.#noteRows(rows, ({ balance_formatted, balance }) => [balance_formatted, balance]),
    });
    this.#categories = new SyncedCollection(categoryCollection, context, {
      onDeletedKeys,
      onRows: (rows) =>
        this.#noteRows(
          rows,
          ({ category }) => [category?.balance_formatted, category?.balance ?? 0],
        ),
    });
    this.#scheduled = new SyncedCollection(scheduledCollection, context, {
      onDeletedKeys,
      onRows: (rows) =>
        this.#noteRows(rows, ({ amount_formatted, amount }) => [amount_formatted, amount]),
    });
    this.#summaries = new SyncedCollection(monthCollection, context, {
      onDelta: (delta) => this.#months.noteDelta(delta),
    });
    this.#transactions = new SyncedCollection(transactionCollection, context, {
      onDeletedKeys,
      onRows: (rows) => this.#noteTransactions(rows),
      onDelta: ({ began }) => this.#tellNews(began),
    });
  }

  /** How the plan writes money, as far as the records have shown it. */
  get moneyFormat(): MoneyFormat {
    return this.#moneyFormat ?? UNKNOWN_MONEY_FORMAT;
  }

  /** Gives the accounts, closed ones included. */
  async accounts(options?: ReadOptions): Promise<RecordSet<Account>> {
    await this.#accounts.sync(options);
    return setOf(this.#accounts);
  }

  /** Gives the categories, hidden and internal ones included. */
  async categories(options?: ReadOptions): Promise<CategorySet> {
    await this.#categories.sync(options);
    const { table } = this.#categories;
    // An id that only a month has shown is as taken as one that was deleted.
    const gone = (await this.#months.seenIds()).filter((id) => table.get(id) === undefined);
    const { live, deletedKeys } = table;
    const known = this.#categorySet;
    if (known?.of === live && gone.every((id) => known.set.deletedIds.has(id))) return known.set;
    const set = categorySet(live, new Set([...deletedKeys, ...gone]));
    this.#categorySet = { of: live, set };
    return set;
  }

  /** Gives the scheduled transactions. */
  async scheduledTransactions(options?: ReadOptions): Promise<RecordSet<ScheduledTransaction>> {
    await this.#scheduled.sync(options);
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
    await this.#categories.known();
    return await this.#months.read(month, options);
  }

  /** Gives every row of every account. */
  async transactions(options?: ReadOptions): Promise<RecordSet<Transaction>> {
    await this.#transactions.sync(options);
    return setOf(this.#transactions);
  }

  /** Gives the rows that were read so far, however old; `null` when none were. Asks nothing. */
  async knownTransactions(): Promise<RecordSet<Transaction> | null> {
    return await this.#transactions.known() === null ? null : setOf(this.#transactions);
  }

  /** Runs a change; reads that need upstream wait until it is done. */
  holdingReads<Result>(run: () => Promise<Result>): Promise<Result> {
    const { knowledge, moments } = this.#context;
    return knowledge.holdingReads(async () => {
      try {
        return await run();
      } finally {
        // However it ended: what was read before proves nothing now.
        knowledge.touch(moments.next());
      }
    });
  }

  /**
   * Takes what upstream answered to our writes. Whatever they touched besides the
   * rows (balances, categories, months, mirror rows) is asked for at the next read.
   */
  async takeWritten(answers: readonly unknown[]): Promise<void> {
    const { knowledge, moments } = this.#context;
    knowledge.touch(moments.next());
    const rows = answers.flatMap(writtenRows);
    await this.#transactions.absorb(
      rows.map((record) => ({ key: record.id, record, isDeleted: record.deleted })),
    );
  }

  #tellNews(began: Moment): void {
    const { table } = this.#transactions;
    const get = (id: string): Transaction | undefined => table.get(id);
    this.#onNews({
      rows: { get, has: (id) => get(id) !== undefined },
      added: this.#added,
      isAfterChange: () => this.#context.knowledge.isAfterChange(began),
    });
  }

  #noteTransactions(rows: readonly TableRow<Transaction>[]): readonly TableRow<Transaction>[] {
    this.#added = rows
      .filter(({ key, isDeleted }) => !isDeleted && this.#transactions.table.get(key) === undefined)
      .map(({ record }) => record);
    this.#noteRows(rows, ({ amount_formatted, amount }) => [amount_formatted, amount]);
    const renamed = this.#payeeNames.learn(rows);
    if (renamed.size === 0) return rows;
    const named = new Set(rows.map(({ key }) => key));
    const older = this.#transactions.table.live
      .filter((row) => !named.has(row.id))
      .map((row) => ({ row, current: this.#payeeNames.rename(row) }))
      .filter(({ row, current }) => row !== current)
      .map(({ current }) => ({ key: current.id, record: current, isDeleted: false }));
    return [...rows, ...older];
  }

  #noteRows<Record>(
    rows: readonly TableRow<Record>[],
    amountOf: (record: Record) => readonly [string | undefined, number],
  ): readonly TableRow<Record>[] {
    for (const { key } of rows) this.ids.add(key);
    for (const { record } of rows) {
      if (this.#moneyFormat !== null) break;
      this.#noteAmount(...amountOf(record));
    }
    return rows;
  }

  #noteMonth(ids: Iterable<string>, { categories }: MonthDetail): void {
    for (const id of ids) this.ids.add(id);
    for (const { balance_formatted, balance } of categories) {
      if (this.#moneyFormat === null) this.#noteAmount(balance_formatted, balance);
    }
  }

  #noteAmount(formatted: string | undefined, milliunits: number): void {
    if (formatted !== undefined) this.#moneyFormat = inferMoneyFormat(formatted, milliunits);
  }
}

function writtenRows(answer: unknown): readonly Transaction[] {
  const { transaction, transactions } = answer as Partial<SavedTransactions>;
  return [...transactions ?? [], ...(transaction ? [transaction] : [])];
}

function setOf<Record>({ table }: SyncedCollection<Record>): RecordSet<Record> {
  return { live: table.live, deletedIds: table.deletedKeys };
}
