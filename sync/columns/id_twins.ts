/**
 * Tells whether an id may stand in a list twice: ids by number in open addressing, as texts
 * would take ten times as long. Ids that are no UUIDs count as the same.
 *
 * @module
 */

import { ID_WORDS } from "../../domain/transactions/transaction_ids.ts";

/** Beginning and end of ids are compared. */
const LAST = ID_WORDS - 1;

/**
 * Looks for ids that may be the same.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const twins = new IdTwins(2);
 * twins.add(new Uint32Array([1, 0, 0, 7, 1, 0, 0, 8]), 0, 2);
 * assertEquals(twins.areThere, false);
 * ```
 */
export class IdTwins {
  /** Places of ids, from 1: small numbers alone, as this runs once, before it is compiled well. */
  readonly #slots: Int32Array;
  #areThere = false;

  /** Makes room for so many ids. */
  constructor(count: number) {
    let size = 16;
    while (size < count * 2) size *= 2;
    this.#slots = new Int32Array(size);
  }

  /** Whether two of them may be the same. */
  get areThere(): boolean {
    return this.#areThere;
  }

  /**
   * Looks at ids, from one place up to another.
   *
   * @param idWords Those that were looked at before as well.
   */
  add(idWords: Uint32Array, from: number, until: number): void {
    const words = new Int32Array(idWords.buffer, idWords.byteOffset, idWords.length);
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let place = from; place < until && !this.#areThere; place++) {
      const first = words[place * ID_WORDS] as number;
      const last = words[place * ID_WORDS + LAST] as number;
      let slot = (first ^ last) & mask;
      for (let other = slots[slot] as number; other !== 0; other = slots[slot] as number) {
        const at = (other - 1) * ID_WORDS;
        if (words[at] === first && words[at + LAST] === last) {
          this.#areThere = true;
          return;
        }
        slot = (slot + 1) & mask;
      }
      slots[slot] = place + 1;
    }
  }
}
