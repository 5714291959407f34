import { foldText, searchForm } from "../base/fold_text.ts";
import { sumOf } from "../base/money.ts";
import { liveLines, type SplitLineRecord, type TransactionRecord } from "../base/plan_records.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import { type MovedMoney, movedMoney, type PendingRule } from "../plan/pending_category.ts";
import { compareKeys, type SortKey } from "./cursor.ts";
import type { TransactionIndex } from "./transaction_index.ts";
import type { NameTables } from "./transaction_query.ts";
import { forEachPlace, type TransactionSearch } from "./transaction_search.ts";

/** What transactions can be grouped by. */
export const GROUPINGS = ["category", "payee", "account", "month", "flag"] as const;

/** One of {@linkcode GROUPINGS}. */
export type Grouping = (typeof GROUPINGS)[number];

/** Groupings that tell where money went: money that only moves is left out of them. */
const OF_SPENDING: readonly Grouping[] = ["category", "payee", "month"];

/** Sums of what was left out, `null` where they are 0. */
export interface LeftOutTotals {
  readonly count: number;
  readonly sum_in: number | null;
  readonly sum_out: number | null;
}

/** What was left out, `null` where nothing was. */
export type LeftOut = Readonly<Record<MovedMoney, LeftOutTotals | null>>;

/** Groups, and totals over all of them. */
export interface GroupedTransactions extends MatchTotals {
  /** In order: months from the newest, others by the money that moved. */
  readonly groups: readonly TransactionGroup[];
  readonly left_out: LeftOut | null;
}

/** How to group. */
export interface GroupOptions {
  readonly by: Grouping;
  readonly names: NameTables;
  /** Whether money that only moves is counted too. */
  readonly includeTransfers?: boolean;
}

/**
 * Groups what a search finds, split lines in their own category. A transaction counts once in each
 * group that it has a part in, and once in the totals. Transfers between budget accounts, and transactions of
 * other accounts, are left out of spending: what is left of a month adds up to what upstream's
 * budget calls activity.
 */
export function groupTransactions(
  index: TransactionIndex<TransactionRecord>,
  search: TransactionSearch,
  { by, names, includeTransfers = false }: GroupOptions,
): GroupedTransactions {
  const isMovedLeftOut = OF_SPENDING.includes(by) && !includeTransfers;
  const { rule } = search;
  const sums = new GroupSums();
  const leftOut = { transfers: new MatchTotalsSum(), off_budget: new MatchTotalsSum() };
  const totals = new MatchTotalsSum();
  forEachPlace(index, search, (chunk, place, lines) => {
    const transaction = chunk.at(place);
    const split = lines ?? liveLines(transaction);
    const parts: readonly Part[] = split.length === 0 ? [transaction] : split;
    const moved = (part: Part): MovedMoney | null =>
      isMovedLeftOut ? movedMoney(part, transaction.account_id, rule) : null;
    const { counted = [], ...others } = Object.groupBy(parts, (part) => moved(part) ?? "counted");
    for (const kind of ["transfers", "off_budget"] as const) {
      if (others[kind] !== undefined) leftOut[kind].addLines(others[kind]);
    }
    if (counted.length === 0) return;
    if (by === "category") {
      totals.addLines(counted);
      takeCategories(sums, { transaction, parts: counted, rule });
    } else {
      const amount = sumOf(counted.map((part) => part.amount));
      totals.addAmount(amount);
      takers[by](sums, transaction, amount);
    }
  });
  const current = by === "account" ? names.accounts : by === "category" ? names.categories : null;
  const groups = sums.groups
    .map((group) => ({ ...group, name: current?.get(group.key) ?? group.name }))
    .sort((a, b) => compareKeys(groupSortKey(a, by), groupSortKey(b, by)));
  return { ...totals.sum, groups, left_out: toldIfAny(leftOut) };
}

/** Gives where a group stands among the others. */
export function groupSortKey({ key, sum_in, sum_out }: TransactionGroup, by: Grouping): SortKey {
  return by === "month" ? [-Number(key.replace("-", ""))] : [sum_out - sum_in, key];
}

type Part = TransactionRecord | SplitLineRecord;

const takers: Readonly<
  Record<
    Exclude<Grouping, "category">,
    (sums: GroupSums, transaction: TransactionRecord, amount: number) => void
  >
> = {
  payee(sums, transaction, amount): void {
    const { payee_name, import_payee_name, import_payee_name_original } = transaction;
    const name = payee_name || import_payee_name || import_payee_name_original || "";
    if (foldText(name) === "") sums.add("none", [amount], "No payee");
    else {
      const key = payeeKeyOf(transaction);
      // Somebody may be called "none".
      sums.addSpelling(key === "none" ? "payee none" : key, amount, name);
    }
  },
  account(sums, transaction, amount): void {
    sums.add(transaction.account_id, [amount], transaction.account_name);
  },
  month(sums, transaction, amount): void {
    const month = transaction.date.slice(0, 7);
    sums.add(month, [amount], month);
  },
  flag(sums, transaction, amount): void {
    const color = transaction.flag_color ?? "";
    if (color === "") sums.add("none", [amount], "No flag");
    else sums.add(color, [amount], color);
  },
};

