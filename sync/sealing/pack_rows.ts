/**
 * Packs a part of a collection into few bytes, column by column: a value that many
 * records share is written once, and unpacking parses little text.
 *
 * @module
 */

import type { StoredPart } from "../store.ts";
import type { OpenedPart, PackedPart } from "./part_codec.ts";
import type { Bytes } from "./sealer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Lists of numbers that stand behind the head. */
const LISTS = { int: Int32Array, real: Float64Array, few: Uint8Array, many: Uint16Array } as const;
type ListKind = keyof typeof LISTS;
type NumberList = InstanceType<(typeof LISTS)[ListKind]>;

/** How the values of one field are written. */
type Column =
  /** The same value in all records. */
  | readonly [name: string, kind: "same", value: unknown]
  /** One value per record. */
  | readonly [name: string, kind: "each", values: readonly unknown[]]
  /** A number per record, in a list. */
  | readonly [name: string, kind: "int" | "real"]
  /** Different values; which record has which is in a list. */
  | readonly [name: string, kind: "few" | "many", values: readonly unknown[]];

interface Head {
  readonly part: string;
  readonly count: number;
  readonly columns: readonly Column[];
  /** Keys of the records; absent where each is the record's `id`. */
  readonly keys?: readonly string[];
}

/** Records whose fields differ are written as they are. */
interface PlainHead {
  readonly plain: StoredPart;
}

/** Lists begin at multiples of this, in bytes. */
const ALIGNMENT = 8;
const FEW = 0x100;
const MANY = 0x1_0000;
/** Above this share of different values a list of choices saves nothing. */
const WORTHWHILE = 0.7;

/** What an amount says already; the first that is shown tells how the plan writes it. */
const DERIVED: readonly string[] = ["amount_formatted", "amount_currency"];

/**
 * Packs a part. Of amounts in display form only the first is kept.
 *
 * @param whole Records under their keys, plain JSON values.
 * @returns What {@linkcode unpackParts} unpacks; all of it is in the head.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const part = { part: "2024-03", keys: ["a"], records: [{ id: "a", amount: -5 }] };
 * const { head } = packPart(part);
 * assertEquals(unpackParts([{ head, read: () => Promise.resolve(null) }]), [part]);
 * ```
 */
export function packPart(whole: StoredPart): PackedPart {
  return { head: packedHead(whole), onDemand: {} };
}

function packedHead(whole: StoredPart): Bytes {
  const { part, keys } = whole;
  const rows = whole.records as readonly Fields[];
  const names = Object.keys(rows[0] ?? {});
  if (!rows.every((row) => hasFields(row, names))) return joined({ plain: whole }, []);
  const lists: NumberList[] = [];
  const columns = names.map((name) => columnOf(name, valuesOf(name, rows), lists));
  const isKeyedById = rows.every((row, at) => row["id"] === keys[at]);
  const head = { part, count: rows.length, columns, ...(isKeyedById ? {} : { keys }) };
  return joined(head, lists);
}

/**
 * Unpacks parts. Equal values in a part may be one and the same object.
 *
 * @param opened What {@linkcode packPart} has made.
 * @returns The parts, their records in their order.
 * @throws {SyntaxError|RangeError} For bytes that are none of ours.
 */
export function unpackParts(opened: readonly OpenedPart[]): readonly StoredPart[] {
  const wholes = opened.map(({ head }) => aloneInBuffer(head));
  // In one go: of a long text V8 puts what it parses where it needs not be moved again.
  const heads = JSON.parse(`[${wholes.map(headText).join(",")}]`) as readonly (Head | PlainHead)[];
  return heads.map((head, at) => "plain" in head ? head.plain : partOf(head, wholes[at] as Bytes));
}

function headText(whole: Bytes): string {
  return new TextDecoder().decode(whole.subarray(ALIGNMENT, ALIGNMENT + headLength(whole)));
}

function headLength({ buffer }: Bytes): number {
  return new DataView(buffer).getUint32(0, true);
}

