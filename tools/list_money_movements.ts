import { z } from "zod";
import type { MoneyMovement } from "../client/wire/category.ts";
import { categoryNames } from "../domain/plan/category_label.ts";
import { compareTexts, foldName } from "../domain/base/fold_text.ts";
import { roundedQuotient, sumOf } from "../domain/base/money.ts";
import { parseMonth } from "../domain/base/month.ts";
import type { CategoryRecord } from "../domain/base/plan_records.ts";
import { isInflowCategory } from "../domain/base/special_categories.ts";
import { categoryScope, type Known } from "../domain/references/find_record.ts";
import { resolveReference } from "../domain/references/resolve_reference.ts";
import { pageOf, pagingOf, type SortKey } from "../domain/search/cursor.ts";
import {
  cursor,
  foreignText,
  limit,
  listOf,
  money,
  month,
  planInput,
  reference,
} from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "List money movements",
  description: "Lists money movements among categories and Ready to Assign, newest first, with " +
    "each category's net change; can sum movements by month or category.",
  profiles: ["complete"],
  example: { args: { month: "current", limit: 3 } },
  meanings: {
    by: "`movement`: one row per movement; `month`: one row per month; `category`: one row per " +
      "month and category",
    periods: "Totals per month, or per month and category; newest month first",
    assigned: "Amount moved from Ready to Assign, minus the amount moved back",
    moved:
      "Amount moved between categories; in a category's row, the amount moved out of that category",
    moved_in: "Amount moved into the category from other categories; the category's net gain is " +
      "`assigned` - `moved` + `moved_in`",
    moved_share:
      "`moved` divided by `assigned` (absent if nothing was assigned); budgeting accuracy is 1 - " +
      "`moved_share`",
    times: "Number of movements between categories",
    first_known:
      "Date of the oldest movement that YNAB still has; movements in earlier months are unknown, " +
      "and the month of the oldest movement may be incomplete",
  },
};

export const schema = {
  input: planInput({
    month: month.optional().describe("YYYY-MM or current (default all months)"),
    category_id: reference.optional().describe("Id or name"),
    by: z.enum(["movement", "month", "category"]).default("movement"),
    limit,
    cursor,
  }),
  output: z.object({
    count: z.number(),
    net: listOf(
      z.object({ category: foreignText(), amount: money() }),
      { rest: "pass a month or a category" },
    ),
    movements: listOf(
      z.object({
        moved_at: z.string().optional(),
        month: z.string().optional(),
        amount: money(),
        from: foreignText(),
        to: foreignText(),
        note: foreignText().optional(),
        group: foreignText().optional(),
      }),
      { isPaged: true, hideWhenEmpty: true },
    ),
    periods: listOf(
      z.object({
        month: z.string(),
        category: foreignText().optional(),
        assigned: money(),
        moved: money(),
        moved_in: money().optional(),
        moved_share: z.number().optional(),
        times: z.number(),
      }),
      { isPaged: true, hideWhenEmpty: true },
    ),
    first_known: z.string().optional(),
    next_cursor: z.string().optional(),
  }),
};

export const reads = [
  "getCategories",
  "getMoneyMovements",
  "getMoneyMovementsByMonth",
  "getMoneyMovementGroups",
  "getMoneyMovementGroupsByMonth",
] as const;
export const writes = [] as const;

export async function handler(
  input: InputOf<typeof schema>,
  { cached, today }: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  const paging = pagingOf(input);
  const plan = { planId: input.plan_id };
  const isListed = input.by === "movement";
  const inMonth = input.month === undefined ? null : {
    ...plan,
    month: parseMonth(input.month, today) ?? input.month,
  };
  const groupsRead = !isListed
    ? []
    : inMonth === null
    ? cached.getMoneyMovementGroups(plan)
    : cached.getMoneyMovementGroupsByMonth(inMonth);
  const [categories, movements, all, groups] = await Promise.all([
    cached.getCategories(plan),
    inMonth === null ? cached.getMoneyMovements(plan) : cached.getMoneyMovementsByMonth(inMonth),
    isListed ? [] : cached.getMoneyMovements(plan),
    groupsRead,
  ]);
  const categoryId = input.category_id === undefined
    ? undefined
    : chosenCategory(input.category_id, categories);
  const categoryName = categoryNames(categories);
  const nameOf = (id: string | null): string =>
    id === null ? READY_TO_ASSIGN : distinctName(categoryName(id)) ?? "(deleted category)";
  const found = movements.map(positiveMove).filter(({ from, to }) =>
    categoryId === undefined || from === categoryId || to === categoryId
  );
  // Group by id, because categories may share names. All deleted categories form one group.
  const keyOf = (id: string | null): string | null =>
    id === null || categoryName(id) !== null ? id : "";
  if (!isListed) {
    const moves = found.flatMap(({ month, from, to, amount }) =>
      typeof month === "string" ? [{ month, from: keyOf(from), to: keyOf(to), amount }] : []
    );
    const isByMonth = input.by === "month" && typeof categoryId !== "string";
    const periods = [...Map.groupBy(moves, ({ month }) => month)].flatMap(([month, own]) =>
      isByMonth ? [{ month, ...figuresOf(own) }] : movesByCategory(month, own, categoryId)
    );
    const { items, ...rest } = pageOf(periods, { keyOf: periodKey, ...paging });
    return {
      count: found.length,
      periods: items.map(({ month, categoryId: id, ...figures }) => ({
        month: month.slice(0, 7),
        category: id === undefined ? null : nameOf(id),
        ...figures,
      })),
      first_known: firstKnown(all),
      ...rest,
    };
  }
  const sums = new Map<string | null, number>();
  const add = (key: string | null, amount: number): void => {
    sums.set(key, (sums.get(key) ?? 0) + amount);
  };
  for (const { from, to, amount } of found) {
    add(keyOf(to), amount);
    add(keyOf(from), -amount);
  }
  const notes = new Map(groups.map(({ id, note }) => [id, note]));
  const { items, ...rest } = pageOf(found, { keyOf: sortKey, ...paging });
  return {
    count: found.length,
    net: [...sums].map(([id, amount]) => ({ category: nameOf(id), amount }))
      .filter(({ amount }) => amount !== 0)
      .sort((a, b) => b.amount - a.amount || compareTexts(a.category, b.category)),
    movements: items.map(({ from, to, ...move }) => ({
      moved_at: move.moved_at,
      month: move.month?.slice(0, 7),
      amount: move.amount,
      from: nameOf(from),
      to: nameOf(to),
      note: move.note || null,
      group: notes.get(move.money_movement_group_id ?? "") || null,
    })),
    ...rest,
  };
}

