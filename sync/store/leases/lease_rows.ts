/** What a backend may give at once or later. */
type Awaitable<Value> = Value | Promise<Value>;

/** The leases of one owner, as one handle sees them. */
export interface LeaseRows {
  /** Takes a lease that nobody holds, whose time is over, or whose holder is known to be dead. */
  tryTake(name: string, ttlMs: number): Awaitable<number | null>;
  /** Has it hold longer; `false` when others have taken it since. */
  renew(name: string, token: number, ttlMs: number): Awaitable<boolean>;
  /** Gives it back, unless others have taken it since. */
  release(name: string, token: number): Awaitable<void>;
  /** Tells whether another handle holds a lease. */
  isHeldByOther(name: string): Awaitable<boolean>;
}
