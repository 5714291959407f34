import type { ChunkPayees } from "./chunk_payees.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { dayCountsOf } from "../transactions/day_counts.ts";
import { type GroupName, type PayeeGroup, PositionedGroup, type Positions } from "./payee_group.ts";
import type { TransactionChunk } from "../transactions/transaction_chunk.ts";
import type { TransactionChunks } from "../transactions/transaction_chunks.ts";

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
