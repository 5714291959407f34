import type { ReadingOptions } from "../../domain/statements/statement.ts";
import type { TrueRow } from "./_bank_file.ts";
import type { Draw } from "./_draw.ts";
import { type Currency, languages } from "./_language.ts";
import { type Booking, drawLedger, type Ledger, milliunits } from "./_ledger.ts";

/** A ledger for formats that are the same at all banks. */
export function drawStandardLedger(
  draw: Draw,
  { europe = false, pending = false }: { readonly europe?: boolean; readonly pending?: boolean },
): Ledger {
  const known = europe
    ? languages.filter(({ code }) => !["en", "ja", "ar"].includes(code))
    : languages;
  const english = languages.filter(({ code }) => code === "en");
  return drawLedger(draw, {
    language: draw.pick(!europe && draw.percent(55) ? english : known),
    isCard: draw.percent(25),
    accountCount: draw.percent(5) ? 2 : 1,
    pending,
    zeros: draw.percent(6),
  });
}

/** Amounts in the standards' format, without digit groups. */
export function standardAmount(units: number, { decimals }: Currency, sign: "." | ","): string {
  const text = (Math.abs(units) / 10 ** decimals).toFixed(decimals);
  return (units < 0 ? "-" : "") + text.replace(".", sign);
}

export function standardOptions(draw: Draw, ledger: Ledger): ReadingOptions {
  return {
    today: ledger.today,
    decimals: ledger.currency.decimals,
    currency: ledger.currency.iso,
    isCard: draw.percent(10) ? null : ledger.isCard,
    remembered: {},
    readAs: {},
  };
}

/** A transaction with its correct labels. */
export function standardRow(
  booking: Booking,
  { payees, memo, currency }: {
    readonly payees: readonly string[];
    readonly memo: string;
    readonly currency: Currency;
  },
): TrueRow {
  return {
    date: booking.date,
    amount: milliunits(booking.units, currency),
    payees: payees.map((text) => text.replace(/\s+/gu, " ").trim()),
    memo,
    leftOut: booking.state !== "booked" ? booking.state : booking.units === 0 ? "zero" : null,
  };
}

/** Returns the transactions, sorted by account. */
export function byAccount(
  { accounts, bookings }: Ledger,
): readonly { readonly account: string; readonly bookings: readonly Booking[] }[] {
  return accounts.map((account) => ({
    account,
    bookings: bookings.filter((booking) => booking.account === account),
  }));
}
