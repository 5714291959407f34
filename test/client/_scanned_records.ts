/**
 * Records of rows that were read as numbers, to be compared with those that are parsed.
 *
 * @module
 */

import type { NumberedRows } from "../../domain/transactions/numbered_rows.ts";

/** The record that rows tell of, without what they do not keep. */
export function recordAt(rows: NumberedRows, at: number): Record<string, unknown> {
  const words = [...rows.idWords.subarray(4 * at, 4 * at + 4)]
    .map((word) => word.toString(16).padStart(8, "0")).join("");
  const uuid = words.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5");
  const day = `${rows.days[at]}`;
  return {
    id: rows.oddIds.get(at) ?? uuid,
    date: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`,
    amount: rows.amounts[at],
    approved: rows.approved[at] === 1,
    deleted: false,
    subtransactions: rows.lines.get(at) ?? [],
    ...Object.fromEntries(
      rows.fields.map(({ name, places, values }) => [name, values.list()[places[at] as number]]),
    ),
  };
}

/** What is read of a transaction, whichever way: no amounts that are shown, in any order. */
export function kept(
  { amount_formatted: _, amount_currency: __, ...rest }: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rest).toSorted(([a], [b]) => a < b ? -1 : 1));
}
