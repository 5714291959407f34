import { dayAt } from "../base/day.ts";
import { memoised } from "../base/memoised.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { dayAsNumber, dayCountsOf, STATES } from "../transactions/chunk_facts.ts";
import type { Column, FieldValue } from "../transactions/column.ts";
import { matchedPairs } from "../transactions/matched_pairs.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import {
  chunksOf,
  type TransactionChunks,
  type Transactions,
} from "../transactions/transaction_chunks.ts";
import { learnKeys, payeeKeyOf } from "./payee_key.ts";

/** What {@linkcode payeeIndexOf} makes of the transactions of a plan. */
export interface PayeeIndex<Transaction extends TransactionRecord> {
  readonly groups: readonly PayeeGroup<Transaction>[];
  /** Accounts of which some live transaction has a category: the others only track a value. */
  readonly categorisedAccountIds: ReadonlySet<string>;
}

/**
 * Groups the transactions that count by payee and direction. A payee's id decides, under its
 * newest name; ids whose names normalise to the same words are one merchant, as are
 * transactions without a payee whose bank label does. Transactions of 0 move nothing and are left
 * out.
 */
export function payeeIndexOf<Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
): PayeeIndex<Transaction> {
  const known = indexes.get(live);
  if (known !== undefined) return known as PayeeIndex<Transaction>;
  const index = indexOfNewest(live, Infinity);
  indexes.set(live, index);
  return index;
}

/** Groups the transactions of the newest chunks alone. Accounts are those of all. */
export function indexOfNewest<Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
  most: number,
): PayeeIndex<Transaction> {
  const { leftOut } = matchedPairs(live);
  const all = chunksOf(live);
  const chunks = all.slice(0, most);
  const told: ChunkPayees[] = [];
  for (const chunk of chunks) {
    told.push(chunkPayees(chunk));
  }
  const groups = groupsOf(chunks, { told, leftOut });
  let accountIds: ReadonlySet<string> | null = null;
  return {
    groups: [
      ...groups.filter(({ direction }) => direction === "out"),
      ...groups.filter(({ direction }) => direction === "in"),
    ],
    get categorisedAccountIds(): ReadonlySet<string> {
      return accountIds ??= new Set(all.flatMap(categorisedAccounts));
    },
  };
}

const indexes = new WeakMap<object, PayeeIndex<TransactionRecord>>();

/** Transactions of one merchant in one direction. */
export interface PayeeGroup<Transaction extends TransactionRecord> {
  /** The normalised name, or `transfer:` and the id of the other account. */
  readonly key: string;
  readonly direction: "in" | "out";
  /** Ids of all payees whose names come to the same. */
  readonly payeeIds: ReadonlySet<string>;
  /** How many there are. */
  readonly count: number;
  /** The oldest first. */
  readonly transactions: readonly Transaction[];
  /** Days since 1970-01-01, at the same places. */
  readonly days: readonly number[];
  /** Gives those of a day, counted from 1970-01-01, and later; the oldest first. */
  since(day: number): PayeeTransactions<Transaction>;
  /** Visits those of a day and later, from the newest back, without making any of them. */
  visitSince(day: number, visit: PlaceVisitor<Transaction>): void;
}

/**
 * Is told where a transaction stands, and its day, counted from 1970-01-01; `false` ends the
 * visit.
 */
export type PlaceVisitor<Transaction extends TransactionRecord> = (
  chunk: TransactionChunk<Transaction>,
  place: number,
  day: number,
) => boolean | void;

/** Transactions with their days, the oldest first. */
export type PayeeTransactions<Transaction extends TransactionRecord> = Pick<
  PayeeGroup<Transaction>,
  "transactions" | "days"
>;

type Direction = PayeeGroup<TransactionRecord>["direction"];

/** A group without its transactions. */
export interface GroupName {
  readonly key: string;
  readonly direction: Direction;
  readonly payeeIds: Set<string>;
}

