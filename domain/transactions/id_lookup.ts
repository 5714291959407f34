/**
 * Finds the transactions of a chunk by their ids: one by one while few are asked for, then with a
 * table. To make the table takes as long as many looks through the list.
 *
 * @module
 */

import { type PrefixedIds, PrefixTable, SHORTEST_PREFIX } from "./prefix_table.ts";
import { ID_WORDS, prefixNumber } from "./transaction_ids.ts";

/** After so many questions there is a table: it takes longer than so many looks. */
const MOST_SCANS = 32;

/** Places by id. */
export class IdLookup {
  readonly #ids: PrefixedIds;
  #table: PrefixTable | null = null;
  #asked = 0;

  /** Lists nothing yet. */
  constructor(ids: PrefixedIds) {
    this.#ids = ids;
  }

  /**
   * Where an id stands; -1 where it does not.
   *
   * @param prefix The number that it begins with, for those who ask several chunks.
   */
  placeOf(id: string, prefix: number | null = prefixNumber(id)): number {
    const table = this.#tableForMany();
    if (table !== null) return table.placeOf(id, prefix);
    if (prefix === null) {
      for (const [place, odd] of this.#ids.facts.odd) if (odd.id === id) return place;
      return -1;
    }
    let place = this.#nextOf(prefix, 0);
    while (place >= 0 && this.#ids.idAt(place) !== id) place = this.#nextOf(prefix, place + 1);
    return place;
  }

  /** Ids that begin with a prefix of at least eight characters. */
  sharing(prefix: string): readonly string[] {
    const table = this.#tableForMany();
    if (table !== null) return table.sharing(prefix);
    if (prefix.length < SHORTEST_PREFIX) return [];
    const number = prefixNumber(prefix);
    const found: string[] = [];
    if (number === null) {
      for (const [, { id }] of this.#ids.facts.odd) if (id?.startsWith(prefix)) found.push(id);
      return found;
    }
    let place = this.#nextOf(number, 0);
    while (place >= 0) {
      const id = this.#ids.idAt(place);
      if (id.startsWith(prefix)) found.push(id);
      place = this.#nextOf(number, place + 1);
    }
    return found;
  }

  #tableForMany(): PrefixTable | null {
    this.#asked += 1;
    if (this.#asked > MOST_SCANS) this.#table ??= new PrefixTable(this.#ids);
    return this.#table;
  }

  /** The next place whose id begins with a number; -1 where there is none. */
  #nextOf(prefix: number, from: number): number {
    const { count, facts: { idWords } } = this.#ids;
    // The engine's own search is fast from the first time on; it finds other parts of ids as well.
    let at = idWords.indexOf(prefix, from * ID_WORDS);
    while (at >= 0 && at % ID_WORDS !== 0) at = idWords.indexOf(prefix, at + 1);
    return at < 0 || at >= count * ID_WORDS ? -1 : at / ID_WORDS;
  }
}