function partOf({ part, count, columns, keys }: Head, whole: Bytes): StoredPart {
  const rows = blankRows(columns, count);
  let at = aligned(ALIGNMENT + headLength(whole));
  for (const [name, kind, values] of columns) {
    if (kind === "same") continue;
    if (kind === "each") {
      for (let row = 0; row < count; row++) (rows[row] as MutableFields)[name] = values[row];
      continue;
    }
    const list = new LISTS[kind](whole.buffer, at, count);
    at += aligned(list.byteLength);
    fill(rows, { name, list, values: values ?? null });
  }
  return { part, keys: keys ?? rows.map(({ id }) => id as string), records: rows };
}

type MutableFields = Record<string, unknown>;

/** Rows that are copies of one: objects of one shape are small and quick to read. */
function blankRows(columns: readonly Column[], count: number): readonly MutableFields[] {
  // What is not the same in all is written over.
  const blank = Object.fromEntries(columns.map(([name, , value]) => [name, value ?? null]));
  const rows: MutableFields[] = [];
  for (let row = 0; row < count; row++) rows.push({ ...blank });
  return rows;
}

function fill(
  rows: readonly MutableFields[],
  { name, list, values }: {
    readonly name: string;
    readonly list: NumberList;
    readonly values: readonly unknown[] | null;
  },
): void {
  for (let row = 0; row < rows.length; row++) {
    const number = list[row] as number;
    (rows[row] as MutableFields)[name] = values === null ? number : values[number];
  }
}

function valuesOf(name: string, rows: readonly Fields[]): readonly unknown[] {
  const values = rows.map((row) => row[name]);
  if (!DERIVED.includes(name)) return values;
  const shown = values.findIndex((value) => value !== null);
  return values.map((value, at) => at === shown ? value : null);
}

function hasFields(row: Fields, names: readonly string[]): boolean {
  let at = 0;
  for (const name in row) {
    // A field that is there without a value would not come back.
    if (name !== names[at++] || row[name] === undefined) return false;
  }
  return at === names.length;
}

function columnOf(name: string, values: readonly unknown[], lists: NumberList[]): Column {
  const [first] = values;
  const isPlain = !values.some((value) => typeof value === "object" && value !== null);
  if (isPlain && values.every((value) => value === first)) return [name, "same", first];
  if (values.every((value) => typeof value === "number")) {
    const isInt = values.every((value) => Object.is(value, (value as number) | 0));
    lists.push(isInt ? Int32Array.from(values) : Float64Array.from(values));
    return [name, isInt ? "int" : "real"];
  }
  const places = new Map<unknown, number>();
  const choices: unknown[] = [];
  const list = new Uint16Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    // Values that are equal are one and the same text, and no others are.
    const same = isPlain ? value : JSON.stringify(value);
    let place = places.get(same);
    if (place === undefined) {
      place = choices.push(value) - 1;
      places.set(same, place);
    }
    list[at] = place;
  }
  const isWorthwhile = choices.length <= Math.max(1, values.length * WORTHWHILE);
  if (!isWorthwhile || choices.length > MANY) return [name, "each", values];
  const isFew = choices.length <= FEW;
  lists.push(isFew ? Uint8Array.from(list) : list);
  return [name, isFew ? "few" : "many", choices];
}

function joined(
  head: Head | PlainHead,
  lists: readonly NumberList[],
): Bytes {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const first = aligned(ALIGNMENT + text.length);
  const size = lists.reduce((sum, { byteLength }) => sum + aligned(byteLength), first);
  const whole = new Uint8Array(size);
  new DataView(whole.buffer).setUint32(0, text.length, true);
  whole.set(text, ALIGNMENT);
  let at = first;
  for (const list of lists) {
    whole.set(new Uint8Array(list.buffer), at);
    at += aligned(list.byteLength);
  }
  return whole;
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

function aloneInBuffer(bytes: Uint8Array): Bytes {
  const isAlone = bytes.byteOffset === 0 && bytes.buffer instanceof ArrayBuffer;
  if (isAlone) return bytes as Bytes;
  return new Uint8Array(bytes);
}
