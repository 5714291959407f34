import { fromMilliunits } from "../domain/base/money.ts";
import type { Reads } from "../sync/plan/reads.ts";
import { distinctCategoryNames } from "../domain/plan/category_label.ts";
import { isUncategorizedCategory } from "../domain/base/special_categories.ts";
import type { Fields, FieldValue, ReadTargets } from "./change.ts";
import type { JournalEntry, JournalStep, JournalTarget } from "./journal.ts";
import {
  type CurrentRecord,
  type RecordKind,
  type RecordReader,
  type RecordTable,
  tableOf,
} from "./outcomes.ts";
import { OPERATIONS } from "./operations.ts";
import type { UndoReadId } from "./revert.ts";
import { scheduleReads } from "./rereads.ts";

export interface NeededReads {
  readonly records: ReadonlySet<RecordKind>;
  /** Whether records are put into accounts, which may be closed by now. */
  readonly needsAccounts?: boolean;
  /** `YYYY-MM-01`. */
  readonly months: readonly string[];
}

export interface RecordsNow {
  /** The current record; `null` if it is gone. */
  readonly current: (step: JournalStep, target: JournalTarget) => Fields | null;
  /**
   * The name of a category or group: the id if it wasn't read, `null` for YNAB's own category for
   * none.
   */
  readonly nameOf: (id: string) => string | null;
  /** Whether the category or group in a field still exists, or the account is open. */
  readonly isLive: (field: string, id: string) => boolean;
  /** Live schedules, as far as they were read. */
  readonly schedules: readonly CurrentRecord[];
}

export interface RecordSource {
  readonly planId: string;
  readonly fresh: Pick<Reads, UndoReadId>;
}

const NAMED: readonly string[] = ["category_id", "category_group_id"];
/** Fields that contain an account. */
export const ACCOUNTS: readonly string[] = ["account_id", "transfer_account_id"];
const AMOUNTS: readonly string[] = ["budgeted", "amount", "goal_target"];

/** The reads needed to undo a change, depending on its operations. */
export function neededReads({ steps }: Pick<JournalEntry, "steps">): NeededReads {
  const targets = steps.flatMap((step) => step.targets);
  return {
    records: new Set([
      ...steps.flatMap(({ operation }) => OPERATIONS[operation].records ?? []),
      ...(targets.some(isAboutCategory) ? ["categories" as const] : []),
    ]),
    needsAccounts: targets.some(isIntoAccount),
    months: [...new Set(steps.flatMap(({ month }) => (month === null ? [] : [month])))],
  };
}

/** Whether categories are needed to name and check what is restored. */
function isAboutCategory({ before, after, lines }: JournalTarget): boolean {
  return before !== null && (lines !== undefined ||
    [before, after].some((fields) => typeof fields?.["category_id"] === "string"));
}

function isIntoAccount({ restore, before, lines = [] }: JournalTarget): boolean {
  return [restore ?? before ?? {}, ...lines].some((fields) =>
    ACCOUNTS.some((name) => typeof fields[name] === "string")
  );
}

export async function recordsNow(
  needed: NeededReads,
  { planId, fresh }: RecordSource,
): Promise<RecordsNow> {
  const { records } = needed;
  const needsCategories = records.has("categories") || records.has("groups");
  const [accounts, transactions, categories, payees, schedules, ...months] = await Promise.all([
    needed.needsAccounts === true ? fresh.getAccounts({ planId }) : null,
    records.has("transactions") ? fresh.getTransactions({ planId }) : null,
    needsCategories ? fresh.getCategories({ planId }) : null,
    records.has("payees") ? fresh.getPayees({ planId }) : null,
    records.has("schedules") ? fresh.getScheduledTransactions({ planId }) : null,
    ...needed.months.map((month) => fresh.getPlanMonth({ planId, month })),
  ]);
  const openAccounts = new Set(accounts?.live.flatMap(({ id, closed }) => closed ? [] : id));
  const tables: Readonly<Record<Exclude<RecordKind, "months">, RecordTable>> = {
    transactions: tableOf(transactions?.live ?? []),
    categories: tableOf(categories?.live ?? []),
    groups: tableOf(categories?.groups ?? []),
    payees: tableOf(payees?.live ?? []),
    schedules: tableOf(schedules?.live ?? []),
  };
  const inMonths = new Map(months.map(({ month, categories }) => [month, tableOf(categories)]));
  const read: RecordReader = (kind, month) =>
    kind === "months" ? inMonths.get(month ?? "") : tables[kind];
  const categoryNames = distinctCategoryNames(
    (categories?.groups ?? []).flatMap(({ name, categories }) =>
      categories.map((one) => ({ ...one, category_group_name: name }))
    ).filter((one) => !isUncategorizedCategory(one)),
  );
  const otherNames = new Map([
    ...months.flatMap(({ categories }) => categories.map(({ id, name }) => [id, name] as const)),
    ...(categories?.groups ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  return {
    schedules: schedules?.live ?? [],
    current: ({ operation, month }, { id }) => {
      const { records } = OPERATIONS[operation];
      return records === null ? null : asFields(read(records, month)?.get(id));
    },
    isLive: (field, id) => {
      if (accounts !== null && ACCOUNTS.includes(field)) return openAccounts.has(id);
      if (categories === null || !NAMED.includes(field)) return true;
      const table = field === "category_id" ? tables.categories : tables.groups;
      return table.get(id) !== undefined;
    },
    nameOf: (id) =>
      categoryNames.get(id) ?? otherNames.get(id) ??
        (tables.categories.get(id) === undefined ? id : null),
  };
}

/**
 * Re-reads the records that an undo has reverted: a month's amounts, categories, groups, payees or
 * schedules. Transactions wait for their next read.
 */
export function undoReadTargets(
  { records, months: [month] }: NeededReads,
  { planId, fresh }: RecordSource,
): ReadTargets | undefined {
  if (records.has("schedules")) {
    return scheduleReads(() => fresh.getScheduledTransactions({ planId }));
  }
  if (records.has("transactions")) return undefined;
  return async () => {
    const found: readonly CurrentRecord[] = month !== undefined
      ? (await fresh.getPlanMonth({ planId, month })).categories
      : records.has("payees")
      ? (await fresh.getPayees({ planId })).live
      : records.has("groups")
      ? (await fresh.getCategories({ planId })).groups
      : (await fresh.getCategories({ planId })).live;
    return new Map(found.map((record) => [record.id, asFields(record)]));
  };
}

export function undoWords(
  { nameOf }: RecordsNow,
): (field: string, value: FieldValue) => FieldValue {
  return (field, value) => {
    if (value === null) return null;
    if (NAMED.includes(field)) return nameOf(String(value));
    return AMOUNTS.includes(field) ? fromMilliunits(Number(value)) : value;
  };
}

/** A record's plain fields; of its lists, only the number of split lines. */
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
