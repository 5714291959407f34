import { z } from "zod";
import { cleanLines, cleanText } from "../../domain/base/clean_text.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import {
  type MoneyFormat,
  roundToDecimals,
  UNKNOWN_MONEY_FORMAT,
} from "../../domain/base/money_format.ts";
import { type FieldKind, metaOf } from "../../tools/_schema.ts";

/** What stands for a name in which nothing can be seen. */
export const NO_NAME = "(no name)";

/** How ids and amounts are shown. */
export interface Presentation {
  readonly shorten: (id: string) => string;
  /** How the plan writes money; amounts that upstream has are not rounded while it is not known. */
  readonly format: MoneyFormat;
}

/** Presents a value. */
export function present(
  schema: z.core.$ZodType,
  value: unknown,
  presentation: Presentation,
): unknown {
  const form = formOf(schema);
  if (value === null || value === undefined) return form.standIn;
  if (form.fields !== null) {
    const from = value as Readonly<Record<string, unknown>>;
    const shown: Record<string, unknown> = {};
    for (const [name, field] of form.fields) shown[name] = present(field, from[name], presentation);
    return shown;
  }
  const { element } = form;
  if (element !== null && Array.isArray(value)) {
    return value.map((item) => present(element, item, presentation));
  }
  const shown = presentField(form.kind, value, presentation);
  // Where a value can't be, as before a new record, it is empty rather than none.
  return shown === "" && form.kind !== "value" ? form.standIn : shown;
}

/** Leaves out what says nothing: `null`, `false`, empty text, empty lists. */
export function lean(value: unknown): unknown {
  if (value === null || value === false || value === "") return undefined;
  if (Array.isArray(value)) {
    // A row keeps its place in its list, even one that says nothing.
    return value.length === 0 ? undefined : value.map((item) => lean(item) ?? {});
  }
  if (typeof value !== "object") return value;
  const told: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const leaner = lean(field);
    if (leaner !== undefined) told[name] = leaner;
  }
  return told;
}

/** Takes `optional`, `nullable` and `default` off a schema. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}

/** What a schema says of the values that it stands for, worked out once. */
interface Form {
  readonly kind: FieldKind | undefined;
  /** Stands in for a value that is not there: a text that can't be left out says so. */
  readonly standIn: string | null;
  readonly fields: readonly (readonly [name: string, schema: z.core.$ZodType])[] | null;
  readonly element: z.core.$ZodType | null;
}

const forms = new WeakMap<z.core.$ZodType, Form>();

function formOf(schema: z.core.$ZodType): Form {
  const known = forms.get(schema);
  if (known !== undefined) return known;
  const inner = unwrapped(schema);
  const shape = inner instanceof z.ZodObject ? inner.shape : null;
  const form: Form = {
    kind: metaOf(inner).kind,
    // A wrapper has no kind.
    standIn: metaOf(schema).kind === "text" ? NO_NAME : null,
    fields: shape && Object.entries(shape as Readonly<Record<string, z.core.$ZodType>>),
    element: inner instanceof z.ZodArray ? inner.element : null,
  };
  forms.set(schema, form);
  return form;
}

function presentField(
  kind: FieldKind | undefined,
  value: unknown,
  { shorten, format }: Presentation,
): unknown {
  switch (kind) {
    case "money":
      return roundedAmount(value as number, format);
    case "estimate":
      return fromMilliunits(roundToDecimals(value as number, format.decimals));
    case "id":
      // An id stays as it is; what turns out to be none is text like any other.
      return cleanText(shorten(value as string));
    case "text":
      return typeof value === "string" ? cleanText(value) : value;
    case "value":
      if (typeof value === "number") return roundedAmount(Math.round(value * 1000), format);
      return typeof value === "string" ? cleanLines(value) : value;
    default:
      return value;
  }
}

function roundedAmount(milliunits: number, format: MoneyFormat): number {
  const decimals = format === UNKNOWN_MONEY_FORMAT ? 3 : format.decimals;
  return fromMilliunits(roundToDecimals(milliunits, decimals));
}
