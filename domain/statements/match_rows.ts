import { memoized } from "../base/memoized.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { type Booking, type Entry, MAX_DAYS_APART } from "./account_entries.ts";
import { Assignment, type Choice, PairsInOrder } from "./assignment.ts";
import type { RowScores } from "./row_score.ts";

/** Minimum margin of the best assignment over the second-best; below it, a row is ambiguous. */
const MIN_MARGIN = 1.5;
/** Minimum margin of the best assignment over the second-best; below it, no payee is learned. */
const LEARNING_MARGIN = 0.8;
const MIN_CANDIDATE = -0.5;
const MAX_CANDIDATES = 5;
/** Maximum number of possible pairs per amount; above it, rows are paired by date to save time. */
const MAX_CHOICES = 2_000;

export interface RowMatches {
  readonly matched: readonly { readonly booking: Booking; readonly entry: Entry }[];
  readonly doubtful: readonly {
    readonly booking: Booking;
    readonly candidates: readonly TransactionRecord[];
  }[];
  readonly unmatched: readonly Booking[];
}

/** Matches rows with transactions of exactly the same amount. */
export function matchRows(
  bookings: readonly Booking[],
  entries: readonly Entry[],
  scores: RowScores,
): RowMatches {
  const byAmount = Map.groupBy(entries, ({ transaction }) => transaction.amount);
  const groups = [...Map.groupBy(bookings, ({ row }) => row.amount)].map(([amount, own]) => ({
    bookings: own.toSorted((a, b) => a.day - b.day),
    entries: (byAmount.get(amount) ?? []).toSorted((a, b) => a.day - b.day),
  }));
  // A match is evidence about the payee, so other rows with that payee become more certain.
  const first = groups.flatMap((group) => assign(group, scores));
  for (const { booking, entry, margin } of first) {
    if (entry !== null && margin >= LEARNING_MARGIN) scores.learn(booking, entry.payeeKey);
  }
  const all = groups.flatMap((group) => assign(group, scores));
  const certain = all.filter(({ margin }) => margin >= MIN_MARGIN);
  const taken = new Set(certain.flatMap(({ entry }) => entry === null ? [] : [entry.transaction]));
  const uncertain = all.filter(({ margin }) => margin < MIN_MARGIN).map((one) => ({
    ...one,
    candidates: one.candidates.filter((candidate) => !taken.has(candidate)),
  }));
  return {
    matched: certain.flatMap(({ booking, entry }) => entry === null ? [] : [{ booking, entry }]),
    doubtful: uncertain.filter(({ candidates }) => candidates.length > 0),
    unmatched: [
      ...certain.filter(({ entry }) => entry === null),
      ...uncertain.filter(({ candidates }) => candidates.length === 0),
    ].map(({ booking }) => booking),
  };
}

interface AmountGroup {
  readonly bookings: readonly Booking[];
  readonly entries: readonly Entry[];
}

interface RowMatch {
  readonly booking: Booking;
  readonly entry: Entry | null;
  /** The score of the best assignment, minus that of the best alternative. */
  readonly margin: number;
  /** Candidate transactions for an ambiguous row, most plausible first. */
  readonly candidates: readonly TransactionRecord[];
}

function assign({ bookings, entries }: AmountGroup, scores: RowScores): readonly RowMatch[] {
  const choices = choicesOf({ bookings, entries }, scores);
  const isLarge = choices.reduce((count, { length }) => count + length, 0) > MAX_CHOICES;
  const assignment = new (isLarge ? PairsInOrder : Assignment)({
    choices,
    leftKinds: bookings.map(({ labelKey }) => labelKey),
    rightKinds: entries.map(({ kind }) => kind),
  });
  return bookings.map((booking, left) => {
    const right = assignment.rightOf(left);
    const margin = assignment.margin(left);
    return {
      booking,
      entry: right === null ? null : entries[right] as Entry,
      margin,
      candidates: margin >= MIN_MARGIN ? [] : heaviestFirst(choices[left] as readonly Choice[])
        .values()
        .filter((choice) => choice.right === right || choice.weight > MIN_CANDIDATE)
        .take(MAX_CANDIDATES)
        .map((choice) => (entries[choice.right] as Entry).transaction)
        .toArray(),
    };
  });
}

const heaviestFirst = memoized((choices: readonly Choice[]) =>
  choices.toSorted((a, b) => b.weight - a.weight)
);

/** Returns each row's possible entries, with scores. Rows with equal scores share one list. */
function choicesOf(
  { bookings, entries }: AmountGroup,
  scores: RowScores,
): readonly (readonly Choice[])[] {
  let first = 0;
  const shared = new Map<string, readonly Choice[]>();
  return bookings.map((booking) => {
    const key = `${booking.day} ${scores.evidenceOf(booking)}`;
    const known = shared.get(key);
    if (known !== undefined) return known;
    const choices: Choice[] = [];
    shared.set(key, choices);
    const score = scores.of(booking);
    while ((entries[first]?.day ?? Infinity) < booking.day - MAX_DAYS_APART) first++;
    for (let right = first; right < entries.length; right++) {
      const entry = entries[right] as Entry;
      if (entry.day > booking.day + MAX_DAYS_APART) break;
      choices.push({ right, weight: score(entry) });
    }
    return choices;
  });
}
