import { dayOf } from "../../domain/base/day.ts";
import { firstOfMonth } from "../../domain/base/month.ts";
import { Books, type PlanFigures } from "./books.ts";
import type { ClosingPlan } from "./close_month.ts";
import {
  INFLOW_CATEGORY,
  INTERNAL_GROUP,
  type PlanRecords,
  type StoredAccount,
  type StoredCategory,
  type StoredGroup,
  type StoredPayee,
  type StoredScheduled,
  type StoredTransaction,
  UNCATEGORIZED_CATEGORY,
} from "./records.ts";
import { Rows } from "./rows.ts";
import { Stamps } from "./stamps.ts";

/** A stored record and the plan's server knowledge at the record's last change. */
type Stored = { readonly id: string; knowledge: number };

/** Record types in a plan, other than transactions. */
interface Records {
  readonly accounts: StoredAccount;
  readonly groups: StoredGroup;
  readonly categories: StoredCategory;
  readonly payees: StoredPayee;
  readonly scheduled: StoredScheduled;
}

/** A plan that can be read and written. */
export class DemoPlan implements ClosingPlan {
  /** The stored records. Modify the records only through this class's methods. */
  readonly records: PlanRecords;
  readonly accounts: Map<string, StoredAccount>;
  readonly groups: Map<string, StoredGroup>;
  readonly categories: Map<string, StoredCategory>;
  readonly payees: Map<string, StoredPayee>;
  readonly scheduled: Map<string, StoredScheduled>;
  readonly rows: Rows;
  readonly inflowCategoryId: string;
  readonly uncategorizedId: string;
  /** Labels of the flag colors, as shown on transactions. */
  readonly flagNames: ReadonlyMap<string, string>;
  readonly stamps: Stamps;
  readonly #books: Books;
  /** Ids of the credit cards' payment categories. */
  cardCategoryIds: ReadonlySet<string>;
  /** Steps that undo the current write, one for each part of the write. */
  #undo: (() => void)[] = [];
  /** Category months that the current write touched, including those with unchanged figures. */
  #touched: [month: string, categoryId: string][] = [];

