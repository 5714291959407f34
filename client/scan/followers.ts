/**
 * Guesses the value of a field by that of another: a payee's name by its id.
 *
 * @module
 */

const FIRST_ROOM = 64;

/**
 * For each value of one field the value of another that came with it last; both as places among
 * the different ones.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const followers = new Followers();
 * followers.set(3, 7);
 * assertEquals([followers.at(3), followers.at(4), followers.at(10_000)], [7, -1, -1]);
 * ```
 */
export class Followers {
  #places = new Int32Array(FIRST_ROOM).fill(-1);

  /** What came with a value last; -1 for nothing. */
  at(led: number): number {
    return led < this.#places.length ? this.#places[led] as number : -1;
  }

  /** Takes note of what has come with a value. */
  set(led: number, place: number): void {
    if (led >= this.#places.length) {
      const room = new Int32Array(2 * led).fill(-1);
      room.set(this.#places);
      this.#places = room;
    }
    this.#places[led] = place;
  }
}
