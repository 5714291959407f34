import { isRecord } from "../_json.ts";
import type { Kind } from "./value_kinds.ts";

type Fields = Readonly<Record<string, unknown>>;
type Check = readonly [field: string, kind: Kind];

/** A record with its fields, and the lists of further records in it. */
export interface Form {
  readonly checks: readonly Check[];
  readonly lists: Readonly<Record<string, Form>>;
  /** Whether a record named twice is refused: nothing that is kept by id would join them. */
  readonly isNamedOnce: boolean;
  /** Passes most records in less time than the checks. */
  readonly isSound: (record: Fields) => boolean;
}

/** What a part of an answer has to be. */
export type Part =
  | { readonly is: "value"; readonly kind: Kind }
  | { readonly is: "values"; readonly kind: Kind; readonly isOptional: boolean }
  | { readonly is: "record"; readonly form: Form }
  | { readonly is: "records"; readonly form: Form; readonly isOptional: boolean };

/** Makes a form of the fields that have to be of a kind, and of the lists in it. */
export function form(
  shape: Readonly<Record<string, Kind | null>>,
  lists: Form["lists"] = {},
): Form {
  const checks = Object.entries(shape).filter((check): check is [string, Kind] =>
    check[1] !== null
  );
  return { checks, lists, isNamedOnce: false, isSound: () => false };
}

/** Refuses a record named twice. */
export function once(form: Form): Form {
  return { ...form, isNamedOnce: true };
}

/** Makes a part that is a list of records. */
export function records(form: Form): Part {
  return { is: "records", form, isOptional: false };
}

/** Where a value goes wrong, such as `.amount`; empty for the value itself, `null` for nowhere. */
export function faultOf(value: unknown, part: Part): string | null {
  if (part.is === "value") return part.kind(value) ? null : "";
  if (part.is === "record") return faultIn([value], part.form);
  if (part.isOptional && value === undefined) return null;
  if (!Array.isArray(value)) return "";
  if (part.is === "values") return value.every(part.kind) ? null : "";
  return faultIn(value, part.form);
}

/** Where one of several records goes wrong. */
function faultIn(values: readonly unknown[], form: Form): string | null {
  return faultInFields(values, form) ?? faultInLists(values as readonly Fields[], form);
}

/** Where the records themselves go wrong; those that come after a fault are not looked at. */
function faultInFields(values: readonly unknown[], form: Form): string | null {
  for (const value of values) {
    if (!isRecord(value)) return "";
    const fault = form.isSound(value) ? null : wrongField(value, form);
    if (fault !== null) return `.${fault}`;
  }
  return null;
}

function faultInLists(records: readonly Fields[], form: Form): string | null {
  if (form.isNamedOnce && new Set(records.map((record) => record.id)).size < records.length) {
    return ".id";
  }
  for (const [field, inner] of Object.entries(form.lists)) {
    for (const record of records) {
      const list = record[field];
      if (!Array.isArray(list)) return `.${field}`;
      if (list.length === 0) continue;
      const fault = faultIn(list, inner);
      if (fault !== null) return `.${field}${fault}`;
    }
  }
  return null;
}

function wrongField(record: Fields, { checks }: Form): string | null {
  for (const [field, kind] of checks) if (!kind(record[field])) return field;
  return null;
}
