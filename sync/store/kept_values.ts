/** A group of values of one plan. */
export interface KeptGroup {
  readonly planId: string;
  readonly group: string;
}

/** Values that outlive a call, such as a statement that was read; all of them are sealed. */
export interface KeptValues {
  /** Returns the value of a name; `null` if there is none, or it has expired or is damaged. */
  find(of: KeptGroup, name: string): Promise<unknown>;
  /** Returns all values of a group, in no particular order. */
  list(of: KeptGroup): Promise<readonly unknown[]>;
  /** Saves a value in place of an earlier one; it never expires if `holdsMs` is `null`. */
  save(of: KeptGroup, value: NamedValue): Promise<void>;
}

export interface NamedValue {
  readonly name: string;
  readonly value: unknown;
  /** How long it is kept, in milliseconds. */
  readonly holdsMs: number | null;
}
