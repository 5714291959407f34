import { fromMilliunits, sumOf } from "../../domain/base/money.ts";
import { type MoneyFormat, writeMoney } from "../../domain/base/money_format.ts";
import type { Fields, RenderPlan } from "./render_plan.ts";
import type { WrittenField } from "./table_text.ts";

/** Characters of JSON that stay under 25,000 tokens, numbers and ids included. */
export const MOST_CHARACTERS = 60_000;

/** Days take more tokens for their length than anything else: what one weighs besides. */
const DAY_WEIGHT = 8;

interface CutOptions {
  /** What the handler returned: it may know of rows what the answer does not show. */
  readonly result: Fields;
  readonly format: MoneyFormat;
  /** Gives the data of fields. */
  readonly dataOf: (fields: readonly WrittenField[]) => Fields;
}

/**
 * Cuts the longest lists of an answer that is too long. The cursor of a paged list then leads to
 * the first row that was left out; other lists leave the cursor alone.
 */
export function cutLists(
  fields: readonly WrittenField[],
  { result, format, dataOf }: CutOptions,
): { readonly fields: readonly WrittenField[]; readonly note: string | null } {
  // Most answers are so short that nothing of them has to be weighed.
  const json = JSON.stringify(dataOf(fields));
  if (json.length <= MOST_CHARACTERS / 2) return { fields, note: null };
  let [cut, over] = [fields, weightOf(json) - MOST_CHARACTERS];
  const notes: string[] = [];
  const lists = fields.filter(({ shown }) => Array.isArray(shown) && shown.length > 0)
    .map((list) => ({ list, size: weigh(list.shown) }))
    .sort((one, other) => other.size - one.size);
  for (const { list, size } of lists) {
    if (over <= 0) break;
    const { name, listForm: { isPaged = false } } = list.plan;
    const rows = list.shown as readonly unknown[];
    // A page without a row would lead nowhere.
    const count = Math.max(isPaged ? 1 : 0, rowsWithin(rows, size - over));
    if (count === rows.length) continue;
    const cursor = isPaged ? cursorAfter(result, count) : null;
    cut = cut.map((field) => {
      if (field === list) return firstRows(list, count);
      const isCursor = isPaged && field.plan.name === "next_cursor";
      return isCursor ? { ...field, shown: cursor, read: cursor } : field;
    });
    over = weigh(dataOf(cut)) - MOST_CHARACTERS;
    const next = adviceFor(list.plan, { count, cursor, result, format });
    notes.push(`${name} holds only ${count} of ${rows.length}: ${next}`);
  }
  return { fields: cut, note: notes.length === 0 ? null : notes.join("; ") };
}

function adviceFor(
  { name, listForm: { isPaged = false, isOneKind = false, rest } }: RenderPlan,
  { count, cursor, result, format }: Pick<CutOptions, "result" | "format"> & {
    readonly count: number;
    readonly cursor: string | null;
  },
): string {
  if (cursor !== null) return "next_cursor leads to the rest";
  if (isPaged) return `repeat the call with limit ${count} to page through them`;
  return isOneKind ? sameKind(result[name], count, format) : rest ?? "ask for less at once";
}

function firstRows({ plan, shown, read, rows }: WrittenField, count: number): WrittenField {
  const first = <Item>(items: unknown): Item =>
    (items as readonly unknown[]).slice(0, count) as Item;
  return {
    plan,
    shown: first(shown),
    read: first(read),
    ...(rows === undefined ? {} : { rows: first<typeof rows>(rows) }),
  };
}

function cursorAfter(result: Fields, count: number): string | null {
  return (result as { readonly cursorAfter?: (count: number) => string | null })
    .cursorAfter?.(count) ?? null;
}

function weigh(data: unknown): number {
  return weightOf(JSON.stringify(data));
}

function weightOf(json: string): number {
  return json.length + (json.match(/"\d{4}-\d{2}-\d{2}"/gu)?.length ?? 0) * DAY_WEIGHT;
}

function rowsWithin(rows: readonly unknown[], room: number): number {
  let used = 0;
  let count = 0;
  for (const row of rows) {
    used += weigh(row) + 1;
    if (used > room) break;
    count += 1;
  }
  return count;
}

interface CountedLine {
  readonly id: string;
  /** Milliunits, where the line is about a transaction. */
  readonly amount?: number;
}

/** Counts and sums the records that the answer has no room for. */
function sameKind(list: unknown, kept: number, format: MoneyFormat): string {
  const lines = (list ?? []) as readonly CountedLine[];
  const seen = new Set(lines.slice(0, kept).map(({ id }) => id));
  // A record's lines follow each other, and each has the record's amount.
  const rest = new Map(lines.slice(kept).map(({ id, amount }) => [id, amount]));
  for (const id of seen) rest.delete(id);
  const amounts = [...rest.values()].filter((amount) => amount !== undefined);
  const isSummed = rest.size > 0 && amounts.length === rest.size;
  const total = writeMoney(fromMilliunits(sumOf(amounts)), format);
  return "the rest are of the same kind: " +
    (isSummed ? `${rest.size} transactions, total ${total}` : `${rest.size} more`);
}
