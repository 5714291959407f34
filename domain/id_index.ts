/**
 * Abbreviates ids as git does: the shortest prefix that no other id of the plan
 * shares, deleted ones included.
 *
 * @module
 */

/** Shortest prefix that is handed out or taken. */
export const SHORTEST_PREFIX = 8;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/**
 * Every id that a plan is known to have had.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const ids = new IdIndex();
 * ids.add("0a1b2c3d-0000-4000-8000-000000000001");
 * assertEquals(ids.shorten("0a1b2c3d-0000-4000-8000-000000000001"), "0a1b2c3d");
 * ```
 */
export class IdIndex {
  // Nearly every prefix belongs to one id: only the others pay for a list.
  readonly #byPrefix = new Map<string, string | string[]>();

  /** Takes note of an id. */
  add(id: string): void {
    const prefix = id.slice(0, SHORTEST_PREFIX);
    const known = this.#byPrefix.get(prefix);
    if (known === undefined) this.#byPrefix.set(prefix, id);
    else if (typeof known !== "string") !known.includes(id) && known.push(id);
    else if (known !== id) this.#byPrefix.set(prefix, [known, id]);
  }

  /** Gives the ids that begin with a prefix, of whatever kind; it has at least eight characters. */
  sharing(prefix: string): readonly string[] {
    const known = this.#byPrefix.get(prefix.slice(0, SHORTEST_PREFIX)) ?? [];
    return [known].flat().filter((id) => id.startsWith(prefix));
  }

  /**
   * Gives the shortest prefix that is this id's alone; the whole id if it is no plain
   * UUID, or if it was never added: nobody would remember it when another comes to
   * share the prefix.
   */
  shorten(id: string): string {
    if (!UUID.test(id)) return id;
    const known = [this.#byPrefix.get(id.slice(0, SHORTEST_PREFIX)) ?? []].flat();
    if (!known.includes(id)) return id;
    const others = known.filter((other) => other !== id);
    let length = SHORTEST_PREFIX;
    // A row that a schedule entered has the schedule's id and a date: it begins with
    // the whole of another id.
    while (length < id.length && others.some((other) => other.startsWith(id.slice(0, length)))) {
      length++;
    }
    return id.slice(0, length);
  }
}
