/**
 * Live rows by merchant and direction, in order of their days.
 *
 * @module
 */

import { countedRows } from "../plan/counted_rows.ts";
import { dayNumber } from "../calendar/day.ts";
import { payeeKeyOf } from "./payee_key.ts";
import type { TransactionRecord } from "../plan/plan_records.ts";
import { liveLines } from "../plan/split_lines.ts";

export { payeeKeyOf };

/** Rows of one merchant in one direction. */
export interface PayeeGroup<Row extends TransactionRecord> {
  /** The normalised name, or `transfer:` and the id of the other account. */
  readonly key: string;
  readonly direction: "in" | "out";
  /** Ids of all payees whose names come to the same. */
  readonly payeeIds: ReadonlySet<string>;
  /** The oldest first. */
  readonly rows: readonly Row[];
  /** Days since 1970-01-01, at the same places. */
  readonly days: readonly number[];
}

/** What {@linkcode payeeIndexOf} makes of the rows of a plan. */
export interface PayeeIndex<Row extends TransactionRecord> {
  readonly groups: readonly PayeeGroup<Row>[];
  /** Accounts of which some live row has a category: the others only track a value. */
  readonly categorisedAccountIds: ReadonlySet<string>;
}

/**
 * Groups the rows that count by payee and direction. A payee's id decides, under its
 * newest name; ids whose names normalise to the same words are one merchant, as are
 * rows without a payee whose bank label does. Rows of 0 move nothing and are left
 * out.
 *
 * @param live Live rows of a plan; the same list gives the same index.
 * @returns The index.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const row = {
 *   id: "t",
 *   date: "2024-03-01",
 *   amount: -5000,
 *   cleared: "cleared",
 *   approved: true,
 *   account_id: "a",
 *   account_name: "Checking",
 *   payee_name: "SQ *BLUE DOOR COFFEE",
 *   subtransactions: [],
 *   deleted: false,
 * };
 * assertEquals(payeeIndexOf([row]).groups.map(({ key }) => key), ["blue door coffee"]);
 * ```
 */
export function payeeIndexOf<Row extends TransactionRecord>(
  live: readonly Row[],
): PayeeIndex<Row> {
  const known = indexes.get(live);
  if (known !== undefined) return known as PayeeIndex<Row>;
  const index = makeIndex(live);
  indexes.set(live, index);
  return index;
}

interface RowFacts {
  readonly key: string;
  readonly day: number;
}

const indexes = new WeakMap<readonly TransactionRecord[], PayeeIndex<TransactionRecord>>();

// Rows are replaced, never changed, when the copy is synced: what was worked out
// once stays true for as long as the row lives.
const knownFacts = new WeakMap<TransactionRecord, RowFacts>();

/** A group as it fills; `places` are those of its rows among all that count. */
interface GroupInMaking {
  readonly key: string;
  readonly payeeIds: Set<string>;
  readonly places: number[];
}

/** Rows with one payee's id, or one label, before equal names are brought together. */
interface PayeeInMaking {
  readonly id: string;
  /** Facts of the newest row: a renamed payee may have rows with its old name. */
  newest: RowFacts;
  in: GroupInMaking | undefined;
  out: GroupInMaking | undefined;
}

function makeIndex<Row extends TransactionRecord>(live: readonly Row[]): PayeeIndex<Row> {
  const { rows } = countedRows(live);
  const facts = rows.map(factsOf);
  const payees = payeesOf(rows, facts);
  const groups = { in: new Map<string, GroupInMaking>(), out: new Map<string, GroupInMaking>() };
  for (let place = 0; place < rows.length; place++) {
    const amount = rows[place]?.amount ?? 0;
    const payee = payees[place];
    if (amount === 0 || payee === undefined) continue;
    const direction = amount > 0 ? "in" : "out";
    const group = payee[direction] ??= joined(payee, groups[direction]);
    group.places.push(place);
  }
  const finish = (direction: "in" | "out"): PayeeGroup<Row>[] =>
    [...groups[direction].values()].map(({ key, payeeIds, places }) => {
      const ordered = inOrder(places, rows, facts);
      return { key, direction, payeeIds, ...ordered };
    });
  return {
    groups: [...finish("out"), ...finish("in")],
    categorisedAccountIds: categorisedAccounts(live),
  };
}

/** Gives each row's payee: by its id, or by its label where it has none. */
function payeesOf(
  rows: readonly TransactionRecord[],
  facts: readonly RowFacts[],
): readonly PayeeInMaking[] {
  const payees = new Map<string, PayeeInMaking>();
  return rows.map((row, place) => {
    const own = facts[place] ?? { key: "", day: 0 };
    const id = row.payee_name ? row.payee_id ?? "" : "";
    const name = id === "" ? `label:${own.key}` : id;
    let payee = payees.get(name);
    if (payee === undefined) {
      payee = { id, newest: own, in: undefined, out: undefined };
      payees.set(name, payee);
    } else if (own.day > payee.newest.day) payee.newest = own;
    return payee;
  });
}

function joined({ id, newest }: PayeeInMaking, groups: Map<string, GroupInMaking>): GroupInMaking {
  let group = groups.get(newest.key);
  if (group === undefined) {
    group = { key: newest.key, payeeIds: new Set(), places: [] };
    groups.set(newest.key, group);
  }
  if (id !== "") group.payeeIds.add(id);
  return group;
}

/** Orders rows by day, those of one day by id: numbers sort ten times faster than rows. */
function inOrder<Row extends TransactionRecord>(
  places: readonly number[],
  all: readonly Row[],
  facts: readonly RowFacts[],
): Pick<PayeeGroup<Row>, "rows" | "days"> {
  const dayOf = (place: number): number => facts[place]?.day ?? 0;
  const packed = new Float64Array(places.length);
  for (const [at, place] of places.entries()) packed[at] = dayOf(place) * all.length + place;
  packed.sort();
  const rows: Row[] = [];
  const days: number[] = [];
  for (const number of packed) {
    const place = number % all.length;
    const row = all[place] as Row;
    const day = dayOf(place);
    rows.push(row);
    for (let at = rows.length - 1; at > 0 && days[at - 1] === day; at--) {
      const before = rows[at - 1] as Row;
      if (before.id < row.id) break;
      rows[at] = before;
      rows[at - 1] = row;
    }
    days.push(day);
  }
  return { rows, days };
}

function categorisedAccounts(live: readonly TransactionRecord[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const row of live) {
    const isCategorised = (row.category_id ?? "") !== "" ||
      liveLines(row).some((line) => (line.category_id ?? "") !== "");
    if (isCategorised) ids.add(row.account_id);
  }
  return ids;
}

function factsOf(row: TransactionRecord): RowFacts {
  const known = knownFacts.get(row);
  if (known !== undefined) return known;
  const facts = { key: payeeKeyOf(row), day: dayNumber(row.date) };
  knownFacts.set(row, facts);
  return facts;
}
