/**
 * Fields of a target that hold an id, and beside them the name of what it stands for: the
 * name is for people, and only the id is sent.
 *
 * @module
 */

import type { Fields } from "./change.ts";

/**
 * Gives the field that holds the name beside an id.
 *
 * @param field Such as `payee_id`.
 * @returns Such as `payee_name`; `null` for a field that holds no id.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([nameField("payee_id"), nameField("memo")], ["payee_name", null]);
 * ```
 */
export function nameField(field: string): string | null {
  return field.endsWith("_id") ? field.replace(/_id$/u, "_name") : null;
}

/**
 * Tells whether a field is but the name beside an id.
 *
 * @param field Such as `payee_name`.
 * @param fields All fields.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const fields = { payee_id: "p", payee_name: "Shop", name: "x" };
 * assertEquals([isNameOf("payee_name", fields), isNameOf("name", fields)], [true, false]);
 * ```
 */
export function isNameOf(field: string, fields: Fields): boolean {
  return field.endsWith("_name") && field.replace(/_name$/u, "_id") in fields;
}

/**
 * Tells whether another field tells people what a field holds: the id beside a name does, and
 * the payee of a transfer its account.
 *
 * @param field Such as `transfer_account_id`.
 * @param fields All fields.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const fields = { payee_id: "p", transfer_account_id: "a", memo: "x" };
 * assertEquals(
 *   Object.keys(fields).filter((field) => isToldByOther(field, fields)),
 *   ["transfer_account_id"],
 * );
 * ```
 */
export function isToldByOther(field: string, fields: Fields): boolean {
  return isNameOf(field, fields) || field === "transfer_account_id" && "payee_id" in fields;
}

/**
 * Leaves the names beside ids out.
 *
 * @param fields Fields of a record.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(withoutNames({ payee_id: "p", payee_name: "Shop" }), { payee_id: "p" });
 * assertEquals(withoutNames({ payee_name: "Shop" }), { payee_name: "Shop" });
 * ```
 */
export function withoutNames(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isNameOf(name, fields)));
}
