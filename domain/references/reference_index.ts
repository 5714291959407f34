/**
 * Finds many records by their references without looking through all of them each
 * time.
 *
 * @module
 */

import { cleanText } from "../base/clean_text.ts";
import { SHORTEST_PREFIX } from "./id_index.ts";
import { type Referable, type ReferenceScope, resolveReference } from "./resolve_reference.ts";

/**
 * Prepares a scope for many references by id or prefix, as rows have no names.
 *
 * @param scope Where to look.
 * @returns Resolves one reference as {@linkcode resolveReference} does.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const records = [{ id: "0a1b2c3d-0000-4000-8000-000000000001" }];
 * const find = referenceIndex({ noun: "transaction", records, hint: "find_transactions shows them" });
 * assertEquals(find("0a1b2c3d"), records[0]);
 * ```
 */
export function referenceIndex<Record extends Referable>(
  scope: ReferenceScope<Record>,
): (reference: string) => Record {
  const byPrefix = new Map<string, Record[]>();
  for (const record of scope.records) {
    const prefix = record.id.slice(0, SHORTEST_PREFIX).toLowerCase();
    const known = byPrefix.get(prefix);
    if (known === undefined) byPrefix.set(prefix, [record]);
    else known.push(record);
  }
  return (reference) => {
    const prefix = reference.trim().slice(0, SHORTEST_PREFIX).toLowerCase();
    return resolveReference(reference, { ...scope, records: byPrefix.get(prefix) ?? [] });
  };
}

/**
 * Words a reference for an error.
 *
 * @param reference As it was given.
 * @returns It in quotes, harmless to show.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(quoted("a\nb"), '"a b"');
 * ```
 */
export function quoted(reference: string): string {
  return `"${cleanText(reference)}"`;
}
