import { type CategoryChoice, chosenCategories } from "../references/resolve_reference.ts";
import { roundedQuotient, sumOf } from "../base/money.ts";
import type { MonthCategoryRecord, MonthRecord } from "../base/plan_records.ts";
import { isCardPaymentCategory, isInternalCategory } from "../base/special_categories.ts";
import { compareTexts } from "../base/fold_text.ts";

export const TREND_GROUPINGS = ["category", "group"] as const;

export type TrendGrouping = (typeof TREND_GROUPINGS)[number];

/** Spending of one category or group; amounts in milliunits. */
export interface SpendingSeries {
  /** Id of the category or group, because names may repeat. */
  readonly id: string;
  readonly name: string;
  readonly group: string | null;
  /** Negated activity by month: refunds reduce it. */
  readonly spending: readonly number[];
  readonly mean: number;
  /**
   * How far the last month lies above the mean of the ones before, as a fraction of it; `null`
   * unless that mean is above zero.
   */
  readonly change: number | null;
}

/** Spending by month; amounts in milliunits. */
export interface SpendingTrends {
  /** `YYYY-MM`, oldest first. */
  readonly months: readonly string[];
  /** Largest sum first. */
  readonly series: readonly SpendingSeries[];
  /** Sums over all series, month by month. */
  readonly totals: readonly number[];
  /** Mean and change of the totals, as those of a series; `null` without months. */
  readonly totals_mean: number | null;
  readonly totals_change: number | null;
}

export interface TrendOptions extends CategoryChoice {
  readonly by: TrendGrouping;
}

/** Decimals of a change, as a factor. */
const CHANGE_SCALE = 1000;

/**
 * Compares spending month by month, without internal categories, which have no spending, and
 * those of card payments, which repeat it. What is zero in every month is left out unless it was
 * asked for.
 */
export function spendingTrends(
  months: readonly MonthRecord[],
  { by, ...choice }: TrendOptions,
): SpendingTrends {
  const ordered = months.toSorted((a, b) => compareTexts(a.month, b.month));
  const chosen = chosenCategories(ordered.flatMap(spendable), choice);
  const { ownerIds, owners } = latestOwners(ordered, by);
  const rows = new Map<string, number[]>();
  for (const [at, month] of ordered.entries()) {
    for (const category of spendable(month)) {
      if (chosen?.has(category.id) === false) continue;
      const id = ownerIds.get(category.id) ?? category.id;
      const row = rows.get(id) ?? ordered.map(() => 0);
      row[at] = (row[at] ?? 0) - category.activity;
      rows.set(id, row);
    }
  }
  const series = [...rows]
    .filter(([, spending]) => chosen !== null || spending.some((amount) => amount !== 0))
    .map(([id, spending]) => seriesOf(owners.get(id) ?? { id, name: "", group: null }, spending));
  const totals = ordered.map((_, at) => sumOf(series.map(({ spending }) => spending[at] ?? 0)));
  return {
    months: ordered.map(({ month }) => month.slice(0, 7)),
    series: series.toSorted(byVolume),
    totals,
    totals_mean: totals.length === 0 ? null : meanOf(totals),
    totals_change: changeOf(totals),
  };
}

type Owner = Pick<SpendingSeries, "id" | "name" | "group">;

/** The series of each category and its name, both by the latest month. */
function latestOwners(ordered: readonly MonthRecord[], by: TrendGrouping): {
  readonly ownerIds: ReadonlyMap<string, string>;
  readonly owners: ReadonlyMap<string, Owner>;
} {
  const ownerIds = new Map<string, string>();
  const owners = new Map<string, Owner>();
  for (const category of ordered.flatMap(spendable)) {
    const group = category.category_group_name ?? "";
    const owner = by === "group"
      ? { id: category.category_group_id, name: group, group: null }
      : { id: category.id, name: category.name, group };
    ownerIds.set(category.id, owner.id);
    owners.set(owner.id, owner);
  }
  return { ownerIds, owners };
}

function spendable({ categories }: MonthRecord): readonly MonthCategoryRecord[] {
  return categories.filter((category) =>
    !category.deleted && !isInternalCategory(category) && !isCardPaymentCategory(category)
  );
}

function seriesOf(owner: Owner, spending: readonly number[]): SpendingSeries {
  return { ...owner, spending, mean: meanOf(spending), change: changeOf(spending) };
}

function meanOf(spending: readonly number[]): number {
  return roundedQuotient(sumOf(spending), spending.length);
}

function changeOf(spending: readonly number[]): number | null {
  const last = spending.at(-1) ?? 0;
  const earlier = sumOf(spending.slice(0, -1));
  if (earlier <= 0) return null;
  const above = last * (spending.length - 1) - earlier;
  return roundedQuotient(above * CHANGE_SCALE, earlier) / CHANGE_SCALE;
}

function byVolume(a: SpendingSeries, b: SpendingSeries): number {
  return sumOf(b.spending) - sumOf(a.spending) || compareTexts(a.id, b.id);
}
