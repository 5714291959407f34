/**
 * Reads what a change touched, as it is now.
 *
 * @module
 */

import { fromMilliunits } from "../../domain/money/money.ts";
import type { Reads } from "../../sync/reads.ts";
import { categoryNames } from "../kinds/_category_finder.ts";
import type { Fields, FieldValue, Look } from "../change.ts";
import type { JournalEntry } from "../journal.ts";
import type { Current } from "./undo_draft.ts";

/** What has to be read before a change is taken back. */
export interface NeededReads {
  readonly hasRows: boolean;
  readonly hasCategories: boolean;
  /** `YYYY-MM-01`. */
  readonly months: readonly string[];
}

/** What was read. */
export interface CurrentRecords {
  readonly current: Current;
  /**
   * Gives the name of a category or group: its id where that was not read, `null` for
   * the category that stands for having none.
   */
  readonly nameOf: (id: string) => string | null;
  /** Tells whether the category or group that a field names is still there. */
  readonly isLive: (field: string, id: string) => boolean;
}

/** Where to read. */
export interface RecordSource {
  readonly planId: string;
  readonly fresh: Pick<Reads, "getCategories" | "getPlanMonth" | "getTransactions">;
}

interface CurrentRecord {
  readonly id: string;
}

const NAMED: readonly string[] = ["category_id", "category_group_id"];
const AMOUNTS: readonly string[] = ["budgeted", "amount", "goal_target"];

/**
 * Tells what taking a change back has to read: only what its kind needs.
 *
 * @param entry The change.
 * @returns What to read.
 */
export function neededReads({ steps }: JournalEntry): NeededReads {
  const operations = new Set(steps.map(({ operation }) => operation));
  const isAboutCategories = steps.some(({ targets }) =>
    targets.some(({ before, after }) => "category_id" in (before ?? after ?? {}))
  );
  return {
    hasRows: operations.has("updateTransactions") || operations.has("createTransaction"),
    hasCategories: operations.has("updateCategory") ||
      (isAboutCategories && operations.has("updateTransactions")),
    months: [...new Set(steps.flatMap(({ month }) => (month === null ? [] : [month])))],
  };
}

/**
 * Reads it.
 *
 * @param needed What to read.
 * @param source Where.
 * @returns The records as they are now.
 */
export async function currentRecords(
  needed: NeededReads,
  { planId, fresh }: RecordSource,
): Promise<CurrentRecords> {
  const [rows, categories, ...months] = await Promise.all([
    needed.hasRows ? fresh.getTransactions({ planId }) : null,
    needed.hasCategories ? fresh.getCategories({ planId }) : null,
    ...needed.months.map((month) => fresh.getPlanMonth({ planId, month })),
  ]);
  const rowsById = new Map(rows?.live.map((row) => [row.id, row]));
  const categoriesById = new Map(categories?.live.map((one) => [one.id, one]));
  const groupNames = new Map(categories?.groups.map(({ id, name }) => [id, name]));
  const categoryName = categoryNames({ groups: categories?.groups ?? [], deletedIds: new Set() });
  const namesInMonths = new Map(
    months.flatMap(({ categories }) => categories.map(({ id, name }) => [id, name])),
  );
  const inMonths = new Map(
    months.flatMap(({ month, categories }) => categories.map((one) => [`${month} ${one.id}`, one])),
  );
  return {
    current: ({ operation, month }, { id }) => {
      switch (operation) {
        case "updateMonthCategory":
          return asFields(inMonths.get(`${month} ${id}`));
        case "updateCategory":
          return asFields(categoriesById.get(id));
        default:
          return asFields(rowsById.get(id));
      }
    },
    isLive: (field, id) => {
      if (categories === null || !NAMED.includes(field)) return true;
      return field === "category_id" ? categoriesById.has(id) : groupNames.has(id);
    },
    nameOf: (id) =>
      categoryName(id) ?? groupNames.get(id) ?? namesInMonths.get(id) ??
        (categoriesById.has(id) ? null : id),
  };
}

/**
 * Gives a way to see what came of taking a change back, where its records are absolute
 * figures of months or categories. Rows are left to the next read of them.
 *
 * @param needed What the change is about.
 * @param source Where to look; past the local copy.
 * @returns Reads the targets; `undefined` for changes of rows.
 */
export function undoLook(needed: NeededReads, source: RecordSource): Look | undefined {
  const { hasRows, hasCategories, months: [month] } = needed;
  if (hasRows || (month === undefined && !hasCategories)) return undefined;
  return async () => {
    const { planId, fresh } = source;
    const records: readonly CurrentRecord[] = month === undefined
      ? (await fresh.getCategories({ planId })).live
      : (await fresh.getPlanMonth({ planId, month })).categories;
    return new Map(records.map((record) => [record.id, asFields(record)]));
  };
}

/**
 * Turns fields into what a person reads.
 *
 * @param records Names by id.
 * @returns A function of field and value.
 */
export function undoWords(
  { nameOf }: CurrentRecords,
): (field: string, value: FieldValue) => FieldValue {
  return (field, value) => {
    if (value === null) return null;
    if (NAMED.includes(field)) return nameOf(String(value));
    return AMOUNTS.includes(field) ? fromMilliunits(Number(value)) : value;
  };
}

/** A record's plain fields; of the lists in it only how many lines it is split into. */
function asFields(
  record:
    | (object & { readonly subtransactions?: readonly { readonly deleted: boolean }[] })
    | undefined,
): Fields | null {
  if (record === undefined) return null;
  const lines = record.subtransactions?.filter(({ deleted }) => !deleted).length ?? 0;
  const plain = Object.entries(record).filter(([, value]) =>
    typeof value !== "object" || value === null
  );
  return { ...Object.fromEntries(plain), lines: lines || null } as Fields;
}
