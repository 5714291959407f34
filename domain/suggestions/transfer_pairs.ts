import { dayNumber } from "../base/day.ts";
import type { GroupWithCategories } from "../base/plan_records.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import { liveLines, MAX_POSTING_DAYS, type TransactionRecord } from "../base/plan_records.ts";
import { countedChunks, type Transactions } from "../transactions/transaction_chunks.ts";
import { SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";
import { compareTexts } from "../base/fold_text.ts";
import { groupedCategories } from "../plan/category_label.ts";
import { isInflowCategory, isUncategorizedCategory } from "../base/special_categories.ts";

/** One side of a possible transfer. */
interface Side {
  readonly amount: number;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly account: string;
  /** A transaction's id or a statement row. Each transaction or row is paired at most once. */
  readonly key: unknown;
}

export function sideOf({ id, amount, date, account_id: account }: TransactionRecord): Side {
  return { amount, day: dayNumber(date), account, key: id };
}

/**
 * Finds pairs of transfer sides that have exactly opposite amounts, are in different accounts, and
 * are at most five days apart. The sides closest in time are paired first. Ties go to the list that
 * comes first in `others` and, within a list, to the side that comes first. The running time
 * doesn't grow with the number of possible pairs.
 */
export function closestPairs(
  sides: readonly Side[],
  others: readonly (readonly Side[])[],
): ReadonlyMap<Side, Side> {
  const lists = others.map((list) => sidesByDay(list));
  const pairs = new Map<Side, Side>();
  const taken = new Set<unknown>();
  for (let days = 0; days <= MAX_POSTING_DAYS; days++) {
    for (const byDay of lists) {
      for (const side of sides) {
        if (taken.has(side.key)) continue;
        const queues = [side.day - days, side.day + days]
          .flatMap((day) => byDay.get(`${-side.amount} ${day}`) ?? [])
          .filter(([account]) => account !== side.account);
        let first: Placed | undefined;
        for (const [, queue] of queues) {
          while (taken.has(queue.at(-1)?.other.key ?? NONE)) queue.pop();
          const next = queue.at(-1);
          if (next !== undefined && next.place < (first?.place ?? Infinity)) first = next;
        }
        if (first === undefined) continue;
        taken.add(side.key).add(first.other.key);
        pairs.set(side, first.other);
      }
    }
  }
  return pairs;
}

const NONE = Symbol("no side");

interface Placed {
  readonly other: Side;
  readonly place: number;
}

/**
 * Groups the possible sides of transfers by amount and day, then by account. Within each group, the
 * order is reversed.
 */
function sidesByDay(
  others: readonly Side[],
): ReadonlyMap<string, readonly (readonly [account: string, Placed[]])[]> {
  const placed = others.map((other, place): Placed => ({ other, place })).reverse();
  const byDay = Map.groupBy(placed, ({ other }) => `${other.amount} ${other.day}`);
  return new Map(
    [...byDay].map(([day, own]) => [day, [...Map.groupBy(own, ({ other }) => other.account)]]),
  );
}

/**
 * Pairs transactions that are probably the two sides of a transfer: in different accounts, with
 * exactly opposite amounts, at most five days apart, and not yet categorized, split or entered as a
 * transfer. Pairs the transactions closest in time first; in a tie, prefers pairs in which both
 * transactions are candidates.
 */
export function transferPairs(
  candidates: readonly TransactionRecord[],
  transactions: Transactions,
  groups: readonly GroupWithCategories[],
): ReadonlyMap<string, string> {
  const neutral = neutralCategoryIds(groups);
  const sides = candidates.filter((transaction) => isSide(transaction, neutral)).sort(byId);
  const wanted = new Set(sides.map(({ amount }) => -amount));
  const candidateIds = new Set(sides.map(({ id }) => id));
  const possible = sidesWithAmounts(transactions, neutral, wanted).sort(byId);
  const others = [true, false].map((isCandidate) =>
    possible.filter(({ id }) => candidateIds.has(id) === isCandidate).map(sideOf)
  );
  const paired = new Map<string, string>();
  for (const [{ key: id }, { key: other }] of closestPairs(sides.map(sideOf), others)) {
    paired.set(id as string, other as string);
    if (candidateIds.has(other as string)) paired.set(other as string, id as string);
  }
  return paired;
}

function byId(a: TransactionRecord, b: TransactionRecord): number {
  return compareTexts(a.id, b.id);
}

/** Categories allowed on either side of a transfer: Uncategorized or the income category. */
function neutralCategoryIds(groups: readonly GroupWithCategories[]): ReadonlySet<string> {
  const neutral = groupedCategories(groups)
    .filter((category) => isInflowCategory(category) || isUncategorizedCategory(category));
  return new Set(neutral.map(({ id }) => id));
}

function isSide(transaction: TransactionRecord, neutral: ReadonlySet<string>): boolean {
  const category = transaction.category_id ?? null;
  return transaction.amount !== 0 && !transaction.deleted &&
    (transaction.transfer_account_id ?? null) === null &&
    (category === null || neutral.has(category)) &&
    liveLines(transaction).length === 0 && !SYSTEM_PAYEE_KEYS.has(payeeKeyOf(transaction));
}

/** Returns possible transfers whose amount is in `wanted`. A matched pair counts only once. */
function sidesWithAmounts(
  transactions: Transactions,
  neutral: ReadonlySet<string>,
  wanted: ReadonlySet<number>,
): TransactionRecord[] {
  return countedChunks(transactions).flatMap(({ chunk, leftOut }) =>
    Array.from(chunk.facts.amounts.keys())
      .filter((place) => wanted.has(chunk.facts.amounts[place] as number) && !leftOut.has(place))
      .map((place) => chunk.at(place))
      .filter((transaction) => isSide(transaction, neutral))
  );
}
