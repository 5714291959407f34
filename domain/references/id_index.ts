/** Shortest prefix that is handed out or taken. */
export const SHORTEST_PREFIX = 8;

const FIRST_SIZE = 1_024;
const [ZERO, NINE, LOWER_A, LOWER_F] = [0x30, 0x39, 0x61, 0x66];

/** What knows some of the ids itself. */
export interface IdSource {
  /** Gives its ids that begin with a prefix of eight characters. */
  idsSharing(prefix: string): readonly string[];
}

/** Every id that a plan is known to have had. */
export class IdIndex {
  readonly #ids: string[] = [];
  /** Ids whose first digits are no number: few, if any. */
  readonly #others = new Set<string>();
  /** For each prefix the place of its first id, from 1; open addressing. */
  #places = new Int32Array(FIRST_SIZE);
  /** The prefix in each slot that is taken. */
  #numbers = new Int32Array(FIRST_SIZE);
  /** Further ids of prefixes that belong to several. */
  readonly #further = new Map<string, string[]>();
  readonly #sources: IdSource[] = [];

  /** Takes note of an id. */
  add(id: string): void {
    const number = prefixNumber(id);
    if (number === null) return void this.#others.add(id);
    const slot = this.#slotOf(number);
    const first = this.#ids[(this.#places[slot] ?? 0) - 1];
    if (first === undefined) {
      this.#places[slot] = this.#ids.push(id);
      this.#numbers[slot] = number;
      if (this.#ids.length * 2 > this.#places.length) this.#grow(this.#places.length * 2);
    } else if (first !== id) {
      this.#addFurther(id);
    }
  }

  /** Takes the ids of a source for its own, as they are when they are asked for. */
  alsoIn(source: IdSource): void {
    this.#sources.push(source);
  }

  /** Makes room for so many more ids at once. */
  expect(count: number): void {
    let size = this.#places.length;
    while (size < (this.#ids.length + count) * 2) size *= 2;
    if (size > this.#places.length) this.#grow(size);
  }

  /** Gives the ids that begin with a prefix, of whatever kind; it has at least eight characters. */
  sharing(prefix: string): readonly string[] {
    return this.#sharing(prefix).filter((id) => id.startsWith(prefix));
  }

  /**
   * Gives the shortest prefix that is this id's alone; the whole id if it is no plain
   * UUID, or if it was never added: nobody would remember it when another comes to
   * share the prefix.
   */
  shorten(id: string): string {
    if (!isUuid(id)) return id;
    const known = this.#sharing(id);
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

  #sharing(id: string): readonly string[] {
    const own = this.#added(id);
    if (this.#sources.length === 0 || id.length < SHORTEST_PREFIX) return own;
    const prefix = id.slice(0, SHORTEST_PREFIX);
    const others = this.#sources.flatMap((source) => source.idsSharing(prefix));
    return others.length === 0 ? own : [...new Set([...own, ...others])];
  }

  #added(id: string): readonly string[] {
    const number = prefixNumber(id);
    if (number === null) return [...this.#others];
    const first = this.#ids[(this.#places[this.#slotOf(number)] ?? 0) - 1];
    const further = this.#further.get(id.slice(0, SHORTEST_PREFIX)) ?? [];
    return first === undefined ? further : [first, ...further];
  }

  #addFurther(id: string): void {
    const prefix = id.slice(0, SHORTEST_PREFIX);
    const known = this.#further.get(prefix);
    if (known === undefined) this.#further.set(prefix, [id]);
    else if (!known.includes(id)) known.push(id);
  }

  /** The slot of a prefix: where it is, or where it would go. */
  #slotOf(number: number): number {
    const last = this.#places.length - 1;
    // Random ids are spread by themselves; ids that count up differ in their last digits.
    for (let slot = number & last;; slot = (slot + 1) & last) {
      if (this.#places[slot] === 0 || this.#numbers[slot] === number) return slot;
    }
  }

  #grow(size: number): void {
    const [places, numbers] = [this.#places, this.#numbers];
    this.#places = new Int32Array(size);
    this.#numbers = new Int32Array(size);
    for (let old = 0; old < places.length; old++) {
      const place = places[old] ?? 0;
      if (place === 0) continue;
      const number = numbers[old] ?? 0;
      const slot = this.#slotOf(number);
      this.#places[slot] = place;
      this.#numbers[slot] = number;
    }
  }
}

/** The first eight digits as a number; `null` where they are not all hexadecimal. */
function prefixNumber(id: string): number | null {
  if (id.length < SHORTEST_PREFIX) return null;
  let number = 0;
  for (let at = 0; at < SHORTEST_PREFIX; at++) {
    const code = id.charCodeAt(at);
    const digit = code <= NINE ? code - ZERO : code - LOWER_A + 10;
    const isDigit = (code >= ZERO && code <= NINE) || (code >= LOWER_A && code <= LOWER_F);
    if (!isDigit) return null;
    number = (number << 4) | digit;
  }
  return number;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Tells whether an id is a UUID as upstream writes them, in small letters. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}
