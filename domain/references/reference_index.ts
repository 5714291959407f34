import { cleanText } from "../base/clean_text.ts";
import { SHORTEST_PREFIX } from "./id_index.ts";
import { type Referable, type ReferenceScope, resolveReference } from "./resolve_reference.ts";

/** Prepares a scope for many references by id or prefix, as rows have no names. */
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

/** Words a reference for an error. */
export function quoted(reference: string): string {
  return `"${cleanText(reference)}"`;
}
