import { foldText, searchForm } from "../base/fold_text.ts";
import { sumOf } from "../base/money.ts";
import {
  flagOf,
  liveLines,
  type SplitLineRecord,
  type TransactionRecord,
} from "../base/plan_records.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import { type MovedMoney, movedMoney, type PendingRule } from "../base/special_categories.ts";
import { compareKeys, type SortKey } from "./cursor.ts";
import { type Match, MatchTotals } from "./transaction_search.ts";
import type { PlanNames } from "./transaction_query.ts";

export const GROUPINGS = ["category", "payee", "account", "month", "flag"] as const;

export type Grouping = (typeof GROUPINGS)[number];

const OF_SPENDING: readonly Grouping[] = ["category", "payee", "month"];

type Totals = Pick<MatchTotals, "count" | "sum_in" | "sum_out">;

/** One group. Amounts are in milliunits. */
export interface TransactionGroup extends Totals {
  /** An id, a normalized name, a month, a color, or a fixed word such as `none` or `transfers`. */
  readonly key: string;
  readonly name: string;
}

/** Totals of the money that a grouping leaves out; `null` if it leaves nothing out. */
export type LeftOut = Readonly<
  Record<
    MovedMoney,
    | { readonly count: number; readonly sum_in: number | null; readonly sum_out: number | null }
    | null
  >
>;

interface GroupedTransactions extends Totals {
  /** Months are sorted newest first, and other groups by money moved in or out, largest first. */
  readonly groups: readonly TransactionGroup[];
  readonly left_out: LeftOut | null;
}

interface GroupOptions {
  readonly by: Grouping;
  readonly names: PlanNames;
  readonly includeTransfers?: boolean;
}

/**
 * Groups a search's matches, with each split line under its own category. A transaction counts once
 * in each group and once in the totals. Spending excludes tracking accounts and transfers between
 * budget accounts, so that a month's total equals YNAB's activity.
 */
export function groupTransactions(
  matches: readonly Match[],
  { by, names, includeTransfers = false }: GroupOptions,
): GroupedTransactions {
  const { rule } = names;
  const isMovedLeftOut = OF_SPENDING.includes(by) && !includeTransfers;
  const sums = new Map<string, { readonly totals: MatchTotals; readonly names: string[] }>();
  const leftOut = { transfers: new MatchTotals(), off_budget: new MatchTotals() };
  const totals = new MatchTotals();
  for (const { chunk, place, lines } of matches) {
    const transaction = chunk.at(place);
    const split = lines ?? liveLines(transaction);
    const parts: readonly Part[] = split.length === 0 ? [transaction] : split;
    const moved = (part: Part): MovedMoney | null =>
      isMovedLeftOut ? movedMoney(part, transaction.account_id, rule) : null;
    const { counted = [], ...others } = Object.groupBy(parts, (part) => moved(part) ?? "counted");
    for (const [kind, own] of Object.entries(others)) {
      leftOut[kind as MovedMoney].add(amountsIn(own));
    }
    if (counted.length === 0) continue;
    // If grouped by category, add split lines separately; otherwise, add only their sum.
    const amounts = (own: readonly Part[]): readonly number[] =>
      by === "category" ? amountsIn(own) : [sumOf(amountsIn(own))];
    totals.add(amounts(counted));
    const named = counted.map((part) => ({ part, group: groupOf[by](part, transaction, rule) }));
    for (const [key, own] of Map.groupBy(named, ({ group: [key] }) => key)) {
      const [, name] = own.at(-1)?.group ?? [key, key];
      const group = sums.get(key) ?? { totals: new MatchTotals(), names: [] };
      group.totals.add(amounts(own.map(({ part }) => part)));
      group.names.push(name);
      sums.set(key, group);
    }
  }
  const current = by === "account" ? names.accounts : by === "category" ? names.categories : null;
  const groups = [...sums].map(([key, { totals, names: [newest = key, ...older] }]) => {
    const spelling = by === "payee" ? bestSpelling(key, [newest, ...older]) : newest;
    return { key, name: current?.get(key) ?? spelling, ...totals };
  }).sort((a, b) => compareKeys(groupSortKey(a, by), groupSortKey(b, by)));
  return { ...totals, groups, left_out: totalsLeftOut(leftOut) };
}

export function groupSortKey({ key, sum_in, sum_out }: TransactionGroup, by: Grouping): SortKey {
  return by === "month" ? [-Number(key.replace("-", ""))] : [sum_out - sum_in, key];
}

type Part = TransactionRecord | SplitLineRecord;

function amountsIn(parts: readonly Part[]): readonly number[] {
  return parts.map(({ amount }) => amount);
}

type NamedGroup = readonly [key: string, name: string];

const groupOf: Readonly<
  Record<Grouping, (part: Part, transaction: TransactionRecord, rule: PendingRule) => NamedGroup>
> = {
  category: categoryOf,
  payee(_, transaction): NamedGroup {
    const { payee_name, import_payee_name, import_payee_name_original } = transaction;
    const name = payee_name || import_payee_name || import_payee_name_original || "";
    if (foldText(name) === "") return ["none", "No payee"];
    const key = payeeKeyOf(transaction);
    // A payee may be named "none".
    return [key === "none" ? "payee none" : key, name];
  },
  account: (_, { account_id: id, account_name: name }) => [id, name],
  month: (_, { date }) => [date.slice(0, 7), date.slice(0, 7)],
  flag(_, transaction): NamedGroup {
    const color = flagOf(transaction);
    return color === null ? ["none", "No flag"] : [color, color];
  },
};

/** The group "Not categorized" contains exactly the transactions that need a category. */
function categoryOf(part: Part, transaction: TransactionRecord, rule: PendingRule): NamedGroup {
  const moved = movedMoney(part, transaction.account_id, rule);
  const id = part.category_id ?? null;
  if (moved === "transfers") return ["transfers", "Transfers"];
  if (moved === "off_budget") return ["off_budget", "Off-budget accounts"];
  if (id !== null && !rule.uncategorizedIds.has(id)) return [id, part.category_name ?? id];
  return part === transaction
    ? ["none", "Not categorized"]
    : ["lines", "Uncategorized split lines"];
}

function totalsLeftOut(totals: Readonly<Record<MovedMoney, MatchTotals>>): LeftOut | null {
  const shown = ({ count, sum_in, sum_out }: MatchTotals): LeftOut[MovedMoney] =>
    count === 0 ? null : { count, sum_in: sum_in || null, sum_out: sum_out || null };
  const leftOut = { transfers: shown(totals.transfers), off_budget: shown(totals.off_budget) };
  return leftOut.transfers === null && leftOut.off_budget === null ? null : leftOut;
}

/** Prefers spellings without the bank's additions, then frequent spellings, then newer ones. */
function bestSpelling(key: string, names: readonly string[]): string {
  const uses = Map.groupBy(names, (name) => name);
  let best = { name: "", rank: -1 };
  for (const [name, { length }] of uses) {
    const rank = (searchForm(name) === key ? names.length + 1 : 0) + length;
    if (rank > best.rank) best = { name, rank };
  }
  return best.name;
}
