/**
 * Turns what a handler returns into what the agent sees, field by field as the
 * output schema says: milliunits to amounts, ids to prefixes, foreign text cleaned.
 *
 * @module
 */

import { z } from "zod";
import { cleanLines, cleanText } from "../../domain/text/clean_text.ts";
import { fromMilliunits } from "../../domain/money/money.ts";
import { roundToDecimals } from "../../domain/money/money_format.ts";
import { metaOf } from "../../tools/_schema.ts";

/** What stands for a name in which nothing can be seen. */
export const NO_NAME = "(no name)";

/** How ids and amounts are shown. */
export interface Presentation {
  readonly shorten: (id: string) => string;
  /** Decimals of the plan's currency. */
  readonly decimals: number;
}

/**
 * Presents a value.
 *
 * @param value From a handler; fields that the schema does not name are dropped.
 * @returns The value as the agent sees it, nothing left out yet.
 */
export function present(
  schema: z.core.$ZodType,
  value: unknown,
  presentation: Presentation,
): unknown {
  const inner = unwrapped(schema);
  if (value === null || value === undefined) return standIn(schema);
  if (inner instanceof z.ZodObject) {
    const fields = Object.entries(inner.shape as Readonly<Record<string, z.core.$ZodType>>);
    const from = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      fields.map(([name, field]) => [name, present(field, from[name], presentation)]),
    );
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item) => present(inner.element, item, presentation));
  }
  const shown = presentField(inner, value, presentation);
  // Where a value can't be, as before a new record, it is empty rather than none.
  return shown === "" && metaOf(inner).kind !== "value" ? standIn(schema) : shown;
}

/**
 * Leaves out what says nothing: `null`, `false`, empty text, empty lists.
 *
 * @returns The lean value; `undefined` when nothing is left.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(lean({ a: 0, b: null, c: false, d: [], e: [{ f: "" }] }), { a: 0, e: [{}] });
 * ```
 */
export function lean(value: unknown): unknown {
  if (value === null || value === false || value === "") return undefined;
  if (Array.isArray(value)) {
    // A row keeps its place in its list, even one that says nothing.
    return value.length === 0 ? undefined : value.map((item) => lean(item) ?? {});
  }
  if (typeof value !== "object") return value;
  const fields = Object.entries(value)
    .map(([name, field]) => [name, lean(field)] as const)
    .filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields);
}

/** Takes `optional`, `nullable` and `default` off a schema. */
export function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault;
  return isWrapper ? unwrapped(schema.unwrap()) : schema;
}

/** A text that can't be left out says that there is nothing to see; a wrapper has no kind. */
function standIn(schema: z.core.$ZodType): string | null {
  return metaOf(schema).kind === "text" ? NO_NAME : null;
}

function presentField(
  schema: z.core.$ZodType,
  value: unknown,
  { shorten, decimals }: Presentation,
): unknown {
  switch (metaOf(schema).kind) {
    case "money":
      return fromMilliunits(value as number);
    case "estimate":
      return fromMilliunits(roundToDecimals(value as number, decimals));
    case "id":
      // An id stays as it is; what turns out to be none is text like any other.
      return cleanText(shorten(value as string));
    case "text":
      return typeof value === "string" ? cleanText(value) : value;
    case "value":
      return typeof value === "string" ? cleanLines(value) : value;
    default:
      return value;
  }
}
