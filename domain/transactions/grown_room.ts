/**
 * How lists grow whose length nobody knows beforehand.
 *
 * @module
 */

/** Shorter lists grow in few steps; of longer ones the room that is left over counts as held. */
const LONG = 65_536;

/**
 * Gives the room for a list that has to grow.
 *
 * @param room What there is.
 * @param needed What is needed at least.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([grownRoom(1_024, 1_025), grownRoom(65_536, 65_537)], [4_096, 131_072]);
 * ```
 */
export function grownRoom(room: number, needed: number): number {
  return Math.max(needed, (room < LONG ? 4 : 2) * room);
}
