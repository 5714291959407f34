import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { TableRow } from "./record_table.ts";

export type PayeeNames = ReadonlyMap<string, string>;

/** What names a payee. */
export interface NamedPart {
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
}

/** A record whose lines may name payees of their own. */
export interface NamedRecord extends NamedPart {
  readonly subtransactions: readonly NamedPart[];
}

export function payeeNamesOn(rows: readonly Transaction[]): PayeeNames {
  const names = new Map<string, string>();
  for (const { payee_id: id, payee_name: name } of partsOf(rows)) {
    if (isText(id) && isText(name)) names.set(id, name);
  }
  return names;
}

/** Gives the payees that some of the rows call otherwise, or leave without a name. */
export function payeesCalledOtherwise(
  rows: readonly Transaction[],
  names: PayeeNames,
): ReadonlySet<string> {
  const others = new Set<string>();
  for (const { payee_id: id, payee_name: name } of partsOf(rows)) {
    if (isText(id) && names.get(id) !== name) others.add(id);
  }
  return others;
}

function* partsOf(rows: readonly Transaction[]): Iterable<NamedPart> {
  for (const row of rows) {
    yield row;
    yield* row.subtransactions;
  }
}

function isText(text: string | null | undefined): text is string {
  return text !== null && text !== undefined;
}

/** Gives the schedules that show other names of their payees than the list of payees does. */
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
