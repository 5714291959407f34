/** Memoizes a function of immutable objects. A cached result lives as long as its argument. */
export function memoized<Key extends object, Result>(
  make: (key: Key) => Result,
): (key: Key) => Result {
  const known = new WeakMap<Key, Result>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}

/** Memoizes a function of strings or numbers. Drops all cached results when there are too many. */
export function memoizedUpTo<Key extends string | number, Result>(
  most: number,
  make: (key: Key) => Result,
): (key: Key) => Result {
  const known = new Map<Key, Result>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    if (known.size >= most) known.clear();
    known.set(key, made);
    return made;
  };
}

export interface RecentMapOptions<Value> {
  readonly most: number;
  /** Whether a value may be evicted; by default, every value may be. */
  readonly isEvictable?: (value: Value) => boolean;
}

export class RecentMap<Key, Value> {
  readonly #options: RecentMapOptions<Value>;
  /** Cached values, least recently used first. */
  readonly #values = new Map<Key, Value>();

  constructor(options: RecentMapOptions<Value>) {
    this.#options = options;
  }

  getOrMake(key: Key, make: () => Value): Value {
    const known = this.#values.get(key);
    const value = known === undefined ? make() : known;
    this.#values.delete(key);
    this.#values.set(key, value);
    if (known === undefined) this.#evict(key);
    return value;
  }

  values(): Iterable<Value> {
    return this.#values.values();
  }

  #evict(newest: Key): void {
    const { most, isEvictable = () => true } = this.#options;
    for (const [key, value] of this.#values) {
      if (this.#values.size <= most) return;
      if (key !== newest && isEvictable(value)) this.#values.delete(key);
    }
  }
}
