/** A plan of any size, made of copies of the household's transactions, for benchmarks. */

import { compareTexts } from "../domain/base/fold_text.ts";
import { addMonths, firstOfMonth } from "../domain/base/month.ts";
import { randomFrom } from "./model/random.ts";
import type {
  PlanRecords,
  StoredPayee,
  StoredSplitLine,
  StoredTransaction,
} from "./model/records.ts";
import { householdPlan } from "./household.ts";
import { numbered } from "./household/rows.ts";

/** Minimum and maximum number of transactions. */
export const HEAVY_ROWS = { least: 1_000, most: 250_000 } as const;
/** Number of months in the household's history; copies of the history cover earlier months. */
const MONTHS_OF_COPY = 36;
/**
 * Maximum number of 36-month periods in a plan: one for the household's own history, and one for
 * each copy of the history. Any additional copies fall in the same periods.
 */
const COPIES_IN_ROW = 6;

/** Creates a plan with this many transactions. The same options always give the same plan. */
export function heavyPlan(
  options: { readonly today: string; readonly seed?: number; readonly transactions: number },
): PlanRecords {
  const { today, seed = 1, transactions: count } = options;
  const { least, most } = HEAVY_ROWS;
  if (!(count >= least && count <= most)) {
    throw new RangeError(
      `Cannot create a plan with ${count} transactions: use a number from ${least} to ${most}`,
    );
  }
  const plan = householdPlan({ today, seed });
  const rows = [...plan.transactions];
  const payees = [...plan.payees];
  const assignments = new Map([...plan.assignments].map(([month, sums]) => [month, new Map(sums)]));
  for (let copy = 1; rows.length < count; copy++) {
    const shift = -MONTHS_OF_COPY * (copy % COPIES_IN_ROW);
    const idOf = (id: string): string => randomFrom(`heavy/${seed}/${copy}/${id}`).uuid();
    const shops = new Map(
      plan.payees.filter(({ transfer_account_id: to }) => to === null)
        .map((payee) => [payee.id, copiedPayee(payee, idOf(payee.id), copy)]),
    );
    payees.push(...shops.values());
    for (const row of plan.transactions) rows.push(copiedRow(row, { shift, idOf, shops }));
    for (const [month, sums] of plan.assignments) addTo(assignments, addMonths(month, shift), sums);
  }
  const transactions = numbered(latest(rows, count));
  const first = firstOfMonth(transactions[0]?.date ?? today);
  return {
    ...plan,
    id: randomFrom(`heavy/${seed}/plan`).uuid(),
    name: "Heavy use",
    first_month: first,
    payees,
    transactions,
    assignments: new Map([...assignments].filter(([month]) => month >= first)),
    month_notes: new Map(),
    knowledge: transactions.length + 2,
  };
}

interface Copying {
  readonly shift: number;
  idOf(id: string): string;
  readonly shops: ReadonlyMap<string, StoredPayee>;
}

function copiedPayee(payee: StoredPayee, id: string, copy: number): StoredPayee {
  return { ...payee, id, name: `${payee.name} ${copy + 1}`, rename_rules: [] };
}

function copiedRow(row: StoredTransaction, { shift, idOf, shops }: Copying): StoredTransaction {
  const other = (id: string | null): string | null => id === null ? null : idOf(id);
  const payeeOf = (id: string | null): string | null => shops.get(id ?? "")?.id ?? id;
  return {
    ...row,
    id: idOf(row.id),
    date: addMonths(row.date, shift),
    payee_id: payeeOf(row.payee_id),
    transfer_transaction_id: other(row.transfer_transaction_id),
    matched_transaction_id: other(row.matched_transaction_id),
    lines: row.lines.map((line) => ({
      ...line,
      id: idOf(line.id),
      payee_id: payeeOf(line.payee_id),
      transfer_transaction_id: other(line.transfer_transaction_id),
    })),
  };
}

function addTo(
  assignments: Map<string, Map<string, number>>,
  month: string,
  sums: ReadonlyMap<string, number>,
): void {
  const into = assignments.get(month) ?? new Map<string, number>();
  assignments.set(month, into);
  for (const [category, amount] of sums) into.set(category, (into.get(category) ?? 0) + amount);
}

/** Keeps the latest transactions. A transfer that loses its other side is no longer a transfer. */
function latest(rows: readonly StoredTransaction[], count: number): StoredTransaction[] {
  const selected = rows
    .toSorted((one, other) => compareTexts(one.date, other.date))
    .slice(-count);
  const ids = new Set(selected.flatMap(({ id, lines }) => [id, ...lines.map((line) => line.id)]));
  const withoutOther = <Row extends StoredTransaction | StoredSplitLine>(row: Row): Row =>
    row.transfer_transaction_id === null || ids.has(row.transfer_transaction_id)
      ? row
      : { ...row, payee_id: null, transfer_account_id: null, transfer_transaction_id: null };
  return selected.map((row) => ({
    ...withoutOther(row),
    lines: row.lines.map(withoutOther),
    matched_transaction_id: ids.has(row.matched_transaction_id ?? "")
      ? row.matched_transaction_id
      : null,
  }));
}