const READY_TO_ASSIGN = "Ready to Assign";

/** Appends "(category)" to the name of a category that is itself named "Ready to Assign". */
function distinctName(name: string | null): string | null {
  const isReadyToAssign = name !== null && foldName(name) === foldName(READY_TO_ASSIGN);
  return isReadyToAssign ? `${name} (category)` : name;
}

interface PositiveMove extends MoneyMovement {
  /** Id of the category that the money came from; `null` for Ready to Assign. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Makes a move's amount positive. YNAB stores some moves backward, with a negative amount. */
function positiveMove(move: MoneyMovement): PositiveMove {
  const from = move.from_category_id ?? null;
  const to = move.to_category_id ?? null;
  return move.amount < 0
    ? { ...move, from: to, to: from, amount: -move.amount }
    : { ...move, from, to };
}

/** A positive money movement whose month is known. A `null` category is Ready to Assign. */
type Move = Pick<PositiveMove, "from" | "to" | "amount"> & { readonly month: string };

/** The totals of a month's moves, for all categories together or for one category. */
type MovePeriod =
  & Omit<NonNullable<OutputOf<typeof schema>["periods"]>[number], "category">
  & { readonly categoryId?: string };

/** Sums a month's moves for each category, or only for the chosen category. */
function movesByCategory(
  month: string,
  moves: readonly Move[],
  chosen: string | null | undefined,
): readonly MovePeriod[] {
  const ids = new Set(moves.flatMap(({ from, to }) => [from, to]).filter((id) => id !== null));
  return [...ids].filter((id) => id === (chosen ?? id)).map((categoryId) => {
    const own = moves.filter(({ from, to }) => from === categoryId || to === categoryId);
    return { month, categoryId, ...figuresOf(own, categoryId) };
  });
}

const SHARE_STEPS = 10_000;

function figuresOf(moves: readonly Move[], categoryId?: string): Omit<MovePeriod, "month"> {
  const amountOf = (isWanted: (move: Move) => boolean): number =>
    sumOf(moves.filter(isWanted).map(({ amount }) => amount));
  const isBetween = ({ from, to }: Move): boolean => from !== null && to !== null;
  const assigned = amountOf(({ from }) => from === null) - amountOf(({ to }) => to === null);
  const moved = amountOf((move) =>
    isBetween(move) && (categoryId === undefined || move.from === categoryId)
  );
  return {
    assigned,
    moved,
    ...(categoryId === undefined
      ? {}
      : { moved_in: amountOf((move) => isBetween(move) && move.to === categoryId) }),
    // Toolkit for YNAB computes `moved_share` the same way
    // (https://github.com/toolkit-for-ynab/toolkit-for-ynab/pull/3646).
    moved_share: assigned > 0 ? roundedQuotient(moved * SHARE_STEPS, assigned) / SHARE_STEPS : null,
    times: moves.filter(isBetween).length,
  };
}

/** Returns a key that sorts moves by time, newest first. */
function sortKey({ moved_at: at, id }: PositiveMove): SortKey {
  return [-Date.parse(at ?? "") || 0, id];
}

/** Returns a key that sorts by month, newest first, then by assigned amount, largest first. */
function periodKey({ month, categoryId = "", assigned }: MovePeriod): SortKey {
  return [-Number(month.slice(0, 7).replace("-", "")), -assigned, categoryId];
}

function firstKnown(movements: readonly MoneyMovement[]): string | null {
  const known = movements.flatMap(({ moved_at: at, month }) => at ?? month ?? []);
  return known.toSorted(compareTexts)[0] ?? null;
}

/**
 * Returns the id of the requested category. If the given name is "Ready to Assign", returns `null`,
 * unless a category has that name.
 */
function chosenCategory(
  wanted: string,
  { live, deletedIds }: Known<CategoryRecord>,
): string | null {
  const isReadyToAssign = foldName(wanted).replaceAll("_", " ") === foldName(READY_TO_ASSIGN);
  if (isReadyToAssign && live.every(({ name }) => foldName(name) !== foldName(wanted))) return null;
  const category = resolveReference(wanted, categoryScope(live, { deletedIds }));
  // A move represents Ready to Assign as `null`, not as YNAB's internal category for income.
  return isInflowCategory(category) ? null : category.id;
}