interface CategoryParts {
  readonly transaction: TransactionRecord;
  /** The transaction itself, or its lines. */
  readonly parts: readonly Part[];
  readonly rule: PendingRule;
}

function takeCategories(sums: GroupSums, { transaction, parts, rule }: CategoryParts): void {
  const names = new Map<string, string>();
  const byKey = Map.groupBy(parts, (part) => {
    const [key, name] = categoryOf(part, transaction, rule);
    names.set(key, name);
    return key;
  });
  for (const [key, own] of byKey) {
    sums.add(key, own.map(({ amount }) => amount), names.get(key) ?? key);
  }
}

/** "Not categorized" are exactly the transactions that wait for a category. */
function categoryOf(
  part: Part,
  transaction: TransactionRecord,
  rule: PendingRule,
): readonly [key: string, name: string] {
  const moved = movedMoney(part, transaction.account_id, rule);
  const id = part.category_id ?? null;
  if (moved === "transfers") return ["transfers", "Transfers"];
  if (moved === "off_budget") return ["off_budget", "Off-budget accounts"];
  if (id !== null && !rule.uncategorizedIds.has(id)) return [id, part.category_name ?? id];
  return part === transaction
    ? ["none", "Not categorized"]
    : ["lines", "Split lines, not categorized"];
}

function toldIfAny(sums: Readonly<Record<MovedMoney, MatchTotalsSum>>): LeftOut | null {
  const told = ({ sum: { count, sum_in, sum_out } }: MatchTotalsSum): LeftOutTotals | null =>
    count === 0 ? null : { count, sum_in: sum_in || null, sum_out: sum_out || null };
  const leftOut = { transfers: told(sums.transfers), off_budget: told(sums.off_budget) };
  return leftOut.transfers === null && leftOut.off_budget === null ? null : leftOut;
}

/** One group; amounts in milliunits. */
export interface TransactionGroup extends MatchTotals {
  /** Id, normal form of a name, month or colour; `none` and the like where there is none. */
  readonly key: string;
  readonly name: string;
}

type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };

/** Collects groups. */
export class GroupSums {
  readonly #groups = new Map<string, Writable<TransactionGroup>>();
  /** Of groups that go by several names. */
  readonly #spellings = new Map<string, PayeeSpellings>();

  /** Adds a transaction's amounts to a group; `name` is what a new one is called. */
  add(key: string, amounts: readonly number[], name: string): void {
    let group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, group = { key, name, count: 0, sum_in: 0, sum_out: 0 });
    }
    group.count += 1;
    for (const amount of amounts) {
      if (amount > 0) group.sum_in += amount;
      else group.sum_out += amount;
    }
  }

  /** Adds to the group of a merchant, of whose names the best will be its own. */
  addSpelling(key: string, amount: number, name: string): void {
    this.add(key, [amount], name);
    let spellings = this.#spellings.get(key);
    if (spellings === undefined) this.#spellings.set(key, spellings = new PayeeSpellings(key));
    spellings.add(name);
  }

  /** The groups, in the order in which they were opened. */
  get groups(): readonly TransactionGroup[] {
    return [...this.#groups.values()].map((group) => ({
      ...group,
      name: this.#spellings.get(group.key)?.best() ?? group.name,
    }));
  }
}

/** Totals over matches; amounts in milliunits. */
export interface MatchTotals {
  readonly count: number;
  /** At least zero. */
  readonly sum_in: number;
  /** At most zero. */
  readonly sum_out: number;
}

/**
 * A sum that grows match by match. Where a category was asked for, only the lines
 * of that category count of a split.
 */
export class MatchTotalsSum {
  #count = 0;
  #in = 0;
  #out = 0;

  /** Takes a match in. */
  add(
    transaction: Pick<TransactionRecord, "amount">,
    lines: readonly SplitLineRecord[] | null,
  ): void {
    if (lines === null) this.addAmount(transaction.amount);
    else this.addLines(lines);
  }

  /** Takes a match in that counts as a whole. */
  addAmount(amount: number): void {
    this.#count += 1;
    this.#take(amount);
  }

  /** Takes a match in of which only lines count. */
  addLines(lines: readonly Pick<SplitLineRecord, "amount">[]): void {
    this.#count += 1;
    for (const line of lines) this.#take(line.amount);
  }

  /** The totals so far. */
  get sum(): MatchTotals {
    return { count: this.#count, sum_in: this.#in, sum_out: this.#out };
  }

  #take(amount: number): void {
    if (amount > 0) this.#in += amount;
    else this.#out += amount;
  }
}

/** Counts the spellings of one merchant. */
export class PayeeSpellings {
  readonly #key: string;
  /** In the order in which they were added. */
  readonly #counts = new Map<string, number>();

  /** Takes the normal form that the spellings share. */
  constructor(key: string) {
    this.#key = key;
  }

  /** Counts a spelling; the newest ones are to come first. */
  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Gives the spelling without a bank's additions, then the most frequent, then the newest. */
  best(): string {
    let best = { name: "", rank: -1 };
    const most = Math.max(...this.#counts.values(), 0) + 1;
    for (const [name, count] of this.#counts) {
      const rank = (searchForm(name) === this.#key ? most : 0) + count;
      if (rank > best.rank) best = { name, rank };
    }
    return best.name;
  }
}
