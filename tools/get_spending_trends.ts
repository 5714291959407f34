import { z } from "zod";
import { compareTexts } from "../domain/base/fold_text.ts";
import { roundedQuotient, sumOf } from "../domain/base/money.ts";
import { addMonths, firstOfMonth } from "../domain/base/month.ts";
import type { MonthCategoryRecord, MonthRecord } from "../domain/base/plan_records.ts";
import { isCardPaymentCategory, isInternalCategory } from "../domain/base/special_categories.ts";
import { type CategoryChoice, chosenCategories } from "../domain/references/find_record.ts";
import {
  categoryIds,
  estimate,
  foreignText,
  listOf,
  money,
  planInput,
  shortId,
} from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

const GROUPINGS = ["category", "group"] as const;
type Grouping = (typeof GROUPINGS)[number];

const MAX_MONTHS = 24;
/** Number of months to read in parallel; reading more would send too many requests at once. */
const AT_ONCE = 6;

export const summary: ToolSummary = {
  title: "Spending trends",
  description:
    "Shows monthly spending (minus refunds, plus categorized loan payments) per category or " +
    "group, its mean, and how far the final month is from the mean of earlier months (0.25 means " +
    "25% more). Each month takes one request. Use get_budget_vs_actual for one month and " +
    "find_transactions for payee totals.",
  profiles: ["fuller", "reduced"],
  example: { args: { months: 3, group_by: "group" } },
};

export const schema = {
  input: planInput({
    months: z.number().int().min(1).max(MAX_MONTHS).default(6),
    group_by: z.enum(GROUPINGS).default("category"),
    category_ids: categoryIds,
    include_current: z.boolean().default(false)
      .describe("Include the unfinished current month"),
  }),
  output: z.object({
    months: listOf(z.string()),
    totals: listOf(money()),
    totals_mean: estimate().optional(),
    totals_change: z.number().optional(),
    series: listOf(z.object({
      id: shortId({ namedBy: "name" }),
      name: foreignText(),
      group: foreignText().optional(),
      spending: z.array(money()),
      mean: estimate(),
      change: z.number().optional(),
    })),
  }),
};

export const reads = ["getPlanMonths", "getPlanMonth"] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, known, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const { plan_id: planId } = input;
  const last = addMonths(firstOfMonth(today), input.include_current ? 0 : -1);
  const first = addMonths(last, 1 - input.months);
  // YNAB's list of months is unordered and may include the next month.
  const summaries = await cached.getPlanMonths({ planId });
  const wanted = [...new Set(summaries.map(({ month }) => firstOfMonth(month)))]
    .filter((month) => month >= first && month <= last).sort();
  const months: MonthRecord[] = [];
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const some = wanted.slice(at, at + AT_ONCE);
    months.push(...await Promise.all(some.map((month) => cached.getPlanMonth({ planId, month }))));
  }
  return spendingTrends(months, {
    by: input.group_by,
    categories: input.category_ids,
    knownIds: known.ids(planId),
  });
}

type Series = NonNullable<OutputOf<typeof schema>["series"]>[number];

/** Factor for rounding a relative change to three decimal places. */
const CHANGE_SCALE = 1000;

/**
 * Returns spending by month for each category or group, largest total first. Leaves out internal
 * categories, which have no spending, and card payment categories, which would count spending
 * twice. Also leaves out any other category without spending, unless it was requested.
 */
function spendingTrends(
  months: readonly MonthRecord[],
  { by, ...choice }: CategoryChoice & { readonly by: Grouping },
): OutputOf<typeof schema> {
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

type Owner = Pick<Series, "id" | "name" | "group">;

/**
 * For each category, returns what its amounts are counted under: its group if amounts are grouped,
 * otherwise the category itself. Uses the groups and names of the latest month.
 */
function latestOwners(ordered: readonly MonthRecord[], by: Grouping): {
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

function seriesOf(owner: Owner, spending: readonly number[]): Series {
  return { ...owner, spending, mean: meanOf(spending), change: changeOf(spending) };
}

function meanOf(spending: readonly number[]): number {
  return roundedQuotient(sumOf(spending), spending.length);
}

/**
 * The difference between the last month and the mean of the earlier months, divided by that mean;
 * `null` unless the mean is above zero.
 */
function changeOf(spending: readonly number[]): number | null {
  const last = spending.at(-1) ?? 0;
  const earlier = sumOf(spending.slice(0, -1));
  if (earlier <= 0) return null;
  const above = last * (spending.length - 1) - earlier;
  return roundedQuotient(above * CHANGE_SCALE, earlier) / CHANGE_SCALE;
}

function byVolume(a: Series, b: Series): number {
  return sumOf(b.spending) - sumOf(a.spending) || compareTexts(a.id, b.id);
}
