/**
 * The lines of splits among transactions, by the place of their transaction.
 *
 * @module
 */

import type { SplitLineRecord, TransactionRecord } from "../plan/plan_records.ts";

/** Split lines by the place of their transaction. */
export type LinesByPlace = ReadonlyMap<number, readonly SplitLineRecord[]>;

/** Payees of lines, by id, with their names. */
export type LinePayees = readonly (readonly [id: string, name: string])[];

interface PayeePart {
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
}

/**
 * Gives the lines of transactions that are split.
 *
 * @param given Transactions in the order of their places.
 */
export function linesOf(given: readonly TransactionRecord[]): LinesByPlace {
  const lines = new Map<number, readonly SplitLineRecord[]>();
  for (let at = 0; at < given.length; at++) {
    const own = given[at]?.subtransactions;
    if (Array.isArray(own) && own.length > 0) lines.set(at, own);
  }
  return lines;
}

/**
 * Gives the payees of lines.
 *
 * @param lines Lines of all splits of a chunk.
 */
export function payeesIn(lines: LinesByPlace): LinePayees {
  const payees = new Map<string, readonly [string, string]>();
  for (const own of lines.values()) {
    for (const { payee_id: id, payee_name: name } of own as readonly PayeePart[]) {
      if (typeof id !== "string" || typeof name !== "string") continue;
      payees.set(`${id} ${name}`, [id, name]);
    }
  }
  return [...payees.values()];
}
