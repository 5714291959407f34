/**
 * The fields of transactions: which of them are columns, and how they are laid out.
 *
 * @module
 */

import type { TransactionRecord } from "../plan/plan_records.ts";
import { type Column, ColumnBuilder, type FieldValue } from "./column.ts";

/** Fields that are no columns: facts, and what is said of the transaction as a whole. */
export const FACTS: ReadonlySet<string> = new Set([
  "id",
  "date",
  "amount",
  "approved",
  "deleted",
  "subtransactions",
  // What the amount says already; the chunk keeps the first that is shown.
  "amount_formatted",
  "amount_currency",
]);

/** An amount as it is shown, and in milliunits. */
export type ShownAmount = readonly [formatted: string, milliunits: number];

interface ShownTransaction {
  readonly amount: number;
  readonly amount_formatted?: string | null;
}

/** Tells whether a transaction has just these fields, in this order. */
export function hasFields(transaction: TransactionRecord, names: readonly string[]): boolean {
  let at = 0;
  for (const name in transaction) if (name !== names[at++]) return false;
  return at === names.length;
}

/**
 * Names the fields that any of the transactions has.
 *
 * @param given Transactions as they were read.
 */
export function fieldNames(given: readonly TransactionRecord[]): ReadonlySet<string> {
  const names = new Set<string>();
  let last: readonly string[] = [];
  for (const transaction of given) {
    if (hasFields(transaction, last)) continue;
    last = Object.keys(transaction);
    for (const name of last) names.add(name);
  }
  return names;
}

/**
 * Lays a field of transactions out as a column.
 *
 * @param given Transactions in the order of their places.
 * @param name The field.
 */
export function columnAmong(given: readonly TransactionRecord[], name: string): Column {
  const builder = new ColumnBuilder(given.length);
  for (let at = 0; at < given.length; at++) {
    builder.set(at, (given[at] as unknown as Readonly<Record<string, FieldValue>>)[name]);
  }
  return builder.build();
}

/**
 * Gives the first amount that is shown as well, if there is one.
 *
 * @param given Transactions as they were read.
 */
export function shownAmountAmong(given: readonly TransactionRecord[]): ShownAmount | null {
  for (const { amount, amount_formatted: formatted } of given as readonly ShownTransaction[]) {
    if (typeof formatted === "string") return [formatted, amount];
  }
  return null;
}
