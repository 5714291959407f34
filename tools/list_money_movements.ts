import { z } from "zod";
import { categoryNames } from "../changes/rules/categories.ts";
import { foldName } from "../domain/base/fold_text.ts";
import { parseMonth } from "../domain/base/month.ts";
import type { CategoryRecord } from "../domain/base/plan_records.ts";
import { categoryLabel } from "../domain/plan/category_label.ts";
import { resolveReference } from "../domain/references/resolve_reference.ts";
import {
  type MovementLine,
  movementOverview,
  READY_TO_ASSIGN,
} from "../domain/reports/money_movements.ts";
import { pageOf, readCursor, type SortKey } from "../domain/search/cursor.ts";
import { cursor, foreignText, limit, listOf, money, month, planId, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "List money moves",
  description:
    "Lists money moves between categories and Ready to Assign, newest first, with what " +
    "each category gained or lost (net).",
  profiles: ["complete"],
  example: { args: { month: "current", limit: 3 } },
};

export const schema = {
  input: z.strictObject({
    plan_id: planId,
    month: month.optional().describe("YYYY-MM or current (default all)"),
    category_id: reference.optional().describe("Id or name"),
    limit,
    cursor,
  }),
  output: z.object({
    count: z.number(),
    net: listOf(
      z.object({ category: foreignText(), amount: money() }),
      { rest: "name a month or a category" },
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
      { isPaged: true },
    ),
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
  const { limit: most, cursor: from, ...query } = input;
  if (from !== undefined) readCursor(from, query);
  const plan = { planId: input.plan_id };
  const inMonth = input.month === undefined ? null : {
    ...plan,
    month: parseMonth(input.month, today) ?? input.month,
  };
  const [categories, movements, groups] = await Promise.all([
    cached.getCategories(plan),
    inMonth === null ? cached.getMoneyMovements(plan) : cached.getMoneyMovementsByMonth(inMonth),
    inMonth === null
      ? cached.getMoneyMovementGroups(plan)
      : cached.getMoneyMovementGroupsByMonth(inMonth),
  ]);
  const categoryId = input.category_id === undefined
    ? undefined
    : chosenCategory(input.category_id, categories);
  const nameOf = categoryNames(categories);
  const found = movementOverview({ movements, groups, categoryName: nameOf, categoryId });
  const keyOf = ({ moved_at: at, id }: MovementLine): SortKey => [-Date.parse(at ?? "") || 0, id];
  const page = pageOf(found.movements, { keyOf, limit: most, query, cursor: from });
  return {
    count: found.movements.length,
    net: found.net,
    movements: page.items,
    next_cursor: page.next_cursor,
    cursorAfter: page.cursorAfter,
  };
}

/** `null` for Ready to Assign, unless a category is called that. */
function chosenCategory(
  wanted: string,
  { live, deletedIds }: {
    readonly live: readonly CategoryRecord[];
    readonly deletedIds: ReadonlySet<string>;
  },
): string | null {
  const isReadyToAssign = foldName(wanted).replaceAll("_", " ") === foldName(READY_TO_ASSIGN);
  if (isReadyToAssign && live.every(({ name }) => foldName(name) !== foldName(wanted))) return null;
  return resolveReference(wanted, {
    noun: "category",
    records: live,
    deletedIds,
    describe: categoryLabel,
    hint: "list_category_groups shows them",
  }).id;
}
