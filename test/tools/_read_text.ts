import { z } from "zod";
import { metaOf, unwrapped } from "../../tools/_schema.ts";

type Fields = Record<string, unknown>;
type Schema = z.core.$ZodType;

const INDENT = "  ";
const NAMED = /^([a-z_.0-9]+)(?: \([^)]*\))?: (.*)$/su;

/** Parses a response's text into structured data. */
export function readText(schema: z.ZodObject, text: string): Fields {
  const answer: Fields = {};
  const lines = text.split("\n");
  let shared: readonly (readonly [string, string])[] = [];
  while (lines.length > 0) {
    const line = lines.shift() ?? "";
    const [, name = "", rest = ""] = NAMED.exec(line) ?? [];
    const field = fieldAt(schema, name);
    if (name.startsWith("all.")) {
      shared = factsIn(line).map(([path, value]) => [path.slice("all.".length), value]);
    } else if (name === "next_cursor") {
      put(answer, name, rest.replace(/ \(for more rows, .*\)$/u, ""));
    } else if (field instanceof z.ZodArray && rest === "none") put(answer, name, undefined);
    else if (field instanceof z.ZodArray && unwrapped(field.element) instanceof z.ZodObject) {
      put(answer, name, tableIn(field, { columns: rest.split("|"), shared, lines }));
      shared = [];
    } else if (field instanceof z.ZodArray) put(answer, name, valueIn(field, rest));
    else {
      for (const [path, value] of factsIn(line)) {
        put(answer, path, valueIn(fieldAt(schema, path), value));
      }
    }
  }
  return answer;
}

interface TableSource {
  readonly columns: readonly string[];
  readonly shared: readonly (readonly [string, string])[];
  /** Lines of the text that haven't been parsed yet. */
  readonly lines: string[];
}

function tableIn(list: z.ZodArray, { columns, shared, lines }: TableSource): readonly Fields[] {
  const element = unwrapped(list.element) as z.ZodObject;
  const inner = innerHeading(element, lines);
  const { groupBy } = metaOf(list).listForm ?? {};
  const rows: Fields[] = [];
  let reported: readonly (readonly [string, string])[] = [];
  for (;;) {
    const [line] = lines;
    if (line !== undefined && groupBy !== undefined && line.startsWith(`${groupBy}: `)) {
      reported = [[groupBy, line.slice(`${groupBy}: `.length)]];
      lines.shift();
      continue;
    }
    if (line === undefined || isHeading(line, element)) return rows;
    lines.shift();
    if (line.startsWith(INDENT) && inner !== null) {
      const row = rowIn(inner.element, inner.columns, line.slice(INDENT.length));
      const last = rows.at(-1) ?? {};
      last[inner.name] = [...(last[inner.name] ?? []) as readonly Fields[], row];
    } else {
      const row = rowIn(element, columns, line);
      for (const [path, value] of [...shared, ...reported]) {
        put(row, path, valueIn(fieldAt(element, path), value));
      }
      rows.push(row);
    }
  }
}

/**
 * Whether a line has an unescaped colon. Such a line isn't a row, because rows escape their
 * colons.
 */
function isHeading(line: string, element: z.ZodObject): boolean {
  const [, name] = NAMED.exec(line) ?? [];
  return name !== undefined && !(name in element.shape && line.startsWith(INDENT));
}

interface InnerTable {
  readonly name: string;
  readonly element: z.ZodObject;
  readonly columns: readonly string[];
}

function innerHeading(element: z.ZodObject, lines: string[]): InnerTable | null {
  const [line = ""] = lines;
  const [, name = "", rest = ""] = NAMED.exec(line.slice(INDENT.length)) ?? [];
  const field = fieldAt(element, name);
  if (!line.startsWith(INDENT) || !(field instanceof z.ZodArray)) return null;
  lines.shift();
  return { name, element: unwrapped(field.element) as z.ZodObject, columns: rest.split("|") };
}

function rowIn(element: z.ZodObject, columns: readonly string[], line: string): Fields {
  const row: Fields = {};
  split(line, "|").forEach((cell, at) => {
    const path = columns[at] ?? "";
    const value = cell === "" ? undefined : valueIn(fieldAt(element, path), cell);
    put(row, path, value);
  });
  return row;
}

