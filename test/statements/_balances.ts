import type { Booking, Ledger } from "./_ledger.ts";

/** Balances in currency units. An account's balances are negative if its owner owes money. */
export interface Balances {
  readonly before: ReadonlyMap<Booking, number>;
  readonly after: ReadonlyMap<Booking, number>;
  /** The last transaction of each day in each account and currency. */
  readonly endsDay: ReadonlySet<Booking>;
  /** Each account's closing balance, in the account's currency. */
  readonly closing: Readonly<Record<string, number>>;
}

/** Computes the balances from the posted transactions. */
export function balancesOf(ledger: Ledger): Balances {
  const before = new Map<Booking, number>();
  const after = new Map<Booking, number>();
  const running = new Map<string, number>();
  const lastOfDay = new Map<string, Booking>();
  for (const booking of ledger.bookings) {
    if (booking.state !== "booked") continue;
    const purse = `${booking.account} ${booking.currency}`;
    const isOwn = booking.currency === ledger.currency.iso;
    const balance = running.get(purse) ?? (isOwn ? ledger.opening[booking.account] ?? 0 : 50_000);
    before.set(booking, balance);
    after.set(booking, balance + booking.units);
    running.set(purse, balance + booking.units);
    lastOfDay.set(`${purse} ${booking.date}`, booking);
  }
  return {
    before,
    after,
    endsDay: new Set(lastOfDay.values()),
    closing: Object.fromEntries(ledger.accounts.map((account) => [
      account,
      running.get(`${account} ${ledger.currency.iso}`) ?? ledger.opening[account] ?? 0,
    ])),
  };
}
