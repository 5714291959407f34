import { compareTexts } from "../base/fold_text.ts";
import { liveLines, type TransactionRecord } from "../base/plan_records.ts";
import { namesPayee, payeeKeyOf } from "../payees/payee_key.ts";
import { SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";
import { closestPairs, sideOf } from "../suggestions/transfer_pairs.ts";
import { type Booking, type Entry, MAX_DAYS_APART } from "./account_entries.ts";
import { Assignment, type Choice } from "./assignment.ts";
import type { Comparison } from "./comparison.ts";
import { amountSimilarity, type RowScores } from "./row_score.ts";
import type { StatementRow } from "./statement.ts";

/**
 * Finds rows whose amount is the sum of two transactions with the same payee, and removes these
 * rows and transactions from the leftovers. If an earlier import matched such a row with one of the
 * two transactions that add up to the row's amount, `known` maps the row's number to that
 * transaction.
 */
export function combinedRows(
  left: Leftovers,
  known: ReadonlyMap<number, TransactionRecord>,
  scores: RowScores,
): Comparison["combined"] {
  const byDay = alikeByDay(left.entries, new Set(known.values()));
  const found: { row: StatementRow; transactions: readonly TransactionRecord[] }[] = [];
  for (const booking of [...left.bookings]) {
    const before = known.get(booking.row.row);
    const least = before === undefined ? MIN_COMBINED : -Infinity;
    let best: { readonly parts: readonly [Entry, Entry]; readonly score: number } | null = null;
    for (const parts of partsOf(booking, byDay, left)) {
      if (before && !parts.some(({ transaction }) => transaction === before)) continue;
      const score = Math.min(...parts.map((part) => scores.ofOtherAmount(booking, part)));
      if (score > (best?.score ?? least)) best = { parts, score };
    }
    if (best === null) continue;
    found.push({ row: booking.row, transactions: best.parts.map((part) => part.transaction) });
    left.take(booking, best.parts);
  }
  return found;
}

const MIN_COMBINED = -1;

type ByAmount = ReadonlyMap<number, readonly AlikeEntries[]>;

/** Entries with the same payee, day and amount, which match any given row equally well. */
interface AlikeEntries {
  readonly day: number;
  readonly amount: number;
  /** The entries in reverse order, because they are taken from the end of the array. */
  readonly entries: Entry[];
  /** The payee's entries on the same day and the following day. */
  readonly partners: readonly ByAmount[];
}

/** For each day, groups the entries that have a payee into sets of interchangeable entries. */
function alikeByDay(
  entries: Iterable<Entry>,
  known: ReadonlySet<TransactionRecord>,
): ReadonlyMap<number, readonly AlikeEntries[]> {
  const named = [...entries].reverse().filter(({ transaction }) => namesPayee(transaction));
  const byPayee = new Map<string, Map<number, AlikeEntries[]>>();
  const keyOf = ({ payeeKey }: Entry, day: number): string => `${day} ${payeeKey}`;
  for (const entry of named) byPayee.set(keyOf(entry, entry.day), new Map());
  const alike = Map.groupBy(named, (entry) => {
    const { id, amount, cleared, transfer_account_id: other } = entry.transaction;
    const own = known.has(entry.transaction) ? id : null;
    return JSON.stringify([entry.party, entry.day, amount, cleared, other, own]);
  });
  const sets = [...alike.values()].map((own) => {
    const { day, transaction: { amount } } = own[0] as Entry;
    const partners = [day, day + 1].flatMap((one) =>
      byPayee.get(keyOf(own[0] as Entry, one)) ?? []
    );
    const set = { day, amount, entries: own, partners };
    partners[0]?.set(amount, [...partners[0].get(amount) ?? [], set]);
    return set;
  });
  return Map.groupBy(sets.reverse(), ({ day }) => day);
}

function* partsOf(
  { row, day }: Booking,
  byDay: ReadonlyMap<number, readonly AlikeEntries[]>,
  left: Leftovers,
): Iterable<readonly [Entry, Entry]> {
  const hasLeft = ({ entries }: AlikeEntries): boolean => {
    while (entries.length > 0 && !left.entries.has(entries.at(-1) as Entry)) entries.pop();
    return entries.length > 0;
  };
  for (let at = day + MAX_DAYS_APART; at >= day - MAX_DAYS_APART; at--) {
    const tried = new Set<AlikeEntries>();
    for (const one of byDay.get(at) ?? []) {
      const share = one.amount / row.amount;
      if (share <= 0 || share >= 1 || !hasLeft(one)) continue;
      for (const other of one.partners.flatMap((by) => by.get(row.amount - one.amount) ?? [])) {
        if (other.day > day + MAX_DAYS_APART || tried.has(other) || !hasLeft(other)) continue;
        const parts = [one.entries.at(-1), other.entries.at(other === one ? -2 : -1)];
        if (parts[0] !== undefined && parts[1] !== undefined) yield [parts[0], parts[1]];
      }
      tried.add(one);
    }
  }
}

/** Prior log odds of a row matching an entry of similar amount when few rows and entries remain. */
const DIFFERING_PRIOR = 1.5;

/** Maximum number of similar amounts per row; with more, thousands of rows would take minutes. */
const MAX_CHOICES = 60;

/** Matches rows with entries of a similar amount, and removes both from the leftovers. */
export function differingRows(left: Leftovers, scores: RowScores): Comparison["differs"] {
  const [bookings, entries] = [[...left.bookings], [...left.entries]];
  const choicesOf = (booking: Booking): readonly Choice[] =>
    entries.flatMap((entry, right) => {
      if (Math.abs(booking.day - entry.day) > MAX_DAYS_APART) return [];
      const similarity = amountSimilarity(booking.row.amount, entry.transaction.amount);
      if (similarity === null) return [];
      const payee = scores.payee(booking, entry);
      const weight = DIFFERING_PRIOR + similarity.odds + scores.ofOtherAmount(booking, entry);
      return weight <= 0 || (similarity.isTip && payee < 0 && booking.day !== entry.day)
        ? []
        : [{ right, weight }];
    });
  const assignment = new Assignment({
    choices: bookings.map((booking, index) => {
      const choices = choicesOf(booking);
      if (choices.length <= MAX_CHOICES) return choices;
      // Rotate each row's choices, so that identical rows aren't limited to the same entries.
      return [...Map.groupBy(choices, ({ weight }) => weight)]
        .sort(([a], [b]) => b - a)
        .flatMap(([, equal]) => {
          const turn = index % equal.length;
          return [...equal.slice(turn), ...equal.slice(0, turn)];
        })
        .slice(0, MAX_CHOICES);
    }),
    leftKinds: [...bookings.keys()],
    rightKinds: [...entries.keys()],
  });
  return bookings.flatMap((booking, index) => {
    const right = assignment.rightOf(index);
    if (right === null) return [];
    const entry = entries[right] as Entry;
    left.take(booking, [entry]);
    return [{ row: booking.row, transaction: entry.transaction }];
  });
}

/** Rows and entries that aren't matched yet. */
export class Leftovers {
  readonly bookings: Set<Booking>;
  readonly entries: Set<Entry>;

  constructor(bookings: readonly Booking[], entries: readonly Entry[]) {
    this.bookings = new Set(bookings);
    this.entries = new Set(entries);
  }

  /** Removes and returns the remaining rows whose number is in `known`, with their transactions. */
  takeKnown(known: ReadonlyMap<number, TransactionRecord>): Comparison["differs"] {
    const entries = new Map([...this.entries].map((entry) => [entry.transaction, entry]));
    return [...this.bookings].flatMap((booking) => {
      const transaction = known.get(booking.row.row);
      if (transaction === undefined) return [];
      const entry = entries.get(transaction);
      this.take(booking, entry === undefined ? [] : [entry]);
      return [{ row: booking.row, transaction }];
    });
  }

  take(booking: Booking, entries: readonly Entry[]): void {
    this.bookings.delete(booking);
    for (const entry of entries) this.entries.delete(entry);
  }
}

/**
 * Pairs each row with the likely other side of a transfer: a transaction in another account that
 * has exactly the opposite amount, is at most five days earlier or later, and isn't a transfer yet.
 * Starts with the pairs of rows and transactions whose dates are closest to each other.
 */
export function transferRows(
  bookings: readonly Booking[],
  others: readonly TransactionRecord[],
): ReadonlyMap<Booking, TransactionRecord> {
  const sides = new Map(
    others.filter(mayBeSide).sort((a, b) => compareTexts(a.id, b.id))
      .map((other) => [sideOf(other), other]),
  );
  const rows = bookings.map((booking) => {
    return { amount: booking.row.amount, day: booking.day, account: "", key: booking };
  });
  return new Map(
    [...closestPairs([...sides.keys()], [rows])].map(([side, { key: booking }]) => [
      booking as Booking,
      sides.get(side) as TransactionRecord,
    ]),
  );
}

function mayBeSide(transaction: TransactionRecord): boolean {
  // An outflow with a category is spending, not part of a transfer. An inflow with a category may
  // still be part of a transfer that was categorized as income.
  return !transaction.transfer_account_id && liveLines(transaction).length === 0 &&
    (!transaction.category_id || transaction.amount > 0) &&
    !SYSTEM_PAYEE_KEYS.has(payeeKeyOf(transaction));
}
