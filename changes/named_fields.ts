import type { Fields } from "./change.ts";

/** Gives the field that holds the name beside an id. */
export function nameField(field: string): string | null {
  return field.endsWith("_id") ? field.replace(/_id$/u, "_name") : null;
}

/** Tells whether a field is but the name beside an id. */
export function isNameOf(field: string, fields: Fields): boolean {
  return field.endsWith("_name") && field.replace(/_name$/u, "_id") in fields;
}

/**
 * Tells whether another field tells people what a field holds: the id beside a name does, and
 * the payee of a transfer its account.
 */
export function isToldByOther(field: string, fields: Fields): boolean {
  return isNameOf(field, fields) || field === "transfer_account_id" && "payee_id" in fields;
}

/** Leaves the names beside ids out. */
export function withoutNames(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isNameOf(name, fields)));
}
