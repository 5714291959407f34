import type { PlanRecords, StoredTransaction } from "../../demo/model/records.ts";
import type { DemoUpstream } from "../../demo/upstream.ts";
import { isMadeUp, withoutRandomIds } from "../changes/plans/_plan_text.ts";
import { figuresOn } from "../demo/_plan_integrity.ts";
import { TODAY } from "../tools/_plan.ts";

/** A plan's state at one moment. */
export interface PlanState {
  /** The stored plan. */
  readonly records: PlanRecords;
  /** Live transactions, categories, schedules and assigned amounts, by id. */
  readonly byId: ReadonlyMap<string, string>;
  /**
   * The whole plan as text. Equal plans have equal text, even if new records have different ids.
   */
  readonly text: string;
}

/** The last recorded state of each plan. */
const written = new WeakMap<object, { readonly knowledge: number; readonly plan: PlanState }>();

/** Returns the first plan's state without tombstones. */
export function planState(upstream: Pick<DemoUpstream, "snapshot" | "stored">): PlanState {
  const [stored] = upstream.stored;
  if (stored === undefined) throw new Error("There is no plan");
  // Reuse the last result until the next write, which increments the server knowledge.
  const known = written.get(stored);
  if (known?.knowledge === stored.knowledge) return known.plan;
  const plan = computedState(upstream);
  written.set(stored, { knowledge: stored.knowledge, plan });
  return plan;
}

function computedState(upstream: Pick<DemoUpstream, "snapshot">): PlanState {
  const [records] = upstream.snapshot();
  if (records === undefined) throw new Error("There is no plan");
  const parts: (readonly [id: string, words: string])[] = [
    ...records.transactions.filter(isLive).map((row) => [row.id, rowText(row)] as const),
    ...records.categories.filter(isLive).map((one) => [one.id, textOf(one)] as const),
    ...records.scheduled.filter(isLive).map((one) => [one.id, textOf(one)] as const),
    ...records.groups.filter(isLive).map((one) => [one.id, textOf(one)] as const),
    ...records.payees.filter(isLive).map((one) => [one.id, textOf(one)] as const),
    ...assignments(records),
  ];
  const byId = new Map<string, string>();
  for (const [id, words] of parts) byId.set(id, `${byId.get(id) ?? ""}${words}`);
  return { records, byId, text: withoutRandomIds(contents(records).join("\n")) };
}

/** A plan's contents without ids and import fields, which a re-created record doesn't keep. */
function contents(records: PlanRecords): readonly string[] {
  const rows = records.transactions.filter(isLive).map((row) => rowText(row));
  const schedules = records.scheduled.filter(isLive).map((one) =>
    textOf({ ...one, date_first: null })
  );
  return [
    ...[...rows, ...schedules].map((text) => text.replace(OWN_IDS, '"$1":null')).toSorted(),
    ...records.categories.filter(isLive).map(textOf),
    ...records.groups.filter(isLive).map(({ name }) => `group ${name}`).toSorted(),
    ...lastingPayees(records).map(({ name }) => `payee ${name}`).toSorted(),
    ...[...assignments(records)].map(([id, words]) => id + words),
  ];
}

/**
 * Payees, except unused payees that were created along with a transaction. Undo can't remove those
 * payees, because the YNAB API can't delete payees.
 */
function lastingPayees({ payees, transactions, scheduled }: PlanRecords): PlanRecords["payees"] {
  const rows = transactions.filter(isLive);
  const named = [
    ...rows,
    ...rows.flatMap(({ lines }) => lines.filter(isLive)),
    ...scheduled.filter(isLive),
  ];
  const inUse = new Set(named.map(({ payee_id: id }) => id));
  return payees.filter((one) => isLive(one) && (inUse.has(one.id) || !isMadeUp(one.id)));
}

const OWN_IDS = new RegExp(
  '"(id|transfer_transaction_id|matched_transaction_id|import_id|import_payee_name|' +
    'import_payee_name_original)":"(?:[^"\\\\]|\\\\.)*"',
  "gu",
);

/**
 * Returns the balance of each account with transactions, in milliunits, by account id. The demo's
 * imitation of YNAB computes the balances from the transactions of all months.
 */
export function balancesIn(records: PlanRecords): ReadonlyMap<string, number> {
  const last = records.transactions.map(({ date }) => date).toSorted().at(-1) ?? TODAY;
  const { accounts } = figuresOn(structuredClone(records), last);
  return new Map([...accounts].map(([id, { cleared, uncleared }]) => [id, cleared + uncleared]));
}

function isLive({ deleted }: { readonly deleted: boolean }): boolean {
  return !deleted;
}

function rowText({ lines, ...row }: StoredTransaction): string {
  return textOf({ ...row, lines: lines.filter(isLive) });
}

function* assignments({ assignments }: PlanRecords): Iterable<readonly [string, string]> {
  for (const [month, amounts] of [...assignments].sort()) {
    for (const [id, amount] of [...amounts].sort()) {
      // An assignment of zero is equivalent to no assignment.
      if (amount !== 0) yield [id, ` ${month} ${amount}`];
    }
  }
}

/** Treats "" as `null`, because YNAB uses both for an empty field. */
function textOf(record: object): string {
  return JSON.stringify(record, (name, value) => {
    if (name === "knowledge") return undefined;
    return value === "" ? null : inOrder(value);
  });
}

/** Sorts fields, because a re-created record has the same fields in a different order. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1));
}