function factsIn(line: string): readonly (readonly [string, string])[] {
  return split(line, " | ").map((fact) => {
    const colon = fact.indexOf(": ");
    return [fact.slice(0, colon), fact.slice(colon + 2)] as const;
  });
}

function valueIn(schema: Schema | null, text: string): unknown {
  if (schema === null) throw new Error(`The response has no such fact: ${text}`);
  if (schema instanceof z.ZodArray) {
    const element = unwrapped(schema.element);
    const isText = !(element instanceof z.ZodNumber) && /[^\w,-]/u.test(text);
    return split(text, isText ? "; " : ",").map((item) => valueIn(element, item));
  }
  if (schema instanceof z.ZodBoolean) return text === "yes";
  if (schema instanceof z.ZodNumber) return Number(text.replace(/[^\d.-]/gu, ""));
  const plain = text.replace(/\\(.)/gsu, (_, next: string) => next === "n" ? "\n" : next);
  if (metaOf(schema).kind !== "value") return plain;
  // The text contains old and new values even if the structured data omits them.
  if (text === "(none)" || text === "no") return undefined;
  return /^-?\$\d+\.\d{2,3}$/u.test(plain) ? Number(plain.replace("$", "")) : plain;
}

/** Splits at unescaped separators. */
function split(text: string, separator: string): readonly string[] {
  const parts = [""];
  for (let at = 0; at < text.length;) {
    if (text.startsWith(separator, at)) {
      parts.push("");
      at += separator.length;
      continue;
    }
    const length = text[at] === "\\" ? 2 : 1;
    parts.push((parts.pop() ?? "") + text.slice(at, at + length));
    at += length;
  }
  return parts;
}

function fieldAt(schema: z.ZodObject, path: string): Schema | null {
  let field: Schema = schema;
  for (const name of path.split(".")) {
    const shape = field instanceof z.ZodObject ? field.shape as Record<string, Schema> : {};
    const next = shape[name];
    if (next === undefined) return null;
    field = unwrapped(next);
  }
  return field;
}

function put(into: Fields, path: string, value: unknown): void {
  if (value === undefined) return;
  const [name = "", ...rest] = path.split(".");
  if (rest.length === 0) into[name] = value;
  else {
    const inner = (into[name] ?? {}) as Fields;
    put(inner, rest.join("."), value);
    into[name] = inner;
  }
}

/** An id that the text omits, and the name that identifies the record in the text. */
export interface LeftOut {
  readonly path: string;
  readonly id: string;
  /** The record's name in the text, or `null` if no field of the response names the record. */
  readonly name: string | null;
}

/** Removes from structured data the ids that the response's text omits. */
export function withoutLeftOut(
  schema: z.ZodObject,
  structured: unknown,
  text: unknown,
): { readonly rest: unknown; readonly leftOut: readonly LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const strip = (field: Schema, value: unknown, read: unknown, path: string): unknown => {
    if (field instanceof z.ZodArray && Array.isArray(value)) {
      const element = unwrapped(field.element);
      const rows = read as readonly unknown[] | undefined;
      return value.map((item, at) => strip(element, item, rows?.[at], `${path}[]`));
    }
    if (!(field instanceof z.ZodObject) || typeof value !== "object" || value === null) {
      return value;
    }
    const shape = field.shape as Record<string, Schema>;
    const from = value as Fields;
    const entries = Object.entries(from).flatMap(([name, inner]) => {
      const kind = unwrapped(shape[name] ?? field);
      const wasRead = (read as Fields | undefined)?.[name];
      const { kind: held, idUsage: use = {} } = metaOf(kind);
      const isUseful = held !== "id" || Object.keys(use).length === 0;
      if (isUseful || wasRead !== undefined) {
        return [[name, strip(kind, inner, wasRead, `${path}.${name}`)] as const];
      }
      const named = use.namedBy === undefined ? null : String(from[use.namedBy]);
      leftOut.push({ path: `${path}.${name}`, id: String(inner), name: named });
      return [];
    });
    return Object.fromEntries(entries);
  };
  return { rest: strip(schema, structured, text, ""), leftOut };
}
