/**
 * Keeps payee names current. Renaming a payee upstream does not change its old rows
 * in a delta: the name that came last wins for all of them.
 *
 * @module
 */

import type { Transaction } from "../../client/wire/transaction.ts";

/** Names by payee id. */
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

/**
 * Gives the names that rows bring.
 *
 * @param rows Live rows in the order in which they came.
 * @returns The last name of each payee on them and on their lines.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(payeeNamesOn([]).size, 0);
 * ```
 */
export function payeeNamesOn(rows: readonly Transaction[]): PayeeNames {
  const names = new Map<string, string>();
  for (const { payee_id: id, payee_name: name } of partsOf(rows)) {
    if (isText(id) && isText(name)) names.set(id, name);
  }
  return names;
}

/**
 * Gives the payees that some of the rows call otherwise, or leave without a name.
 *
 * @param rows Live rows.
 * @param names What their payees are called.
 * @returns Their ids.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([...payeesCalledOtherwise([], new Map([["p", "Market"]]))], []);
 * ```
 */
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
