import type { Fields, FieldValue } from "./change.ts";

/**
 * Tells whether a field has the value that was asked for. Upstream writes "no value"
 * as `null`, as nothing or, for flags, as empty text.
 */
export function isSameValue(wanted: FieldValue | undefined, found: unknown): boolean {
  return wanted === found || (isNothing(wanted) && isNothing(found));
}

/** Tells whether a record has all the values that are wanted. */
export function holds(wanted: Fields | null, record: object | null): boolean {
  if (wanted === null || record === null) return wanted === record;
  const fields = record as Readonly<Record<string, unknown>>;
  return Object.entries(wanted).every(([name, value]) => isSameValue(value, fields[name]));
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}
