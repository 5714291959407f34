/**
 * Totals of matching rows by category, payee, account, month or flag.
 *
 * @module
 */

import { type MatchTotals, MatchTotalsSum } from "./match_totals.ts";
import type { SplitLineRecord, TransactionRecord } from "./plan_records.ts";
import { liveLines } from "./split_lines.ts";
import type { TransactionIndex } from "./transaction_index.ts";
import { forEachMatch, type TransactionSearch } from "./transaction_search.ts";

/** What rows can be grouped by. */
export const GROUPINGS = ["category", "payee", "account", "month", "flag"] as const;

/** One of {@linkcode GROUPINGS}. */
export type Grouping = (typeof GROUPINGS)[number];

/** One group; amounts in milliunits. */
export interface TransactionGroup extends MatchTotals {
  /** Id, name, month or colour; `none` and `transfer` for rows without one. */
  readonly key: string;
  readonly name: string;
}

/** Groups, and totals over every match. */
export interface GroupedTransactions extends MatchTotals {
  /** The most money moved first. */
  readonly groups: readonly TransactionGroup[];
}

/** Names by id, for rows whose own names may be out of date. */
export interface NameTables {
  readonly accounts: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  /** Categories that stand for having none. */
  readonly uncategorizedIds: ReadonlySet<string>;
}

/** How to group. */
export interface GroupOptions {
  readonly by: Grouping;
  readonly names: NameTables;
}

/**
 * Groups what a search finds, split lines in their own category.
 *
 * @param index The rows of a plan.
 * @param search What is looked for.
 * @param options What to group by.
 * @returns Groups and totals.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { transactionIndex } from "./transaction_index.ts";
 *
 * const names = { accounts: new Map(), categories: new Map(), uncategorizedIds: new Set<string>() };
 * const rule = { onBudgetAccountIds: new Set<string>(), uncategorizedIds: new Set<string>() };
 * const found = groupTransactions(transactionIndex([]), { query: {}, rule }, { by: "payee", names });
 * assertEquals(found, { count: 0, sum_in: 0, sum_out: 0, groups: [] });
 * ```
 */
export function groupTransactions(
  index: TransactionIndex<TransactionRecord>,
  search: TransactionSearch,
  { by, names }: GroupOptions,
): GroupedTransactions {
  const totals = new MatchTotalsSum();
  const groups = new Groups(names.uncategorizedIds);
  const take = takers[by];
  forEachMatch(index, search, (row, lines) => {
    totals.add(row, lines);
    take(groups, row, lines);
  });
  const current = by === "account" ? names.accounts : by === "category" ? names.categories : null;
  const named = groups.largestFirst().map((group) => ({
    ...group,
    name: current?.get(group.key) ?? group.name,
  }));
  return { ...totals.sum, groups: named };
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

type Lines = readonly SplitLineRecord[] | null;
type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };

class Groups {
  /** Categories that stand for having none. */
  readonly uncategorizedIds: ReadonlySet<string>;
  /** Month of the row before, `YYYY-MM`. */
  lastMonth = "none";
  readonly #groups = new Map<string, Writable<TransactionGroup>>();

  constructor(uncategorizedIds: ReadonlySet<string>) {
    this.uncategorizedIds = uncategorizedIds;
  }

  /** Adds to a group; `name` is what a new one is called. */
  add(key: string, amount: number, name: string): void {
    const group = this.#groups.get(key) ?? this.#open(key, name);
    group.count += 1;
    if (amount > 0) group.sum_in += amount;
    else group.sum_out += amount;
  }

  largestFirst(): readonly TransactionGroup[] {
    return [...this.#groups.values()].sort((a, b) =>
      volume(b) - volume(a) || (a.key < b.key ? -1 : 1)
    );
  }

  #open(key: string, name: string): Writable<TransactionGroup> {
    const group = { key, name, count: 0, sum_in: 0, sum_out: 0 };
    this.#groups.set(key, group);
    return group;
  }
}

const takers: Readonly<
  Record<Grouping, (groups: Groups, row: TransactionRecord, lines: Lines) => void>
> = {
  category(groups, row, lines): void {
    const split = lines ?? liveLines(row);
    if (split.length === 0) return takeCategory(groups, row);
    for (const line of split) takeCategory(groups, line);
  },
  payee(groups, row, lines): void {
    const name = row.payee_name ?? "";
    if (name === "") groups.add("none", amountOf(row, lines), "No payee");
    // Somebody may be called "none".
    else groups.add(name === "none" ? "payee none" : name, amountOf(row, lines), name);
  },
  account(groups, row, lines): void {
    const { account_id: id, account_name: name } = row;
    groups.add(id, amountOf(row, lines), name);
  },
  month(groups, row, lines): void {
    // Rows come by date: most are of the month before.
    if (!row.date.startsWith(groups.lastMonth)) groups.lastMonth = row.date.slice(0, 7);
    groups.add(groups.lastMonth, amountOf(row, lines), groups.lastMonth);
  },
  flag(groups, row, lines): void {
    const color = row.flag_color ?? "";
    if (color === "") groups.add("none", amountOf(row, lines), "No flag");
    else groups.add(color, amountOf(row, lines), color);
  },
};

function takeCategory(groups: Groups, part: TransactionRecord | SplitLineRecord): void {
  const id = part.category_id ?? null;
  if (id !== null && !groups.uncategorizedIds.has(id)) {
    groups.add(id, part.amount, part.category_name ?? id);
  } else if ((part.transfer_account_id ?? null) !== null) {
    groups.add("transfer", part.amount, "Transfer");
  } else groups.add("none", part.amount, "No category");
}

function amountOf(row: TransactionRecord, lines: Lines): number {
  if (lines === null) return row.amount;
  let amount = 0;
  for (const line of lines) amount += line.amount;
  return amount;
}
