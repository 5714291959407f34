/**
 * The different values of one field, each with its place in the order in which they came.
 *
 * @module
 */

import { Repetition } from "./repetition.ts";

/** A plain JSON value; `undefined` where a transaction does not have the field. */
export type FieldValue = unknown;

/** Room for texts that are found without working out the hash of all their characters. */
const RECENT = 4_096;

/**
 * Numbers values as they come.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const dictionary = new ValueDictionary();
 * assertEquals(["red", null, "red"].map((value) => dictionary.placeOf(value)), [0, 1, 0]);
 * assertEquals(dictionary.values, ["red", null]);
 * ```
 */
export class ValueDictionary {
  readonly #byValue = new Map<FieldValue, number>();
  readonly #byText = new Map<string, number>();
  readonly #values: FieldValue[] = [];
  /** Values that were appended, and are listed when another one is looked up. */
  #unlisted = 0;
  readonly #repetition = new Repetition();
  /** Direct-mapped cache of texts: the place of each, from 1, by a few of its characters. */
  #recent: Int32Array | null = null;

  /** The different values; of those that hardly repeat each other some may stand there twice. */
  get values(): readonly FieldValue[] {
    return this.#values;
  }

  /**
   * Numbers a value that differs from all that were appended before.
   *
   * @returns Its place; that of the same value, where it was looked up before.
   */
  append(value: FieldValue): number {
    const isAllAppended = this.#unlisted === this.#values.length;
    if (!isAllAppended) return this.placeOf(value);
    this.#unlisted += 1;
    return this.#values.push(value) - 1;
  }

  /** Gives the place of a value. */
  placeOf(value: FieldValue): number {
    if (this.#unlisted > 0) this.#listAppended();
    if (typeof value === "string") return this.#placeOfText(value);
    const isPlain = typeof value !== "object" || value === null;
    const known = isPlain ? this.#byValue.get(value) : this.#byText.get(JSON.stringify(value));
    if (known !== undefined) return known;
    const place = this.#values.push(value) - 1;
    if (isPlain) this.#byValue.set(value, place);
    else this.#byText.set(JSON.stringify(value), place);
    return place;
  }

  #listAppended(): void {
    for (let place = 0; place < this.#unlisted; place++) {
      const value = this.#values[place];
      const isPlain = typeof value !== "object" || value === null;
      if (isPlain) this.#byValue.set(value, place);
      else this.#byText.set(JSON.stringify(value), place);
    }
    this.#unlisted = 0;
  }

  /** Ids of imports are hardly ever the same: to look each of them up takes longest of all. */
  #placeOfText(text: string): number {
    const recent = this.#recent ??= new Int32Array(RECENT);
    const slot = slotOf(text);
    const before = (recent[slot] as number) - 1;
    if (before >= 0 && this.#values[before] === text) return before;
    const place = this.#lookedUp(text);
    recent[slot] = place + 1;
    return place;
  }

  #lookedUp(text: string): number {
    if (this.#repetition.isPassed()) return this.#values.push(text) - 1;
    let place = this.#byValue.get(text);
    const isNew = place === undefined;
    if (place === undefined) {
      place = this.#values.push(text) - 1;
      this.#byValue.set(text, place);
    }
    this.#repetition.note(isNew, this.#values.length);
    return place;
  }
}

/** Ids differ in their first characters, labels in their middle and at their end. */
function slotOf(text: string): number {
  const { length } = text;
  let hash = length;
  hash = hash * 31 + text.charCodeAt(0);
  hash = hash * 31 + text.charCodeAt(1);
  hash = hash * 31 + text.charCodeAt(2);
  hash = hash * 31 + text.charCodeAt(length >>> 1);
  hash = (hash * 31 + text.charCodeAt(length - 1)) | 0;
  return (hash ^ (hash >>> 12)) & (RECENT - 1);
}
