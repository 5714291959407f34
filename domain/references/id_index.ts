export const SHORTEST_PREFIX = 8;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Whether an id is a lowercase UUID, as YNAB writes them. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}

/** Returns the length of an id's shortest prefix that no other id has. */
export function shortestPrefix(id: string, others: Iterable<string>): string {
  const different = [...others].filter((other) => other !== id);
  let length = SHORTEST_PREFIX;
  // The id of a transaction entered from a schedule starts with the schedule's id.
  while (length < id.length && different.some((other) => other.startsWith(id.slice(0, length)))) {
    length++;
  }
  return id.slice(0, length);
}

export interface IdSource {
  idsSharing(prefix: string): readonly string[];
}

/** All known ids of a plan, including those of deleted records. */
export class IdIndex {
  readonly #byPrefix = new Map<string, Set<string>>();
  readonly #sources: IdSource[] = [];

  add(id: string): void {
    const prefix = id.slice(0, SHORTEST_PREFIX);
    const known = this.#byPrefix.get(prefix);
    if (known === undefined) this.#byPrefix.set(prefix, new Set([id]));
    else known.add(id);
  }

  /** Also includes the ids of a source, which is read on each lookup. */
  alsoIn(source: IdSource): void {
    this.#sources.push(source);
  }

  sharing(prefix: string): readonly string[] {
    if (prefix.length < SHORTEST_PREFIX) return [];
    const start = prefix.slice(0, SHORTEST_PREFIX);
    const ids = new Set(this.#byPrefix.get(start));
    for (const source of this.#sources) for (const id of source.idsSharing(start)) ids.add(id);
    return [...ids].filter((id) => id.startsWith(prefix));
  }

  /**
   * Returns the shortest unique prefix. Ids that aren't plain UUIDs or were never added are
   * returned in full, because a later id might share their prefix without being noticed.
   */
  shorten(id: string): string {
    if (!isUuid(id)) return id;
    const sharing = this.sharing(id.slice(0, SHORTEST_PREFIX));
    return sharing.includes(id) ? shortestPrefix(id, sharing) : id;
  }
}
