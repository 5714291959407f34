/**
 * Tells whether an id may stand in a list twice: ids by number in open addressing, as texts
 * would take ten times as long. Ids that are no UUIDs count as the same.
 *
 * @module
 */

import { ID_WORDS } from "../../domain/transactions/transaction_ids.ts";

/** The digits of an id's end that are compared beside its beginning. */
const END = 0x20_0000;

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
  readonly #slots: Float64Array;
  #areThere = false;

  /** Makes room for so many ids. */
  constructor(count: number) {
    let size = 16;
    while (size < count * 2) size *= 2;
    this.#slots = new Float64Array(size);
  }

  /** Whether two of them may be the same. */
  get areThere(): boolean {
    return this.#areThere;
  }

  /** Looks at ids, from one place up to another. */
  add(idWords: Uint32Array, from: number, until: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let at = from * ID_WORDS; at < until * ID_WORDS && !this.#areThere; at += ID_WORDS) {
      const [first, last] = [idWords[at] as number, idWords[at + 3] as number];
      const number = first * END + last % END + 1;
      let slot = (first ^ last) & mask;
      while (slots[slot] !== 0) {
        if (slots[slot] === number) {
          this.#areThere = true;
          return;
        }
        slot = (slot + 1) & mask;
      }
      slots[slot] = number;
    }
  }
}
