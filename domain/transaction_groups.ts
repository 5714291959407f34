/**
 * Totals of matching rows by category, payee, account, month or flag.
 *
 * @module
 */

import type { TransactionRecord } from "./plan_records.ts";
import { liveLines, type TransactionMatch } from "./transaction_search.ts";

/** What rows can be grouped by. */
export const GROUPINGS = ["category", "payee", "account", "month", "flag"] as const;

/** One of {@linkcode GROUPINGS}. */
export type Grouping = (typeof GROUPINGS)[number];

/** One group; amounts in milliunits. */
export interface TransactionGroup {
  /** Id, name, month or colour; `none` and `transfer` for rows without one. */
  readonly key: string;
  readonly name: string;
  readonly count: number;
  /** At least zero. */
  readonly sum_in: number;
  /** At most zero. */
  readonly sum_out: number;
}

/** Totals over matches; amounts in milliunits. */
export interface MatchTotals {
  readonly count: number;
  /** At least zero. */
  readonly sum_in: number;
  /** At most zero. */
  readonly sum_out: number;
}

/** Names by id, for rows whose own names may be out of date. */
export interface NameTables {
  readonly accounts: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  /** Categories that stand for having none. */
  readonly uncategorizedIds: ReadonlySet<string>;
}

interface Part {
  readonly key: string;
  readonly name: string;
  readonly amount: number;
}

/**
 * Adds up matches. Where a category was asked for, only the lines of that category
 * count of a split.
 *
 * @param matches From a search.
 * @returns Rows counted and the money in and out.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(totalsOf([]), { count: 0, sum_in: 0, sum_out: 0 });
 * ```
 */
export function totalsOf(matches: readonly TransactionMatch<TransactionRecord>[]): MatchTotals {
  let sumIn = 0;
  let sumOut = 0;
  for (const { row, lines } of matches) {
    for (const { amount } of lines ?? [row]) {
      if (amount > 0) sumIn += amount;
      else sumOut += amount;
    }
  }
  return { count: matches.length, sum_in: sumIn, sum_out: sumOut };
}

/**
 * Groups matches, split lines in their own category.
 *
 * @param matches From a search.
 * @param grouping What to group by.
 * @param names Names by id.
 * @returns Groups, the most money moved first.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const names = { accounts: new Map(), categories: new Map(), uncategorizedIds: new Set<string>() };
 * assertEquals(groupTransactions([], "payee", names), []);
 * ```
 */
export function groupTransactions(
  matches: readonly TransactionMatch<TransactionRecord>[],
  grouping: Grouping,
  names: NameTables,
): readonly TransactionGroup[] {
  const groups = new Map<
    string,
    { -readonly [Key in keyof TransactionGroup]: TransactionGroup[Key] }
  >();
  for (const match of matches) {
    for (const { key, name, amount } of partsOf(match, grouping, names)) {
      const group = groups.get(key) ?? { key, name, count: 0, sum_in: 0, sum_out: 0 };
      group.count += 1;
      if (amount > 0) group.sum_in += amount;
      else group.sum_out += amount;
      groups.set(key, group);
    }
  }
  return [...groups.values()].sort((a, b) => volume(b) - volume(a) || (a.key < b.key ? -1 : 1));
}

/**
 * Gives the money that moved in a group, both ways added.
 *
 * @param group A group.
 * @returns Milliunits, at least zero.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(volume({ sum_in: 5, sum_out: -7 }), 12);
 * ```
 */
export function volume(group: Pick<TransactionGroup, "sum_in" | "sum_out">): number {
  return group.sum_in - group.sum_out;
}

function partsOf(
  match: TransactionMatch<TransactionRecord>,
  grouping: Grouping,
  names: NameTables,
): readonly Part[] {
  const { row } = match;
  switch (grouping) {
    case "category":
      return categoryParts(match, names);
    case "payee": {
      const name = row.payee_name ?? "";
      return whole(match, name === "" ? { key: "none", name: "No payee" } : { key: name, name });
    }
    case "account":
      return whole(match, {
        key: row.account_id,
        name: names.accounts.get(row.account_id) ?? row.account_name,
      });
    case "month":
      return whole(match, { key: row.date.slice(0, 7), name: row.date.slice(0, 7) });
    case "flag": {
      const color = row.flag_color ?? "";
      return whole(
        match,
        color === "" ? { key: "none", name: "No flag" } : { key: color, name: color },
      );
    }
  }
}

function whole(
  { row, lines }: TransactionMatch<TransactionRecord>,
  label: { readonly key: string; readonly name: string },
): readonly Part[] {
  const amount = (lines ?? [row]).reduce((sum, part) => sum + part.amount, 0);
  return [{ ...label, amount }];
}

function categoryParts(
  { row, lines }: TransactionMatch<TransactionRecord>,
  names: NameTables,
): readonly Part[] {
  const split = lines ?? liveLines(row);
  return (split.length > 0 ? split : [row]).map((part) => {
    const id = part.category_id ?? null;
    if (id !== null && !names.uncategorizedIds.has(id)) {
      return {
        key: id,
        name: names.categories.get(id) ?? part.category_name ?? id,
        amount: part.amount,
      };
    }
    const isTransfer = (part.transfer_account_id ?? null) !== null;
    return isTransfer
      ? { key: "transfer", name: "Transfer", amount: part.amount }
      : { key: "none", name: "No category", amount: part.amount };
  });
}
