/**
 * Finds the transactions of a chunk by the first digits of their ids: open addressing.
 *
 * @module
 */

import type { ChunkFacts } from "./chunk_facts.ts";
import { ID_WORDS, prefixNumber } from "./transaction_ids.ts";

/** Characters that decide where an id is looked for. */
export const SHORTEST_PREFIX = 8;

/** What a table is made of. */
export interface PrefixedIds {
  readonly count: number;
  readonly facts: Pick<ChunkFacts, "idWords" | "odd">;
  idAt(place: number): string;
}

/** Places by prefix. */
export class PrefixTable {
  readonly #ids: PrefixedIds;
  /** For each slot a place, from 1. */
  readonly #places: Int32Array;
  /** Ids that begin with no number. */
  readonly #others = new Map<string, number>();

  /** Lists the ids of a chunk. */
  constructor(ids: PrefixedIds) {
    this.#ids = ids;
    let size = 16;
    while (size < ids.count * 2) size *= 2;
    this.#places = new Int32Array(size);
    const { idWords, odd } = ids.facts;
    for (const [place, { id }] of odd) {
      if (id !== undefined && prefixNumber(id) === null) this.#others.set(id, place);
    }
    const others = new Set(this.#others.values());
    for (let place = 0; place < ids.count; place++) {
      if (others.size > 0 && others.has(place)) continue;
      let slot = slotOf(idWords[place * ID_WORDS] as number, size);
      while (this.#places[slot] !== 0) slot = (slot + 1) & (size - 1);
      this.#places[slot] = place + 1;
    }
  }

  /**
   * Where an id stands; -1 where it does not.
   *
   * @param prefix The number that it begins with, for those who ask several tables.
   */
  placeOf(id: string, prefix: number | null = prefixNumber(id)): number {
    if (prefix === null) return this.#others.get(id) ?? -1;
    for (const place of this.#placesOf(prefix)) if (this.#ids.idAt(place) === id) return place;
    return -1;
  }

  /** Ids that begin with a prefix. */
  sharing(prefix: string): readonly string[] {
    if (prefix.length < SHORTEST_PREFIX) return [];
    const number = prefixNumber(prefix);
    const ids = number === null
      ? [...this.#others.keys()]
      : this.#placesOf(number).map((place) => this.#ids.idAt(place));
    return ids.filter((id) => id.startsWith(prefix));
  }

  #placesOf(prefix: number): readonly number[] {
    const last = this.#places.length - 1;
    let found: number[] | null = null;
    for (let slot = slotOf(prefix, last + 1);; slot = (slot + 1) & last) {
      const place = this.#places[slot] as number;
      if (place === 0) return found ?? NONE;
      if (this.#ids.facts.idWords[(place - 1) * ID_WORDS] === prefix) {
        (found ??= []).push(place - 1);
      }
    }
  }
}

const NONE: readonly number[] = [];

/** Random ids are spread by themselves; ids that count up differ in their last digits. */
function slotOf(prefix: number, size: number): number {
  return prefix & (size - 1);
}
