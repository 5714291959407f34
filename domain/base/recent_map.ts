/** How much is kept, and what may go. */
export interface RecentMapOptions<Value> {
  readonly most: number;
  /** Tells whether a value may be evicted; every one may when absent. */
  readonly mayGo?: (value: Value) => boolean;
}

/** Keeps what was used last. */
export class RecentMap<Key, Value> {
  readonly #options: RecentMapOptions<Value>;
  /** The one used longest ago comes first. */
  readonly #values = new Map<Key, Value>();

  /** Makes an empty map. */
  constructor(options: RecentMapOptions<Value>) {
    this.#options = options;
  }

  /** Gives a value, which is made where there is none. */
  getOrMake(key: Key, make: () => Value): Value {
    const known = this.#values.get(key);
    const value = known === undefined ? make() : known;
    this.#values.delete(key);
    this.#values.set(key, value);
    this.#evict(key);
    return value;
  }

  /** Gives the values, the one used longest ago first. */
  values(): Iterable<Value> {
    return this.#values.values();
  }

  #evict(newest: Key): void {
    const { most, mayGo = () => true } = this.#options;
    for (const [key, value] of this.#values) {
      if (this.#values.size <= most) return;
      if (key !== newest && mayGo(value)) this.#values.delete(key);
    }
  }
}
