/**
 * Packs a part of a collection into few bytes, column by column: a value that many
 * records share is written once, and unpacking parses little text.
 *
 * @module
 */

import type { KeyedRecord, StoredPart } from "./store.ts";

type Fields = Readonly<Record<string, unknown>>;

/** How the values of one field are written. */
type Column =
  /** The same value in all records. */
  | readonly [name: string, kind: "same", value: unknown]
  /** One value per record. */
  | readonly [name: string, kind: "each", values: readonly unknown[]]
  /** A number per record, among the numbers behind the head. */
  | readonly [name: string, kind: "number"]
  /** Different values; which record has which stands behind the head. */
  | readonly [name: string, kind: "choice", values: readonly unknown[]];

interface Head {
  readonly part: string;
  readonly count: number;
  readonly columns: readonly Column[];
  /** Keys of the records; absent where each is the record's `id`. */
  readonly keys?: readonly string[];
}

/** Records whose fields differ are written as they are. */
interface PlainHead {
  readonly part: string;
  readonly plain: readonly KeyedRecord[];
}

/** Numbers behind the head begin at multiples of this, in bytes. */
const ALIGNMENT = 8;
const MOST_CHOICES = 0xffff;
/** Above this share of different values a list of choices saves nothing. */
const WORTHWHILE = 0.7;

/**
 * Packs a part.
 *
 * @param part Records under their keys, plain JSON values.
 * @returns Bytes for {@linkcode unpackPart}.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const part = { part: "2024-03", records: [{ key: "a", record: { id: "a", amount: -5 } }] };
 * assertEquals(unpackPart(packPart(part)), part);
 * ```
 */
export function packPart({ part, records }: StoredPart): Uint8Array<ArrayBuffer> {
  const rows = records.map(({ record }) => record as Fields);
  const names = Object.keys(rows[0] ?? {});
  if (!rows.every((row) => hasFields(row, names))) return joined({ part, plain: records }, []);
  const bodies: (Float64Array | Uint16Array)[] = [];
  const columns = names.map((name) => columnOf(name, rows.map((row) => row[name]), bodies));
  const isKeyedById = records.every(({ key }, at) => rows[at]?.["id"] === key);
  const keys = isKeyedById ? {} : { keys: records.map(({ key }) => key) };
  return joined({ part, count: rows.length, columns, ...keys }, bodies);
}

/**
 * Unpacks a part. Equal values in it may be one and the same object.
 *
 * @param bytes What {@linkcode packPart} has made.
 * @returns The part, its records in their order.
 * @throws {SyntaxError|RangeError} For bytes that are none of ours.
 */
export function unpackPart(bytes: Uint8Array): StoredPart {
  const whole = aloneInBuffer(bytes);
  const headLength = new DataView(whole.buffer).getUint32(0, true);
  const text = new TextDecoder().decode(whole.subarray(ALIGNMENT, ALIGNMENT + headLength));
  const head = JSON.parse(text) as Head | PlainHead;
  if ("plain" in head) return { part: head.part, records: head.plain };
  const { part, count, columns, keys } = head;
  const rows = blankRows(columns, count);
  let at = aligned(ALIGNMENT + headLength);
  for (const [name, kind, values] of columns) {
    if (kind === "number") {
      const numbers = new Float64Array(whole.buffer, at, count);
      at += numbers.byteLength;
      rows.forEach((row, index) => row[name] = numbers[index]);
    } else if (kind === "choice") {
      const choices = new Uint16Array(whole.buffer, at, count);
      at += aligned(choices.byteLength);
      rows.forEach((row, index) => row[name] = values[choices[index] ?? 0]);
    } else if (kind === "each") {
      rows.forEach((row, index) => row[name] = values[index]);
    }
  }
  const records = rows.map((record, index) => ({
    key: keys?.[index] ?? record["id"] as string,
    record,
  }));
  return { part, records };
}

/** Rows that are copies of one: objects of one shape are small and quick to read. */
function blankRows(columns: readonly Column[], count: number): Record<string, unknown>[] {
  const blank = Object.fromEntries(
    columns.map(([name, kind, value]) => [name, kind === "same" ? value : null]),
  );
  return Array.from({ length: count }, () => ({ ...blank }));
}

function hasFields(row: Fields, names: readonly string[]): boolean {
  const own = Object.keys(row);
  // A field that is there without a value would not come back.
  return own.length === names.length &&
    own.every((name, at) => name === names[at] && row[name] !== undefined);
}

function columnOf(
  name: string,
  values: readonly unknown[],
  bodies: (Float64Array | Uint16Array)[],
): Column {
  const [first] = values;
  const isPlain = !values.some((value) => typeof value === "object" && value !== null);
  if (isPlain && values.every((value) => value === first)) return [name, "same", first];
  if (values.every((value) => typeof value === "number")) {
    bodies.push(Float64Array.from(values as readonly number[]));
    return [name, "number"];
  }
  const places = new Map<unknown, number>();
  const choices: unknown[] = [];
  const body = new Uint16Array(values.length);
  for (const [at, value] of values.entries()) {
    const same = isPlain ? value : JSON.stringify(value);
    let place = places.get(same);
    if (place === undefined) {
      place = choices.push(value) - 1;
      places.set(same, place);
    }
    body[at] = place;
  }
  const isWorthwhile = choices.length <= Math.max(1, values.length * WORTHWHILE);
  if (!isWorthwhile || choices.length > MOST_CHOICES) return [name, "each", values];
  bodies.push(body);
  return [name, "choice", choices];
}

function joined(
  head: Head | PlainHead,
  bodies: readonly (Float64Array | Uint16Array)[],
): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(head));
  const first = aligned(ALIGNMENT + text.length);
  const size = bodies.reduce((sum, { byteLength }) => sum + aligned(byteLength), first);
  const whole = new Uint8Array(size);
  new DataView(whole.buffer).setUint32(0, text.length, true);
  whole.set(text, ALIGNMENT);
  let at = first;
  for (const body of bodies) {
    whole.set(new Uint8Array(body.buffer), at);
    at += aligned(body.byteLength);
  }
  return whole;
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

function aloneInBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isAlone = bytes.byteOffset === 0 && bytes.buffer instanceof ArrayBuffer;
  if (isAlone) return bytes as Uint8Array<ArrayBuffer>;
  return new Uint8Array(bytes);
}