/** Where the transactions of each group stand: positions count through all chunks. */
export interface Positions<Transaction extends TransactionRecord> {
  readonly chunks: TransactionChunks<Transaction>;
  /** The first position of each chunk, and behind them how many there are. */
  readonly firsts: Int32Array;
  /** Days as chunks have them, by position. */
  readonly days: Int32Array;
  /** The same as days since 1970-01-01. */
  readonly counts: Int32Array;
  /** Group by group, the newest first. */
  readonly positions: Int32Array;
}

/** A group whose transactions are looked up when they are asked for. */
export class PositionedGroup<Transaction extends TransactionRecord>
  implements PayeeGroup<Transaction> {
  readonly key: string;
  readonly direction: Direction;
  readonly payeeIds: ReadonlySet<string>;
  readonly #plan: Positions<Transaction>;
  readonly #from: number;
  readonly #until: number;
  #all: PayeeTransactions<Transaction> | null = null;

  constructor(
    { key, direction, payeeIds }: GroupName,
    plan: Positions<Transaction>,
    { from, until }: { readonly from: number; readonly until: number },
  ) {
    this.key = key;
    this.direction = direction;
    this.payeeIds = payeeIds;
    this.#plan = plan;
    this.#from = from;
    this.#until = until;
  }

  get count(): number {
    return this.#until - this.#from;
  }

  get transactions(): readonly Transaction[] {
    return (this.#all ??= this.since(-Infinity)).transactions;
  }

  get days(): readonly number[] {
    return (this.#all ??= this.since(-Infinity)).days;
  }

  since(day: number): PayeeTransactions<Transaction> {
    const transactions: Transaction[] = [];
    const days: number[] = [];
    this.visitSince(day, (chunk, place, on) => {
      transactions.push(chunk.at(place));
      days.push(on);
    });
    return { transactions: transactions.reverse(), days: days.reverse() };
  }

  visitSince(since: number, visit: PlaceVisitor<Transaction>): void {
    const { chunks, firsts, days, counts, positions } = this.#plan;
    let number = 0;
    for (let start = this.#from; start < this.#until;) {
      const day = days[positions[start] as number];
      const count = counts[positions[start] as number] as number;
      if (count < since) return;
      let end = start + 1;
      while (end < this.#until && days[positions[end] as number] === day) end++;
      // Those of one day by id, the last one first.
      for (let at = end - 1; at >= start; at--) {
        const position = positions[at] as number;
        while (position >= (firsts[number + 1] as number)) number++;
        while (position < (firsts[number] as number)) number--;
        const chunk = chunks[number] as TransactionChunk<Transaction>;
        if (visit(chunk, position - (firsts[number] as number), count) === false) return;
      }
      start = end;
    }
  }
}

/** What is known of the chunks of a plan. */
export interface PayeeSources {
  /** Payees of each chunk. */
  readonly told: readonly ChunkPayees[];
  /** Places of transactions that do not count, by the chunk's number. */
  readonly leftOut: ReadonlyMap<number, ReadonlySet<number>>;
}

/** Puts transactions together by payee and direction. */
export function groupsOf<Transaction extends TransactionRecord>(
  chunks: TransactionChunks<Transaction>,
  sources: PayeeSources,
): readonly PayeeGroup<Transaction>[] {
  const firsts = firstsOf(chunks);
  const { groupAt, groups } = numbered(chunks, firsts, sources);
  const { starts, positions } = sorted(groupAt, groups.length);
  const [days, counts] = [new Int32Array(groupAt.length), new Int32Array(groupAt.length)];
  for (const [number, chunk] of chunks.entries()) {
    days.set(chunk.facts.days, firsts[number] as number);
    counts.set(dayCountsOf(chunk), firsts[number] as number);
  }
  const plan: Positions<Transaction> = { chunks, firsts, days, counts, positions };
  return groups.map((group, number) => {
    const [from, until] = [starts[number] as number, starts[number + 1] as number];
    return new PositionedGroup(group, plan, { from, until });
  });
}

/** Of transactions that move no money, or stand back behind their partner. */
const NO_GROUP = -1;

function firstsOf(chunks: readonly TransactionChunk[]): Int32Array {
  const firsts = new Int32Array(chunks.length + 1);
  for (const [number, { count }] of chunks.entries()) {
    firsts[number + 1] = (firsts[number] as number) + count;
  }
  return firsts;
}

interface Numbered {
  /** The number of each transaction's group, by position. */
  readonly groupAt: Int32Array;
  readonly groups: readonly GroupName[];
}

function numbered(
  chunks: readonly TransactionChunk[],
  firsts: Int32Array,
  { told, leftOut }: PayeeSources,
): Numbered {
  const groupAt = new Int32Array(firsts[chunks.length] as number).fill(NO_GROUP);
  const names = new GroupNames();
  for (const [number, chunk] of chunks.entries()) {
    const payees = told[number] as ChunkPayees;
    const without = leftOut.get(number);
    numberChunk(groupAt.subarray(firsts[number]), { chunk, payees, without, names });
  }
  return { groupAt, groups: names.groups };
}

interface NumberedChunk {
  readonly chunk: TransactionChunk;
  readonly payees: ChunkPayees;
  readonly without: ReadonlySet<number> | undefined;
  readonly names: GroupNames;
}

/** Gives the transactions of a chunk the numbers of their groups. */
function numberChunk(
  groupAt: Int32Array,
  { chunk: { count, facts: { amounts } }, payees, without, names }: NumberedChunk,
): void {
  const { numberAt } = payees;
  const known = names.payeesOf(payees.payees);
  const { groupInSlot } = names;
  for (let place = 0; place < count; place++) {
    const amount = amounts[place] as number;
    if (amount === 0 || (without !== undefined && without.has(place))) continue;
    const payee = numberAt[place] as number;
    const slot = 2 * (known[payee] as number) + (amount > 0 ? 1 : 0);
    const group = groupInSlot[slot] as number;
    groupAt[place] = group === NO_GROUP
      ? names.groupOf(slot, payees.payees[payee]?.id ?? "")
      : group;
  }
}

/** Payees and groups by name and key, as they come. */
class GroupNames {
  readonly groups: GroupName[] = [];
  /** Two slots for each payee, for those out and for those in, with the numbers of groups. */
  readonly groupInSlot: number[] = [];
  readonly #payees = new Map<string, number>();
  /** Of the newest transaction: a renamed payee may have some with its old name. */
  readonly #keys: string[] = [];
  readonly #byKey: readonly [out: Map<string, number>, into: Map<string, number>] = [
    new Map(),
    new Map(),
  ];

  /** Numbers the payees of a chunk: those with one name have one number. */
  payeesOf(payees: ChunkPayees["payees"]): Int32Array {
    const numbers = new Int32Array(payees.length);
    for (let at = 0; at < payees.length; at++) {
      const { name, key } = payees[at] as ChunkPayees["payees"][number];
      let number = this.#payees.get(name);
      if (number === undefined) {
        number = this.#keys.push(key) - 1;
        this.#payees.set(name, number);
        this.groupInSlot.push(NO_GROUP, NO_GROUP);
      }
      numbers[at] = number;
    }
    return numbers;
  }

  /** Finds the group of a payee in a direction, or makes it. */
  groupOf(slot: number, id: string): number {
    const key = this.#keys[slot >> 1] as string;
    const byKey = this.#byKey[(slot & 1) as 0 | 1];
    let number = byKey.get(key);
    if (number === undefined) {
      const direction = (slot & 1) === 0 ? "out" : "in";
      number = this.groups.push({ key, direction, payeeIds: new Set() }) - 1;
      byKey.set(key, number);
    }
    if (id !== "") this.groups[number]?.payeeIds.add(id);
    this.groupInSlot[slot] = number;
    return number;
  }
}

/** Sorts positions by their group's number (a counting sort); equal ones stay in order. */
function sorted(
  groupAt: Int32Array,
  groupCount: number,
): { readonly starts: Int32Array; readonly positions: Int32Array } {
  const starts = new Int32Array(groupCount + 1);
  for (let at = 0; at < groupAt.length; at++) {
    const group = groupAt[at] as number;
    if (group !== NO_GROUP) (starts[group + 1] as number)++;
  }
  for (let group = 0; group < groupCount; group++) {
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  }
  const next = starts.slice();
  const positions = new Int32Array(starts[groupCount] as number);
  for (let at = 0; at < groupAt.length; at++) {
    const group = groupAt[at] as number;
    if (group !== NO_GROUP) positions[(next[group] as number)++] = at;
  }
  return { starts, positions };
}

/** Transactions of a chunk with one payee's id and name, or one label. */
export interface ChunkPayee {
  /** Empty where the transactions name no payee. */
  readonly id: string;
  /** What tells it from others before those with equal keys are brought together. */
  readonly name: string;
  /** See `payeeKeyOf`. */
  readonly key: string;
}

/** What a chunk tells of payees. */
export interface ChunkPayees {
  /** The one with the newest transaction first. */
  readonly payees: readonly ChunkPayee[];
  /** Which of them each transaction has. */
  readonly numberAt: Int32Array;
}

const keptKeys = new WeakMap<Column, () => readonly string[]>();

/** Has keys that were kept with a column of names read when keys are first asked for. */
export function rememberKeys(column: Column, read: () => readonly string[]): void {
  keptKeys.set(column, read);
}

/** Gives `payeeKeyOf` of each name of a column; empty for what is none. */
export function keysOf(column: Column): readonly string[] {
  if (column.edited !== null) {
    const { before, added } = column.edited;
    return [...keysOf(before), ...added.map(keyOf)];
  }
  const kept = keptKeys.get(column)?.();
  if (kept === undefined) return column.all.map(keyOf);
  learnKeys(column.all, kept);
  return kept;
}

function keyOf(name: FieldValue): string {
  return name ? payeeKeyOf({ payee_name: name as string }) : "";
}

/** Lists the payees of a chunk. */
export function chunkPayees(chunk: TransactionChunk): ChunkPayees {
  return payeesOf(chunk);
}

// Chunks are replaced, never changed.
const payeesOf = memoised(payeesIn);

/**
 * Numbers payees by what decides their keys; where there is no name, by the bank's label. One
 * loop over lists of numbers, as it runs once, before anything of it is compiled well.
 */
function payeesIn(chunk: TransactionChunk): ChunkPayees {
  const names = chunk.column("payee_name");
  const others = chunk.column("transfer_account_id");
  const ids = chunk.column("payee_id");
  const [namePlaces, otherPlaces, idPlaces] = [names.places, others.places, ids.places];
  const otherCount = others.valueCount;
  const keys = keysOf(names);
  // By the place of a name who had it last, as most names belong to one payee.
  const lastMarks = new Float64Array(names.valueCount).fill(-1);
  const lastNumbers = new Int32Array(names.valueCount);
  const byMark = new Map<number | string, number>();
  const payees: ChunkPayee[] = [];
  const { count } = chunk;
  const numberAt = new Int32Array(count);
  for (let place = 0; place < count; place++) {
    const name = namePlaces[place] as number;
    const mark = (idPlaces[place] as number) * otherCount + (otherPlaces[place] as number);
    if (lastMarks[name] === mark) {
      numberAt[place] = lastNumbers[name] as number;
      continue;
    }
    // Only what is no name has no key.
    const key = keys[name] as string;
    const isNamed = key !== "";
    const wholeMark = isNamed
      ? mark * names.valueCount + name
      : `${otherPlaces[place]} ${labelAt(chunk, place)}`;
    let number = byMark.get(wholeMark);
    if (number === undefined) {
      number = payees.push(isNamed ? namedAt(chunk, place, key) : labelledAt(chunk, place)) - 1;
      byMark.set(wholeMark, number);
    }
    numberAt[place] = number;
    if (!isNamed) continue;
    lastMarks[name] = mark;
    lastNumbers[name] = number;
  }
  return { payees, numberAt };
}

function namedAt(chunk: TransactionChunk, place: number, ownKey: string): ChunkPayee {
  const id = (chunk.column("payee_id").at(place) ?? "") as string;
  const other = chunk.column("transfer_account_id").at(place) as string | null | undefined;
  const key = other ? payeeKeyOf({ transfer_account_id: other }) : ownKey;
  return { id, key, name: id === "" ? `label:${key}` : id };
}

function labelledAt(chunk: TransactionChunk, place: number): ChunkPayee {
  const key = payeeKeyOf(chunk.at(place));
  return { id: "", key, name: `label:${key}` };
}

function labelAt(chunk: TransactionChunk, place: number): unknown {
  return chunk.column("import_payee_name").at(place) ||
    chunk.column("import_payee_name_original").at(place) || "";
}

/** Lists the accounts of a chunk of which some transaction, or some line, has a category. */
export function categorisedAccounts(chunk: TransactionChunk): readonly string[] {
  return accountsOf(chunk);
}

// Chunks are replaced, never changed.
const accountsOf = memoised(accountsIn);

function accountsIn(chunk: TransactionChunk): readonly string[] {
  const { states } = chunk.facts;
  const [accounts, categories] = [chunk.column("account_id"), chunk.column("category_id")];
  const isSet = categories.all.map((id) => (id ?? "") !== "");
  const isCategorised = new Uint8Array(accounts.valueCount);
  for (let place = 0; place < chunk.count; place++) {
    const isOwn = isSet[categories.places[place] as number];
    if (isOwn || ((states[place] as number) & STATES.categorisedLines) !== 0) {
      isCategorised[accounts.places[place] as number] = 1;
    }
  }
  return accounts.all.filter((_, nth) => isCategorised[nth] === 1) as readonly string[];
}

/**
 * Groups that have a transaction in the newest chunks. They visit what groups of all transactions
 * visit since the day; `count`, `transactions` and `payeeIds` leave out what is older.
 */
export interface RecentPayees<Transaction extends TransactionRecord>
  extends PayeeIndex<Transaction> {
  /** Tells whether, for a payee's id, `payeeIds` of groups "out" are those of all transactions. */
  readonly isSettled: (payeeId: string) => boolean;
}

/** The 31st of February is the 3rd of March: so far no day is from where it stands. */
const LONGEST_OVERFLOW_DAYS = 3;

/**
 * Groups the transactions since a day by payee and direction. Chunks that hold only older ones are not looked at.
 */
export function recentPayees<Transaction extends TransactionRecord>(
  live: Transactions<Transaction>,
  day: number,
): RecentPayees<Transaction> {
  const chunks = chunksOf(live);
  const count = chunksSince(chunks, day);
  const known = recent.get(live);
  if (known !== undefined && known.count >= count) return known.payees as RecentPayees<Transaction>;
  const payees = settling(indexOfNewest(live, count), chunks.slice(count));
  recent.set(live, { count, payees });
  return payees;
}

/** Those of the most chunks that were asked for. */
const recent = new WeakMap<
  object,
  { readonly count: number; readonly payees: RecentPayees<TransactionRecord> }
>();

/** How many chunks may have a transaction of a day or later. */
function chunksSince(chunks: readonly TransactionChunk[], day: number): number {
  const first = day - LONGEST_OVERFLOW_DAYS;
  // What is no day counts as the first of all days.
  if (first <= 0) return chunks.length;
  const since = dayAsNumber(dayAt(first));
  const older = chunks.findIndex(({ facts: { days } }) => {
    const newest = days[0] ?? -1;
    return newest >= 0 && newest < since;
  });
  return older < 0 ? chunks.length : older;
}

function settling<Transaction extends TransactionRecord>(
  index: PayeeIndex<Transaction>,
  older: TransactionChunks<Transaction>,
): RecentPayees<Transaction> {
  const { groups } = index;
  const out = groups.filter(({ direction }) => direction === "out");
  const into = groups.filter(({ direction }) => direction === "in");
  const isSettled = (id: string): boolean => {
    if (out.some(({ payeeIds }) => payeeIds.has(id))) return true;
    // A payee's newest transaction says what it is known as, and here it is.
    const received = into.find(({ payeeIds }) => payeeIds.has(id));
    if (received !== undefined && !out.some(({ key }) => key === received.key)) return true;
    return !older.some((chunk) => chunk.column("payee_id").all.includes(id));
  };
  return {
    groups,
    get categorisedAccountIds(): ReadonlySet<string> {
      return index.categorisedAccountIds;
    },
    isSettled,
  };
}
