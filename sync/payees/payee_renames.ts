/**
 * Records under the names that the list of payees gives: no delta of theirs brings a name
 * that has changed.
 *
 * @module
 */

import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { TableRow } from "../record_table.ts";
import type { NamedPart, NamedRecord, PayeeNames } from "./payee_names.ts";

/**
 * Gives the schedules that show other names of their payees than the list of payees does.
 *
 * @param names Names by payee id.
 * @param live The schedules.
 * @returns Those that differ, under the names of the list.
 */
export function schedulesUnder(
  names: PayeeNames,
  live: readonly ScheduledTransaction[],
): readonly TableRow<ScheduledTransaction>[] {
  return live.flatMap((known) => {
    const record = withPayeeNames(known, names);
    return record === known ? [] : [{ key: known.id, record, isDeleted: false }];
  });
}

/**
 * Gives a transaction under its new name for each payee that goes by another one: a delta
 * that holds it gives the name to all others.
 *
 * @param names Names by payee id.
 * @param live The transactions.
 */
export function transactionsUnder(
  names: PayeeNames,
  live: readonly Transaction[],
): readonly TableRow<Transaction>[] {
  const differing: TableRow<Transaction>[] = [];
  const open = new Map(names);
  for (const known of live) {
    if (open.size === 0) break;
    const found = [known, ...known.subtransactions].filter((part) => isOther(part, open));
    if (found.length === 0) continue;
    for (const { payee_id: id } of found) open.delete(id ?? "");
    differing.push({ key: known.id, record: withPayeeNames(known, names), isDeleted: false });
  }
  return differing;
}

function withPayeeNames<Record extends NamedRecord>(record: Record, names: PayeeNames): Record {
  const { subtransactions } = record;
  if (subtransactions.length === 0) return named(record, names);
  const lines = subtransactions.map((line) => named(line, names));
  const isSame = lines.every((line, at) => line === subtransactions[at]);
  return named(isSame ? record : { ...record, subtransactions: lines }, names);
}

function named<Part extends NamedPart>(part: Part, names: PayeeNames): Part {
  return isOther(part, names) ? { ...part, payee_name: names.get(part.payee_id ?? "") } : part;
}

function isOther({ payee_id: id, payee_name: name }: NamedPart, names: PayeeNames): boolean {
  const told = typeof id === "string" ? names.get(id) : undefined;
  return told !== undefined && told !== name;
}
