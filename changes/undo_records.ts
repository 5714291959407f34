import { pendingRule } from "../domain/base/special_categories.ts";
import { categoryNames } from "../domain/plan/category_label.ts";
import type { Fields } from "./change.ts";
import type { JournalEntry, JournalStep, JournalTarget } from "./journal.ts";
import { OPERATIONS } from "./operations.ts";
import {
  asFields,
  type CurrentRecord,
  readRecords,
  type RecordKind,
  type RecordTable,
} from "./records.ts";
import type { UndoReads } from "./revert.ts";

export interface RecordsNow {
  readonly current: (step: JournalStep, id: string) => Fields | null;
  /** A record's name: the id if it wasn't read, `null` for YNAB's own "Uncategorized". */
  readonly nameOf: (id: string) => string | null;
  /** Whether the record that a field refers to still exists or, for an account, is open. */
  readonly isLive: (field: string, id: string) => boolean;
  readonly live: (step: Pick<JournalStep, "operation" | "month">) => readonly CurrentRecord[];
  /**
   * Ids of the tracking accounts (those at the time of the change if undo can't read accounts in
   * this profile); absent if the change removed no categories.
   */
  readonly trackingAccountIds: readonly string[] | undefined;
}

export const ACCOUNT_FIELDS: readonly string[] = ["account_id", "transfer_account_id"];
/** Fields that refer to records that may have been deleted since. */
const KINDS: Readonly<Record<string, RecordKind>> = {
  category_id: "categories",
  category_group_id: "groups",
  payee_id: "payees",
};
/** Fields whose values are ids. */
export const ID_FIELDS: readonly string[] = [...Object.keys(KINDS), ...ACCOUNT_FIELDS];

/** The fields that undo restores, followed by those of the record's split lines. */
export function formerFields(
  { restore, before, lines = [] }: Pick<JournalTarget, "restore" | "before" | "lines">,
): readonly Fields[] {
  return [restore ?? before ?? {}, ...lines];
}

function restores(target: JournalTarget, names: readonly string[]): boolean {
  return formerFields(target).some((fields) =>
    names.some((name) => typeof fields[name] === "string")
  );
}

/** Whether categories are needed to name, compare and check the values of a record. */
function isAboutCategory({ before, after, lines }: JournalTarget): boolean {
  return lines !== undefined ||
    [before, after].some((fields) => fields !== null && "category_id" in fields);
}

/** Whether payees are needed to name and check the values that undo restores. */
function isAboutPayee(target: JournalTarget): boolean {
  const { before, after } = target;
  return restores(target, ["payee_id"]) ||
    before !== null && typeof after?.["payee_id"] === "string";
}

/** Reads only what undoing the change needs. */
export async function recordsNow(
  { steps, trackingAccountIds: formerIds }: JournalEntry,
  { planId, fresh }: { readonly planId: string; readonly fresh: Partial<UndoReads> },
): Promise<RecordsNow> {
  const targets = steps.flatMap((step) => step.targets);
  const kinds = new Set([
    ...steps.flatMap(({ operation }) => OPERATIONS[operation].records ?? []),
    ...(targets.some(isAboutCategory) ? ["categories" as const] : []),
    ...(targets.some(isAboutPayee) ? ["payees" as const] : []),
  ]);
  // An account may have been closed, and a transaction moved to a tracking account, which doesn't
  // allow categories.
  const needsAccounts = formerIds !== undefined ||
    targets.some((one) => restores(one, ACCOUNT_FIELDS));
  const needed = {
    records: kinds,
    months: [...new Set(steps.flatMap(({ month }) => month ?? []))],
  };
  const [accounts = null, { read, categories, payees, months }] = await Promise.all([
    needsAccounts ? fresh.getAccounts?.({ planId }) : null,
    readRecords(needed, { planId, reads: fresh }),
  ]);
  const openAccounts = new Set(accounts?.live.flatMap(({ id, closed }) => closed ? [] : id));
  const groups = categories?.groups ?? [];
  const { uncategorizedIds } = pendingRule([], categories?.live ?? []);
  const categoryName = categoryNames({ groups });
  const named = [
    ...months.flatMap((month) => month.categories),
    ...[...groups, ...payees?.live ?? [], ...accounts?.live ?? []],
  ];
  const otherNames = new Map(named.map(({ id, name }) => [id, name]));
  const tableOf = (
    { operation, month }: Pick<JournalStep, "operation" | "month">,
  ): RecordTable | undefined => {
    const { records } = OPERATIONS[operation];
    return records === null ? undefined : read(records, month);
  };
  return {
    live: (step) => tableOf(step)?.all() ?? [],
    trackingAccountIds: formerIds &&
      (accounts?.live.flatMap(({ id, on_budget }) => on_budget ? [] : id) ?? formerIds),
    current: (step, id) => {
      const record = asFields(tableOf(step)?.get(id));
      return uncategorizedIds.has(String(record?.["category_id"]))
        ? { ...record, category_id: null }
        : record;
    },
    isLive: (field, id) => {
      if (accounts !== null && ACCOUNT_FIELDS.includes(field)) return openAccounts.has(id);
      const kind = KINDS[field];
      const records = kind === undefined ? undefined : read(kind, null);
      return records === undefined || records.get(id) !== undefined;
    },
    nameOf: (id) => uncategorizedIds.has(id) ? null : categoryName(id) ?? otherNames.get(id) ?? id,
  };
}
