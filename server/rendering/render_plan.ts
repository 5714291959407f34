import { z } from "zod";
import { cleanLines, cleanText } from "../../domain/base/clean_text.ts";
import { memoized } from "../../domain/base/memoized.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import {
  formatAmount,
  formatMoney,
  type MoneyFormat,
  roundToDecimals,
  UNKNOWN_MONEY_FORMAT,
} from "../../domain/base/money_format.ts";
import type { IdIndex } from "../../domain/references/resolve_reference.ts";
import {
  type FieldKind,
  type IdUsage,
  type ListForm,
  metaOf,
  unwrapped,
} from "../../tools/_schema.ts";

/** Whether a value is omitted from answers: `null`, `false`, an empty string or an empty list. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === false || value === "" ||
    (Array.isArray(value) && value.length === 0);
}

/** Placeholder for a name without visible characters. */
export const NO_NAME = "(no name)";

export type Fields = Readonly<Record<string, unknown>>;

/** How to render a field of an answer; computed once per schema. */
export interface RenderPlan {
  readonly name: string;
  readonly kind: FieldKind | undefined;
  readonly idUsage: IdUsage;
  /** The field that names the record that this id refers to; `null` if there is none. */
  readonly namedBy: RenderPlan | null;
  readonly listForm: ListForm;
  /** Placeholder for a required text field that is empty. */
  readonly placeholder: string | null;
  /** Fields of a record; `null` for anything else. */
  readonly fields: readonly RenderPlan[] | null;
  /** Items of a list; `null` for anything else. */
  readonly element: RenderPlan | null;
  /**
   * The fields of a record and, under names such as `outer.inner`, the fields of its nested
   * records.
   */
  readonly leaves: readonly Leaf[];
}

export interface Leaf {
  readonly name: string;
  readonly field: RenderPlan;
}

export interface WrittenRecord {
  readonly data: Fields;
  /** The text of each leaf field; `null` if there is nothing to write. */
  readonly cells: readonly (string | null)[];
  /** The records of each list, including empty lists, by field name. */
  readonly lists: ReadonlyMap<string, readonly WrittenRecord[]>;
}

/** Formatting options for ids, amounts and empty values. */
export interface Presentation {
  /** Shortens ids; `null` to show them in full. */
  readonly ids: Pick<IdIndex, "shorten"> | null;
  /** The plan's money format. If the format is unknown, amounts aren't rounded. */
  readonly format: MoneyFormat;
  /** The format of amounts in an answer's text. Text for models has no thousands separators. */
  readonly textFormat: MoneyFormat;
  /** Whether a row shows a record's id. `name` is the record's name, if the row contains a name. */
  readonly isIdShown: (id: string, usage: IdUsage, name: unknown) => boolean;
  /** Whether the data omits `null`, `false`, empty strings and empty lists. */
  readonly omitsEmpty: boolean;
}

/** Returns the render plan of a schema. */
export const renderPlanOf: (schema: z.ZodObject) => RenderPlan = memoized((schema) =>
  planOf("", schema)
);

function planOf(name: string, schema: z.core.$ZodType): RenderPlan {
  const inner = unwrapped(schema);
  const { kind, idUsage = {}, listForm = {} } = metaOf(inner);
  const own = inner instanceof z.ZodObject
    ? Object.entries<z.core.$ZodType>(inner.shape).map(([field, one]) => planOf(field, one))
    : null;
  const fields = own?.map((field) => ({
    ...field,
    namedBy: own.find((other) => other.name === field.idUsage.namedBy) ?? null,
  })) ?? null;
  return {
    name,
    kind,
    idUsage,
    namedBy: null,
    listForm,
    // Optional fields get no placeholder: the check looks at the kind of the outer (optional)
    // schema, and only the schema inside it has the kind `text`.
    placeholder: metaOf(schema).kind === "text" ? NO_NAME : null,
    fields,
    element: inner instanceof z.ZodArray ? planOf("", inner.element) : null,
    leaves: (fields ?? []).flatMap((field) =>
      field.fields === null
        ? [{ name: field.name, field }]
        : field.leaves.map((leaf) => ({ ...leaf, name: `${field.name}.${leaf.name}` }))
    ),
  };
}

