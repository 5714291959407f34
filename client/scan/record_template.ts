/**
 * What a record of a transaction looks like: its fields in their order, as the bytes that stand
 * before each value. All records of an answer are written alike, so that one tells of the others.
 *
 * @module
 */

import { type Literal, literalOf } from "./literal.ts";
import type { Transaction } from "../wire/transaction.ts";

/** How a field is read. */
export type FieldKind =
  | "id"
  | "day"
  | "amount"
  | "approved"
  | "deleted"
  | "lines"
  /** An amount as it is shown. */
  | "shown"
  /** Looked at, and not kept. */
  | "passed"
  | "text"
  | "textOrNone"
  | "reference"
  | "referenceOrNone"
  | "anything";

/** Every field that we know; what `answers/record_shapes.ts` lets pass. */
const KINDS: { readonly [Field in keyof Required<Transaction>]: FieldKind } = {
  id: "id",
  date: "day",
  amount: "amount",
  memo: "textOrNone",
  cleared: "text",
  approved: "approved",
  flag_color: "textOrNone",
  flag_name: "textOrNone",
  account_id: "reference",
  account_name: "text",
  payee_id: "referenceOrNone",
  payee_name: "textOrNone",
  category_id: "referenceOrNone",
  category_name: "textOrNone",
  transfer_account_id: "referenceOrNone",
  transfer_transaction_id: "referenceOrNone",
  matched_transaction_id: "referenceOrNone",
  import_id: "textOrNone",
  import_payee_name: "textOrNone",
  import_payee_name_original: "textOrNone",
  debt_transaction_type: "textOrNone",
  deleted: "deleted",
  amount_formatted: "shown",
  amount_currency: "passed",
  subtransactions: "lines",
};

/** Without these a record is refused. */
const NEEDED: readonly (keyof Transaction)[] = [
  "id",
  "date",
  "amount",
  "cleared",
  "approved",
  "account_id",
  "account_name",
  "deleted",
  "subtransactions",
];

/** Names, and the ids that they go with. */
const LEADERS: Readonly<Record<string, string>> = {
  account_name: "account_id",
  payee_name: "payee_id",
  category_name: "category_id",
};

/** Fields that mostly have no value, if the first of them has none; one of them tells of all. */
const TOGETHER: readonly (readonly (keyof Transaction)[])[] = [
  ["flag_color", "flag_name"],
  ["transfer_account_id", "transfer_transaction_id", "matched_transaction_id"],
  ["import_id", "import_payee_name", "import_payee_name_original"],
  ["debt_transaction_type", "deleted"],
];

/** Fields without a value, one behind the other. */
export interface FieldsTogether {
  /** How all of them are written. */
  readonly written: Literal;
  readonly count: number;
}

/** A field of the template. */
export interface TemplateField {
  readonly name: string;
  readonly kind: FieldKind;
  /** What stands before the value, such as `,"memo":`. */
  readonly before: Literal;
  /** This field and those behind it that mostly have no value all together. */
  readonly together: FieldsTogether | null;
  /** The field before it that tells most likely what its value is. */
  readonly leader: string | null;
}

/**
 * Makes the template of records that have the same fields as another.
 *
 * @param names The fields of a record, in their order.
 * @returns Its fields; `null` where some are missing that each record has to have.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(templateOf(["id", "memo"]), null);
 * ```
 */
export function templateOf(names: readonly string[]): readonly TemplateField[] | null {
  if (!NEEDED.every((name) => names.includes(name))) return null;
  return names.map((name, at) => {
    const leader = LEADERS[name];
    const isLed = leader !== undefined && names.indexOf(leader) >= 0 && names.indexOf(leader) < at;
    return {
      name,
      kind: kindOf(name),
      before: literalOf(writtenBefore(names, at)),
      together: togetherFrom(names, at),
      leader: isLed ? leader : null,
    };
  });
}

function kindOf(name: string): FieldKind {
  return Object.hasOwn(KINDS, name) ? KINDS[name as keyof Transaction] : "anything";
}

function writtenBefore(names: readonly string[], at: number): string {
  return `${at === 0 ? "{" : ","}${JSON.stringify(names[at])}:`;
}

function togetherFrom(names: readonly string[], at: number): FieldsTogether | null {
  const fields = TOGETHER.find((some) => some.every((name, nth) => names[at + nth] === name));
  if (fields === undefined) return null;
  const written = fields.map((name, nth) =>
    writtenBefore(names, at + nth) + (kindOf(name) === "deleted" ? "false" : "null")
  );
  return { written: literalOf(written.join("")), count: fields.length };
}
