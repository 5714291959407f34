import type { Booking, Ledger } from "./_ledger.ts";

/** An account's balances in currency units from its owner's perspective: money owed is negative. */
export interface Balances {
  readonly before: ReadonlyMap<Booking, number>;
  readonly after: ReadonlyMap<Booking, number>;
  /** Transactions that are the last of their account and currency on their day. */
  readonly endsDay: ReadonlySet<Booking>;
  /** Per account, in its own currency. */
  readonly closing: Readonly<Record<string, number>>;
}

/** Iterates over the transactions; only booked ones count. */
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
