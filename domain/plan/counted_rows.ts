/**
 * Counts a matched pair once. When a bank row is matched to one that a person
 * entered, upstream keeps both and shows one: the imported one is left out here.
 *
 * @module
 */

import type { TransactionRecord } from "./plan_records.ts";

/** Rows that count, and the bank's label for those whose partner was left out. */
export interface CountedRows<Row extends TransactionRecord> {
  readonly rows: readonly Row[];
  /** The imported partner, by the id of the row that stands for the pair. */
  readonly importedPartners: ReadonlyMap<string, Row>;
}

/**
 * Leaves out the imported row of each matched pair.
 *
 * @param live Live rows of a plan.
 * @returns The rows that count, in the order given.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(countedRows([]).rows, []);
 * ```
 */
export function countedRows<Row extends TransactionRecord>(
  live: readonly Row[],
): CountedRows<Row> {
  const paired = new Map<string, Row>();
  for (const row of live) if (isSet(row.matched_transaction_id)) paired.set(row.id, row);
  const partners = new Map<string, Row>();
  if (paired.size === 0) return { rows: live, importedPartners: partners };
  const byId = new Map<string, Row>();
  const wanted = new Set([...paired.values()].map((row) => row.matched_transaction_id));
  for (const row of live) if (wanted.has(row.id)) byId.set(row.id, row);
  const isLeftOut = (row: Row): boolean => {
    if (!isSet(row.matched_transaction_id)) return false;
    const partner = byId.get(row.matched_transaction_id);
    return partner !== undefined && partner !== row && standsBack(row, partner);
  };
  const rows = live.filter((row) => {
    if (!isLeftOut(row)) return true;
    partners.set(row.matched_transaction_id ?? "", row);
    return false;
  });
  return { rows, importedPartners: partners };
}

/** Of two rows that name each other exactly one stands back: the imported one. */
function standsBack(row: TransactionRecord, partner: TransactionRecord): boolean {
  if (!isSet(row.import_id)) return false;
  const isMutual = partner.matched_transaction_id === row.id && isSet(partner.import_id);
  return !isMutual || row.id > partner.id;
}

function isSet(id: string | null | undefined): id is string {
  return id !== null && id !== undefined && id !== "";
}
