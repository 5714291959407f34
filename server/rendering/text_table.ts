import { z } from "zod";
import type { MoneyFormat } from "../../domain/base/money_format.ts";
import { unwrapped } from "./present.ts";
import { type IdUsage, isMoney, metaOf } from "../../tools/_schema.ts";
import { cell, isNothing } from "./text_cell.ts";

type Fields = Readonly<Record<string, unknown>>;
type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** What the writing of an answer depends on besides the answer. */
export interface TextOptions {
  readonly format: MoneyFormat;
  /** Whether an id is worth its place; `name` is what the record goes by beside it. */
  readonly isIdShown: (id: string, use: IdUsage, name: unknown) => boolean;
}

/** Between two facts of a line. */
export const FACT_SEPARATOR = " | ";
const BAR = "|";
const INDENT = "  ";
/** Rows from which a value that all of them share is told once. */
const FEWEST_SHARING = 3;

/** Writes a table: what all rows share, the columns that some row fills, the rows. */
export function tableText(
  name: string,
  { schema, rows }: { readonly schema: z.ZodArray; readonly rows: readonly Fields[] },
  options: TextOptions,
): readonly string[] {
  const element = unwrapped(schema.element) as z.ZodObject;
  const table = tableOf(name, element.shape as Shape, { rows, options });
  const { toldOnce } = metaOf(schema).listForm ?? {};
  const written = writtenRows(table, rows, options);
  const shared = sharedColumns(table, written);
  const once = table.columns.findIndex(({ name }, at) => name === toldOnce && !shared.includes(at));
  const isOwn = (_: unknown, at: number): boolean => at !== once && !shared.includes(at);
  const own = { ...table, columns: table.columns.filter(isOwn) };
  const facts = shared.map((at) => `all.${table.columns[at]?.name}: ${written[0]?.cells[at]}`);
  return [
    ...(facts.length === 0 ? [] : [facts.join(FACT_SEPARATOR)]),
    ...headings(own, unitOf(table, options.format), ""),
    ...written.flatMap(({ cells, below }, at) => [
      ...(cells[once] === written[at - 1]?.cells[once] ? [] : [`${toldOnce}: ${cells[once]}`]),
      line(cells.filter(isOwn), ""),
      ...below,
    ]),
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

interface WrittenRow {
  readonly cells: readonly string[];
  /** Rows below the row, such as the lines of a split. */
  readonly below: readonly string[];
}

interface TableSource {
  readonly rows: readonly Fields[];
  readonly options: TextOptions;
}

/**
 * Columns are those that some row fills, ids that only some rows need at the end;
 * lists of records become rows below.
 */
function tableOf(name: string, shape: Shape, { rows, options }: TableSource): Table {
  const columns: Column[] = [];
  const ids: Column[] = [];
  const below: Table[] = [];
  for (const [field, schema] of Object.entries(shape)) {
    const inner = unwrapped(schema);
    const valueIn = valueReader(field, inner, options);
    const isTold = (value: unknown): boolean =>
      metaOf(inner).kind === "value" ? value !== "" : !isNothing(value);
    const values = rows.map(valueIn).filter(isTold);
    if (values.length === 0) continue;
    const element = inner instanceof z.ZodArray ? unwrapped(inner.element) : null;
    if (element instanceof z.ZodObject) {
      const inside = { rows: values.flat() as readonly Fields[], options };
      below.push(tableOf(field, element.shape as Shape, inside));
    } else if (inner instanceof z.ZodObject) {
      const inside = { rows: values as readonly Fields[], options };
      const within = tableOf(field, inner.shape as Shape, inside);
      columns.push(...within.columns.map((column) => columnWithin(field, column)));
    } else {
      const isSpare = metaOf(inner).kind === "id" && values.length < rows.length;
      (isSpare ? ids : columns).push({ name: field, schema: inner, valueIn });
    }
  }
  return { name, columns: [...columns, ...ids], below };
}

/** Reads a field; an id that is not worth its place counts as absent. */
function valueReader(
  field: string,
  schema: z.core.$ZodType,
  { isIdShown }: TextOptions,
): (row: Fields) => unknown {
  const { kind, idUsage: use = {} } = metaOf(schema);
  if (kind !== "id") return (row) => row[field];
  return (row) => {
    const id = row[field];
    if (typeof id !== "string") return null;
    return isIdShown(id, use, use.namedBy === undefined ? null : row[use.namedBy]) ? id : null;
  };
}

function columnWithin(field: string, { name, schema, valueIn }: Column): Column {
  return {
    name: `${field}.${name}`,
    schema,
    valueIn: (row) => isNothing(row[field]) ? null : valueIn(row[field] as Fields),
  };
}

function writtenRows(
  table: Table,
  rows: readonly Fields[],
  options: TextOptions,
): readonly WrittenRow[] {
  return rows.map((row) => ({
    cells: table.columns.map(({ schema, valueIn }) => cell(schema, valueIn(row), options.format)),
    below: table.below.flatMap((inner) =>
      rowsBelow(inner, (row[inner.name] ?? []) as readonly Fields[], options)
    ),
  }));
}

function rowsBelow(
  table: Table,
  rows: readonly Fields[],
  options: TextOptions,
): readonly string[] {
  return writtenRows(table, rows, options).flatMap(({ cells, below }) => [
    line(cells, INDENT),
    ...below.map((text) => INDENT + text),
  ]);
}

/** Columns in which every row says the same, which is told once instead. */
function sharedColumns({ columns }: Table, rows: readonly WrittenRow[]): readonly number[] {
  if (rows.length < FEWEST_SHARING) return [];
  const shared = columns.map((_, at) => at).filter((at) => {
    const value = rows[0]?.cells[at];
    return value !== "" && rows.every(({ cells }) => cells[at] === value);
  });
  // A row needs a column of its own to be seen.
  return shared.length === columns.length ? shared.slice(1) : shared;
}

function headings(table: Table, unit: string, indent: string): readonly string[] {
  const names = table.columns.map(({ name }) => name).join(BAR);
  return [
    `${indent}${table.name}${unit}: ${names}`,
    ...table.below.flatMap((inner) => headings(inner, "", indent + INDENT)),
  ];
}

function unitOf({ columns }: Table, { symbol }: MoneyFormat): string {
  return symbol !== "" && columns.some(({ schema }) => holdsMoney(schema)) ? ` (${symbol})` : "";
}

function holdsMoney(schema: z.core.$ZodType): boolean {
  return isMoney(schema) ||
    (schema instanceof z.ZodArray && holdsMoney(unwrapped(schema.element)));
}

function line(cells: readonly string[], indent: string): string {
  const text = cells.slice(0, cells.findLastIndex((one) => one !== "") + 1).join(BAR);
  // A name that a stranger chose must not begin like a heading or a fact of ours.
  return indent + text.replace(/^([a-z_.]+(?: \([^)]*\))?):/u, "$1\\:");
}
