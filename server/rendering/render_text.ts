import { z } from "zod";
import { formatMoney } from "../../domain/base/money_format.ts";
import { unwrapped } from "./present.ts";
import { isMoney, metaOf } from "../../tools/_schema.ts";
import { cell, isNothing } from "./text_cell.ts";
import { FACT_SEPARATOR, tableText, type TextOptions } from "./text_table.ts";

type Fields = Readonly<Record<string, unknown>>;
type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** Writes a presented answer. */
export function renderText(schema: z.ZodObject, answer: unknown, options: TextOptions): string {
  const source = { fields: answer as Fields, options, prefix: "" };
  const { facts, lists, tables, last } = partsOf(schema.shape as Shape, source);
  const first = facts.length > 0 ? [facts.join(FACT_SEPARATOR)] : [];
  return [...first, ...lists, ...tables, ...last].join("\n");
}

interface Parts {
  readonly facts: string[];
  /** Lists of plain values: a line each. */
  readonly lists: string[];
  readonly tables: string[];
  /** What belongs below everything else. */
  readonly last: string[];
}

interface Source {
  readonly fields: Fields;
  readonly options: TextOptions;
  /** What a record in the answer holds goes by the record's name. */
  readonly prefix: string;
}

/** Takes an answer apart. */
function partsOf(shape: Shape, { fields, options, prefix }: Source): Parts {
  const parts: Parts = { facts: [], lists: [], tables: [], last: [] };
  for (const [field, schema] of Object.entries(shape)) {
    const value = fields[field];
    if (value === null || value === undefined) continue;
    const inner = unwrapped(schema);
    const name = `${prefix}${field}`;
    if (inner instanceof z.ZodArray) takeList(parts, name, { inner, value, options });
    else if (inner instanceof z.ZodObject) {
      const within = { fields: value as Fields, options, prefix: `${name}.` };
      const { facts, lists, tables } = partsOf(inner.shape as Shape, within);
      parts.facts.push(...facts);
      parts.lists.push(...lists);
      parts.tables.push(...tables);
    } else if (name === "next_cursor") {
      parts.last.push(`next_cursor: ${value} (more rows: repeat with it as cursor)`);
    } else if (!isNothing(value)) parts.facts.push(`${name}: ${fact(inner, value, options)}`);
  }
  return parts;
}

function fact(schema: z.core.$ZodType, value: unknown, { format }: TextOptions): string {
  return isMoney(schema) ? formatMoney(value as number, format) : cell(schema, value, format);
}

interface List {
  readonly inner: z.ZodArray;
  readonly value: unknown;
  readonly options: TextOptions;
}

function takeList(parts: Parts, name: string, { inner, value, options }: List): void {
  const rows = value as readonly Fields[];
  if (rows.length === 0) {
    if (metaOf(inner).listForm?.isQuiet !== true) parts.tables.push(`${name}: none`);
  } else if (unwrapped(inner.element) instanceof z.ZodObject) {
    parts.tables.push(...tableText(name, { schema: inner, rows }, options));
  } else parts.lists.push(`${name}: ${cell(inner, rows, options.format)}`);
}