  /** Takes ownership of `records`. */
  constructor(records: PlanRecords, stamps: Stamps = new Stamps(records.knowledge)) {
    this.records = records;
    this.accounts = byId(records.accounts);
    this.groups = byId(records.groups);
    this.categories = byId(records.categories);
    this.payees = byId(records.payees);
    this.scheduled = byId(records.scheduled);
    this.cardCategoryIds = cardCategoryIdsOf(records);
    this.inflowCategoryId = internalCategoryId(records, INFLOW_CATEGORY);
    this.uncategorizedId = internalCategoryId(records, UNCATEGORIZED_CATEGORY);
    this.flagNames = flagNamesOf(records);
    this.stamps = stamps;
    for (const { date } of records.transactions) {
      if (date < records.first_month) records.first_month = firstOfMonth(date);
    }
    this.#books = new Books(this);
    this.rows = new Rows(records.transactions, (month) => this.#books.changedSince(month));
  }

  /** The plan's server knowledge. A write increments it, then stores it in all changed records. */
  get knowledge(): number {
    return this.records.knowledge;
  }

  /** The smallest unit of the plan's currency, in milliunits. */
  get smallest(): number {
    return 10 ** Math.max(0, 3 - (this.records.currency_format?.decimal_digits ?? 2));
  }

  figures(today: string): PlanFigures {
    return this.#books.at(today);
  }

  /**
   * Performs one write. Everything that `change` touches, and every figure that differs afterward,
   * gets the same new server knowledge. If `change` throws, the write is rolled back. If `change`
   * changes nothing, the server knowledge stays the same.
   */
  write<Result>(now: Date, change: () => Result): Result {
    const today = dayOf(now.getTime());
    const before = this.figures(today);
    this.#undo = [];
    this.#touched = [];
    this.records.knowledge++;
    try {
      const result = change();
      if (this.#undo.length === 0) this.records.knowledge--;
      else this.#finish(before, now);
      return result;
    } catch (error) {
      for (const undo of this.#undo.reverse()) undo();
      this.records.knowledge--;
      throw error;
    }
  }

  add<Kind extends keyof Records>(kind: Kind, record: Records[Kind]): Records[Kind] {
    const list = this.records[kind] as Records[Kind][];
    const index = this[kind] as Map<string, Records[Kind]>;
    record.knowledge = this.knowledge;
    list.push(record);
    index.set(record.id, record);
    const isStructure = kind === "accounts" || kind === "categories";
    if (isStructure) this.#structureChanged();
    this.#undo.push(() => {
      list.pop();
      index.delete(record.id);
      if (isStructure) this.#structureChanged();
    });
    return record;
  }

  /**
   * Adds a transaction. If the transaction is dated before the plan's first month, extends the plan
   * back to the transaction's month.
   */
  addRow(row: StoredTransaction): void {
    row.knowledge = this.knowledge;
    this.rows.add(row);
    this.#undo.push(() => this.rows.undoAdd(row));
    this.#extendTo(row.date);
  }

  changeRow(row: StoredTransaction, change: Partial<StoredTransaction>): void {
    const before = { ...row };
    this.rows.change(row, { ...change, knowledge: this.knowledge });
    this.#undo.push(() => this.rows.change(row, before));
    this.#extendTo(row.date);
  }

  /** Changes a record. The change must affect no monthly figures except a target's progress. */
  change<Item extends Stored>(record: Item, change: Partial<Item>): void {
    const before = { ...record };
    Object.assign(record, change, { knowledge: this.knowledge });
    this.#undo.push(() => {
      Object.assign(record, before);
    });
  }

  assign(month: string, categoryId: string, amount: number): void {
    const { assignments } = this.records;
    const assigned = assignments.get(month) ?? new Map<string, number>();
    const before = assigned.get(categoryId);
    const set = (value: number): void => {
      assignments.set(month, assigned.set(categoryId, value));
      this.#books.changedSince(month);
    };
    set(amount);
    this.#undo.push(() => set(before ?? 0));
    this.touch(month, categoryId);
  }

  /** Replaces a list of records, such as money movements. */
  replace<Key extends "money_movements" | "waiting_imports">(
    key: Key,
    list: PlanRecords[Key],
  ): void {
    const before = this.records[key];
    this.records[key] = list;
    this.#undo.push(() => this.records[key] = before);
  }

  /** Marks a category's month as changed by this write, even if its figures stay the same. */
  touch(month: string, categoryId: string): void {
    this.#touched.push([month, categoryId]);
  }

  #structureChanged(): void {
    this.cardCategoryIds = cardCategoryIdsOf(this.records);
    this.#books.changedSince(this.records.first_month);
  }

  #extendTo(date: string): void {
    const { first_month } = this.records;
    if (date >= first_month) return;
    const set = (month: string): void => {
      this.records.first_month = month;
      this.#books.changedSince(this.records.first_month);
    };
    set(firstOfMonth(date));
    this.#undo.push(() => set(first_month));
  }

  #finish(before: PlanFigures, now: Date): void {
    const after = this.figures(dayOf(now.getTime()));
    this.stamps.stampChanges({ before, after }, this, this.knowledge);
    for (const [month, id] of this.#touched) this.stamps.stampCategory(month, id, this.knowledge);
    this.records.last_modified_on = `${now.toISOString().slice(0, 19)}+00:00`;
  }
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

function cardCategoryIdsOf({ accounts }: PlanRecords): Set<string> {
  return new Set(accounts.flatMap(({ payment_category_id: id }) => id === null ? [] : [id]));
}

/** Returns the labels of the flag colors, as shown on transactions. */
function flagNamesOf({ transactions }: PlanRecords): Map<string, string> {
  const names = new Map<string, string>();
  for (const { flag_color, flag_name } of transactions) {
    if (flag_color && flag_name) names.set(flag_color, flag_name);
  }
  return names;
}

function internalCategoryId(
  { name, groups, categories }: PlanRecords,
  wanted: string,
): string {
  const group = groups.find((candidate) => candidate.name === INTERNAL_GROUP);
  const found = categories.find((category) =>
    category.category_group_id === group?.id && category.name === wanted
  );
  if (found === undefined) {
    throw new Error(`Cannot load plan "${name}": it has no internal category "${wanted}"`);
  }
  return found.id;
}
