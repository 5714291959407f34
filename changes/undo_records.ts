import { fromMilliunits } from "../domain/base/money.ts";
import type { Reads } from "../sync/plan/reads.ts";
import { categoryNames } from "../domain/plan/category_label.ts";
import type { Fields, FieldValue } from "./change.ts";
import type { JournalEntry, JournalStep, JournalTarget } from "./journal.ts";
import type { CurrentRecord } from "./outcomes.ts";
import { OPERATIONS } from "./operations.ts";
import { type NeededRecords, readRecords } from "./record_reads.ts";
import type { UndoReadId } from "./revert.ts";

export interface NeededReads extends NeededRecords {
  /** Whether records are put into accounts, which may be closed by now. */
  readonly needsAccounts: boolean;
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
  /** Live schedules, if they were read. */
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
  const [accounts, { read, categories, schedules, months }] = await Promise.all([
    needed.needsAccounts ? fresh.getAccounts({ planId }) : null,
    readRecords(needed, { planId, reads: fresh }),
  ]);
  const openAccounts = new Set(accounts?.live.flatMap(({ id, closed }) => closed ? [] : id));
  const groups = categories?.groups ?? [];
  const categoryName = categoryNames({ groups });
  const otherNames = new Map([
    ...months.flatMap(({ categories }) => categories.map(({ id, name }) => [id, name] as const)),
    ...groups.map(({ id, name }) => [id, name] as const),
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
      return read(field === "category_id" ? "categories" : "groups", null)?.get(id) !== undefined;
    },
    nameOf: (id) =>
      categoryName(id) ?? otherNames.get(id) ??
        (read("categories", null)?.get(id) === undefined ? id : null),
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
