/**
 * Reads values of JSON from bytes, without making anything of them. Behind the bytes must stand
 * a zero, which ends whatever is read.
 *
 * @module
 */

/** The byte that begins and ends a text. */
export const QUOTE = 0x22;
/** Zeros that have to stand behind the bytes: so many are looked at at once. */
export const ZEROS_BEHIND = 4;
const BACKSLASH = 0x5c;
const FIRST_PRINTED = 0x20;
const [MINUS, PLUS, POINT, ZERO, NINE] = [0x2d, 0x2b, 0x2e, 0x30, 0x39];
const [OPEN_LIST, CLOSE_LIST, OPEN_RECORD, CLOSE_RECORD] = [0x5b, 0x5d, 0x7b, 0x7d];
const [LARGE_E, SMALL_E, SMALL_U] = [0x45, 0x65, 0x75];
/** What may follow a backslash, but for the four digits of a character's code. */
const ESCAPES: ReadonlySet<number> = new Set([...'"\\/bfnrt'].map((one) => one.charCodeAt(0)));
const HEX_DIGITS = 4;

/** For each byte its worth as a hexadecimal digit in small letters; -1 for any other. */
export const HEX = Int8Array.from({ length: 256 }, (_, byte) => {
  const digit = "0123456789abcdef".indexOf(String.fromCharCode(byte));
  return digit;
});

/**
 * Where a text ends, behind its quote.
 *
 * @param from Where it begins, behind its quote.
 * @returns -1 for what is no text.
 */
export function textEnd(bytes: Uint8Array, from: number): number {
  for (let at = from;; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at + 1;
    if (byte < FIRST_PRINTED) return -1;
    if (byte !== BACKSLASH) continue;
    at += 1;
    const escaped = bytes[at] as number;
    if (ESCAPES.has(escaped)) continue;
    if (escaped !== SMALL_U) return -1;
    for (let digit = 0; digit < HEX_DIGITS; digit++) {
      at += 1;
      const code = bytes[at] as number;
      if ((HEX[code < 0x60 ? code | 0x20 : code] as number) < 0 || code < ZERO) return -1;
    }
  }
}

/**
 * Where a number ends.
 *
 * @returns -1 for what is no number.
 */
export function numberEnd(bytes: Uint8Array, from: number): number {
  let at = bytes[from] === MINUS ? from + 1 : from;
  const first = at;
  at = digitsEnd(bytes, at);
  if (at === first || (bytes[first] === ZERO && at > first + 1)) return -1;
  if (bytes[at] === POINT) {
    const end = digitsEnd(bytes, at + 1);
    if (end === at + 1) return -1;
    at = end;
  }
  if (bytes[at] !== SMALL_E && bytes[at] !== LARGE_E) return at;
  const sign = bytes[at + 1];
  const power = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
  const end = digitsEnd(bytes, power);
  return end === power ? -1 : end;
}

/**
 * Where a list or a record ends, behind its bracket; what is in it is not looked at.
 *
 * @param from Its first bracket.
 * @param until Where the bytes end.
 * @returns -1 where it does not end there.
 */
export function bracketsEnd(bytes: Uint8Array, from: number, until: number): number {
  let depth = 0;
  for (let at = from; at < until; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at += 1;
      while (at < until && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    } else if (byte === OPEN_RECORD || byte === OPEN_LIST) {
      depth += 1;
    } else if (byte === CLOSE_RECORD || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** Bytes, and the same four at a time. */
export interface JsonBytes {
  readonly bytes: Uint8Array;
  readonly words: DataView;
}

/**
 * Gives bytes with the zeros behind them that reading takes.
 *
 * @param bytes JSON.
 */
export function jsonBytes(bytes: Uint8Array): JsonBytes {
  const room = jsonRoom(bytes.length);
  room.bytes.set(bytes);
  return room;
}

/**
 * Makes room for bytes, with the zeros behind it that reading takes.
 *
 * @param length How many bytes.
 */
export function jsonRoom(length: number): JsonBytes {
  const bytes = new Uint8Array(length + ZEROS_BEHIND);
  return { bytes, words: new DataView(bytes.buffer) };
}

/** Four characters as one number, as {@linkcode JsonBytes} gives them. */
export function wordOf(text: string): number {
  return jsonBytes(new TextEncoder().encode(text)).words.getInt32(0, true);
}

/** Tells whether the same bytes stand at two places. */
export function areSame(
  some: JsonBytes,
  at: number,
  others: JsonBytes,
  otherAt: number,
  length: number,
): boolean {
  if (length < 4) {
    const bytes = some.bytes;
    const otherBytes = others.bytes;
    for (let nth = 0; nth < length; nth++) {
      if (bytes[at + nth] !== otherBytes[otherAt + nth]) return false;
    }
    return true;
  }
  const words = some.words;
  const otherWords = others.words;
  const last = length - 4;
  for (let nth = 0; nth < last; nth += 4) {
    if (words.getInt32(at + nth, true) !== otherWords.getInt32(otherAt + nth, true)) return false;
  }
  return words.getInt32(at + last, true) === otherWords.getInt32(otherAt + last, true);
}

/** How these are written, as far as one number of four bytes tells. */
export const [NULL, TRUE, FALSE] = [wordOf("null"), wordOf("true"), wordOf("fals")];
const LAST_OF_FALSE = 0x65;

/** Where a number or a truth ends; -1 for anything else. */
export function otherEnd(json: JsonBytes, at: number): number {
  if (json.words.getInt32(at, true) === TRUE) return at + 4;
  const end = falseEnd(json, at);
  return end < 0 ? numberEnd(json.bytes, at) : end;
}

/** Where `false` ends; -1 for anything else. */
export function falseEnd({ bytes, words }: JsonBytes, at: number): number {
  return words.getInt32(at, true) === FALSE && bytes[at + 4] === LAST_OF_FALSE ? at + 5 : -1;
}

function digitsEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while ((bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) at++;
  return at;
}