/** Writes an answer, or a record from one of its lists, as data and text. */
export function writeRecord(
  plan: RenderPlan,
  value: unknown,
  to: Presentation & { readonly isRow: boolean },
): WrittenRecord {
  const from = value as Fields;
  const data: Record<string, unknown> = {};
  const cells: (string | null)[] = [];
  const lists = new Map<string, readonly WrittenRecord[]>();
  for (const field of plan.fields ?? []) {
    const { name, element } = field;
    const given = from[name] ?? null;
    let shown: unknown = null;
    if (field.fields !== null) {
      const inner = given === null ? null : writeRecord(field, given, to);
      shown = inner?.data ?? null;
      cells.push(...inner?.cells ?? Array<null>(field.leaves.length).fill(null));
      for (const [list, rows] of inner?.lists ?? []) lists.set(`${name}.${list}`, rows);
    } else if (element?.fields && given !== null) {
      const row = to.isRow ? to : { ...to, isRow: true };
      const rows = (given as readonly unknown[]).map((one) => writeRecord(element, one, row));
      shown = rows.map((one) => one.data);
      cells.push(null);
      lists.set(name, rows);
    } else {
      shown = shownValue(field, given, to);
      if (Array.isArray(shown) && shown.length === 0) lists.set(name, []);
      const { namedBy } = field;
      const isHidden = to.isRow && field.kind === "id" && !(typeof shown === "string" &&
        to.isIdShown(shown, field.idUsage, namedBy && shownValue(namedBy, from[namedBy.name], to)));
      const write = to.isRow ? cellText : factText;
      cells.push(isHidden ? null : write(field, shown, to.textFormat));
    }
    if (!to.omitsEmpty || !isNothing(shown)) data[name] = shown;
  }
  return { data, cells, lists };
}

/** Returns the raw value of a field that isn't a record. */
function shownValue(plan: RenderPlan, value: unknown, to: Presentation): unknown {
  const { element, placeholder } = plan;
  if (value === null || value === undefined) return placeholder;
  if (element !== null && Array.isArray(value)) {
    return value.map((item) => shownValue(element, item, to));
  }
  switch (plan.kind) {
    case "money":
      return roundedAmount(value as number, to.format);
    case "estimate":
      return fromMilliunits(roundToDecimals(value as number, to.format.decimals));
    case "id": {
      // If the value isn't an id, treat it as text.
      const id = value as string;
      return cleanText(to.ids === null ? id : to.ids.shorten(id)) || placeholder;
    }
    case "value":
      // This text may be empty: a new record, for example, has no previous value.
      if (typeof value === "number") return roundedAmount(Math.round(value * 1000), to.format);
      return typeof value === "string" ? cleanLines(value) : value;
    case "text":
      return typeof value === "string" ? cleanText(value) || placeholder : value;
    default:
      return value === "" ? placeholder : value;
  }
}

function roundedAmount(milliunits: number, format: MoneyFormat): number {
  const decimals = format === UNKNOWN_MONEY_FORMAT ? 3 : format.decimals;
  return fromMilliunits(roundToDecimals(milliunits, decimals));
}

export function holdsMoney({ kind, element }: RenderPlan): boolean {
  return kind === "money" || kind === "estimate" || (element !== null && holdsMoney(element));
}

/**
 * Writes a value as a table cell: `|`, `\` and line breaks are escaped. List items are joined with
 * `,`, or with `; ` if any item has characters other than letters, digits, `_` and `-`. Returns
 * `null` if there is nothing to write.
 */
export function cellText(plan: RenderPlan, value: unknown, format: MoneyFormat): string | null {
  if (plan.kind === "value") return changedValue(value, format);
  if (isNothing(value)) return null;
  if (value === true) return "yes";
  if (Array.isArray(value)) {
    const items = value.map((item) => cellText(plan.element ?? plan, item, format) ?? "");
    const isText = value.some((item, at) =>
      typeof item === "string" ? /[^\w-]/u.test(item) : items[at]?.includes(",")
    );
    return isText ? items.map((item) => item.replaceAll(";", "\\;")).join("; ") : items.join(",");
  }
  if (typeof value === "number") {
    return holdsMoney(plan) ? formatAmount(value, format) : String(value);
  }
  return String(value).replace(/[\\|]/gu, "\\$&");
}

/** Writes a value that isn't in a table. Amounts have the currency's symbol. */
function factText(plan: RenderPlan, value: unknown, format: MoneyFormat): string | null {
  const isMoney = plan.kind === "money" || plan.kind === "estimate";
  return isMoney && value !== null
    ? formatMoney(value as number, format)
    : cellText(plan, value, format);
}

/** Writes the old or new value of a changed field; a missing value is written as `(none)`. */
function changedValue(value: unknown, format: MoneyFormat): string | null {
  if (value === "") return null;
  if (value === null || value === undefined) return "(none)";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return formatMoney(value, format);
  return String(value).replace(/[\\|]/gu, "\\$&").replaceAll("\n", "\\n");
}
