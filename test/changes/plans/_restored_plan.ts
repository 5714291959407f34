import { assertEquals } from "@std/assert";
import type { PlanRecords, StoredTarget, StoredTransaction } from "../../../demo/model/records.ts";

/** Differences from the original plan that an undo may leave. */
export interface Leftovers {
  /** Ids of the original plan's payees. Payees created with transactions remain after an undo. */
  readonly payees: ReadonlySet<string>;
  /** Whether the preview says that targets might start in a different month. */
  readonly isTargetRenewed: boolean;
  /** Whether the preview says that deleted records might get new ids. */
  readonly isAnew?: boolean;
  /** Whether the preview says that schedules might have a different first date. */
  readonly isFirstDateLost?: boolean;
}

/** Checks that a plan has been restored. */
export function assertRestored(
  ended: PlanRecords,
  started: PlanRecords,
  leftovers: Leftovers,
): void {
  const [after, before] = [withoutUncategorized(ended), withoutUncategorized(started)];
  const same = leftovers.isAnew === true ? idsOfBoth(after, before) : null;
  const [now, was] = [after, before].map((records) => linesOf(records, leftovers, same));
  assertEquals(now, was, "The plan was not restored");
}

/** Normalizes a plan to one line per record. */
function linesOf(
  { assignments, ...records }: PlanRecords,
  { payees, isTargetRenewed, isFirstDateLost = false }: Leftovers,
  same: ReadonlySet<string> | null,
): readonly string[] {
  const isKept = ({ id }: { readonly id: string }): boolean => same === null || same.has(id);
  const lists = {
    ...records,
    transactions: records.transactions.filter(({ deleted }) => !deleted)
      .map((row) => isKept(row) ? row : anewRow(row)),
    scheduled: records.scheduled.filter(({ deleted }) => !deleted)
      .map((one) => isKept(one) ? one : { ...one, id: "", date_first: "" }),
    payees: records.payees.filter(({ id }) => payees.has(id)),
    categories: records.categories.map((one) => ({ ...one, target: dated(one.target) })),
    assignments: [...assignments].flatMap(([month, amounts]) =>
      [...amounts].filter(([, amount]) => amount !== 0).map((amount) => [month, ...amount])
    ),
  };
  const aside = [
    ...ASIDE,
    ...(isTargetRenewed ? ["goal_creation_month"] : []),
    ...(isFirstDateLost ? ["date_first"] : []),
  ];
  const textOf = (value: unknown): string =>
    JSON.stringify(value, (name, inner) => aside.includes(name) ? null : inOrder(inner));
  return Object.entries(lists).filter(([name]) => !aside.includes(name))
    .flatMap(([name, value]) => [value].flat().map((item: unknown) => `${name} ${textOf(item)}`))
    .sort();
}

/**
 * Replaces the category "Uncategorized" with no category, because the two mean the same thing and
 * an undo can't set "Uncategorized".
 */
function withoutUncategorized(records: PlanRecords): PlanRecords {
  const none = new Set(
    records.categories.flatMap(({ id, name, internal }) =>
      internal && name === "Uncategorized" ? [id] : []
    ),
  );
  const cleared = <One extends { readonly category_id: string | null }>(one: One): One =>
    none.has(one.category_id ?? "") ? { ...one, category_id: null } : one;
  return {
    ...records,
    transactions: records.transactions.map(cleared),
    scheduled: records.scheduled.map(cleared),
  };
}

/** Returns the ids that both plans have. A record whose id is in only one plan was re-created. */
function idsOfBoth(one: PlanRecords, other: PlanRecords): ReadonlySet<string> {
  const idsOf = ({ transactions, scheduled }: PlanRecords): readonly string[] =>
    [...transactions, ...scheduled].filter(({ deleted }) => !deleted).map(({ id }) => id);
  const ids = new Set(idsOf(other));
  return new Set(idsOf(one).filter((id) => ids.has(id)));
}

/** Removes ids and import data, which a re-created transaction doesn't keep. */
function anewRow(row: StoredTransaction): StoredTransaction {
  const lines = row.lines.filter(({ deleted }) => !deleted);
  return {
    ...row,
    id: "",
    import_id: null,
    import_payee_name: null,
    import_payee_name_original: null,
    transfer_transaction_id: row.transfer_transaction_id === null ? null : "",
    lines: lines.map((line) => ({
      ...line,
      id: "",
      transfer_transaction_id: line.transfer_transaction_id === null ? null : "",
    })),
  };
}

const ASIDE: readonly string[] = ["knowledge", "last_modified_on", "money_movements"];

/** Sorts keys, because a re-created target has its fields in a different order. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1));
}

/** Sets a target's day field from its due date, because some targets lack the field. */
function dated(target: StoredTarget | null): StoredTarget | null {
  const day = Number(target?.goal_target_date?.slice(8) ?? 0);
  return target === null || day === 0 ? target : { ...target, goal_day: target.goal_day ?? day };
}
