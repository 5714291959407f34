/**
 * Values as JSON writes them, straight from the bytes that they were read from: to keep them, or
 * to fold their words, no text is made of any.
 *
 * @module
 */

/** A JSON array of values, and where each of them stands in it. */
export interface ValueLiterals {
  /** What `JSON.stringify` makes of the values, as UTF-8. */
  readonly json: Uint8Array;
  /** Where each begins; one byte before the next one begins, or the last number says, it ends. */
  readonly starts: Int32Array;
  /** Values that are no texts, or are written with more bytes than they have characters. */
  readonly special: ReadonlyMap<number, unknown>;
}
