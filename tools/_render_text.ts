/**
 * Writes an answer as compact text: single facts first, then tables without
 * repeated keys. It carries the same facts as the structured answer.
 *
 * The form, so that it can be read back: `name: value` pairs joined by ` | `; a
 * table begins with `name: column | column`, its rows follow, and rows below a row
 * are indented. An empty cell means absent; `yes` means true; `|` and `\` in text
 * are escaped with `\`.
 *
 * @module
 */

import { z } from "zod";
import { type MoneyFormat, writeAmount, writeMoney } from "../domain/money_format.ts";
import { unwrapped } from "./_present.ts";
import { kindOf } from "./_schema.ts";

type Fields = Readonly<Record<string, unknown>>;
type Shape = Readonly<Record<string, z.core.$ZodType>>;

const SEPARATOR = " | ";
const INDENT = "  ";

/**
 * Writes a presented answer.
 *
 * @param schema The tool's output.
 * @param answer The answer before anything was left out.
 * @param format How the plan writes money.
 * @returns Lines of text.
 */
export function renderText(schema: z.ZodObject, answer: unknown, format: MoneyFormat): string {
  const { facts, tables, last } = partsOf(schema.shape as Shape, answer as Fields, {
    format,
    prefix: "",
  });
  const lines = facts.length > 0 ? [facts.join(SEPARATOR)] : [];
  return [...lines, ...tables, ...last].join("\n");
}

interface Parts {
  readonly facts: readonly string[];
  readonly tables: readonly string[];
  /** What belongs below everything else. */
  readonly last: readonly string[];
}

/** Takes an answer apart; what a record in it holds goes by the record's name. */
function partsOf(
  shape: Shape,
  fields: Fields,
  { format, prefix }: { readonly format: MoneyFormat; readonly prefix: string },
): Parts {
  const facts: string[] = [];
  const tables: string[] = [];
  const last: string[] = [];
  for (const [name, field] of Object.entries(shape)) {
    const value = fields[name];
    if (value === null || value === undefined) continue;
    const inner = unwrapped(field);
    if (inner instanceof z.ZodArray) {
      tables.push(...renderList(`${prefix}${name}`, { inner, value, format }));
    } else if (inner instanceof z.ZodObject) {
      const within = { format, prefix: `${prefix}${name}.` };
      const parts = partsOf(inner.shape as Shape, value as Fields, within);
      facts.push(...parts.facts);
      tables.push(...parts.tables);
    } else if (name === "next_cursor") {
      last.push(`next_cursor: ${value} (more rows: repeat the call with it as cursor)`);
    } else facts.push(...renderFacts({ [name]: inner }, fields, { format, prefix }));
  }
  return { facts, tables, last };
}

function renderFacts(
  shape: Shape,
  fields: Fields,
  { format, prefix }: { readonly format: MoneyFormat; readonly prefix: string },
): readonly string[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const value = fields[name];
    const inner = unwrapped(field);
    if (isNothing(value)) return [];
    const text = kindOf(inner) === "money"
      ? writeMoney(value as number, format)
      : cell(inner, value, format);
    return [`${prefix}${name}: ${text}`];
  });
}

interface List {
  readonly inner: z.ZodArray;
  readonly value: unknown;
  readonly format: MoneyFormat;
}

function renderList(name: string, { inner, value, format }: List): readonly string[] {
  const rows = value as readonly unknown[];
  if (rows.length === 0) return [`${name}: none`];
  const element = unwrapped(inner.element);
  if (!(element instanceof z.ZodObject)) return [`${name}: ${cell(inner, rows, format)}`];
  const table = tableOf(name, element.shape as Shape, rows as readonly Fields[]);
  return [
    ...headings(table, format, ""),
    ...renderRows(table, rows as readonly Fields[], format, ""),
  ];
}

interface Column {
  /** Fields of a record within a row are columns of their own, `outer.inner`. */
  readonly name: string;
  readonly schema: z.core.$ZodType;
  readonly valueIn: (row: Fields) => unknown;
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly below: readonly Table[];
}

/** Columns are those that some row fills; lists of records become rows below. */
function tableOf(name: string, shape: Shape, rows: readonly Fields[]): Table {
  const columns: Column[] = [];
  const below: Table[] = [];
  for (const [field, schema] of Object.entries(shape)) {
    const inner = unwrapped(schema);
    const values = rows.map((row) => row[field]).filter((value) => !isNothing(value));
    if (values.length === 0) continue;
    const element = inner instanceof z.ZodArray ? unwrapped(inner.element) : null;
    if (element instanceof z.ZodObject) {
      below.push(tableOf(field, element.shape as Shape, values.flat() as readonly Fields[]));
    } else if (inner instanceof z.ZodObject) {
      const within = tableOf(field, inner.shape as Shape, values as readonly Fields[]);
      columns.push(...within.columns.map((column) => columnWithin(field, column)));
    } else columns.push({ name: field, schema: inner, valueIn: (row) => row[field] });
  }
  return { name, columns, below };
}

function columnWithin(field: string, { name, schema, valueIn }: Column): Column {
  return {
    name: `${field}.${name}`,
    schema,
    valueIn: (row) => isNothing(row[field]) ? null : valueIn(row[field] as Fields),
  };
}

function headings(table: Table, format: MoneyFormat, indent: string): readonly string[] {
  const hasMoney = table.columns.some(({ schema }) => isMoney(schema));
  const unit = hasMoney && indent === "" && format.symbol !== "" ? ` (${format.symbol})` : "";
  const names = table.columns.map(({ name }) => name).join(SEPARATOR);
  return [
    `${indent}${table.name}${unit}: ${names}`,
    ...table.below.flatMap((inner) => headings(inner, format, indent + INDENT)),
  ];
}

function renderRows(
  table: Table,
  rows: readonly Fields[],
  format: MoneyFormat,
  indent: string,
): readonly string[] {
  return rows.flatMap((row) => {
    const cells = table.columns.map(({ schema, valueIn }) => cell(schema, valueIn(row), format));
    const below = table.below.flatMap((inner) =>
      renderRows(inner, (row[inner.name] ?? []) as readonly Fields[], format, indent + INDENT)
    );
    return [(indent + cells.join(SEPARATOR)).replace(/(?: \| ?)+$/u, ""), ...below];
  });
}

function cell(schema: z.core.$ZodType, value: unknown, format: MoneyFormat): string {
  if (isNothing(value)) return "";
  if (value === true) return "yes";
  if (Array.isArray(value)) {
    const element = schema instanceof z.ZodArray ? unwrapped(schema.element) : schema;
    return value.map((item) => cell(element, item, format)).join(", ");
  }
  if (typeof value === "number") {
    return kindOf(schema) === "money" ? writeAmount(value, format) : String(value);
  }
  return String(value).replace(/[\\|]/gu, "\\$&");
}

function isMoney(schema: z.core.$ZodType): boolean {
  return kindOf(schema) === "money" ||
    (schema instanceof z.ZodArray && isMoney(unwrapped(schema.element)));
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === false || value === "" ||
    (Array.isArray(value) && value.length === 0);
}
