import type { Draw } from "./_draw.ts";
import {
  type Currency,
  type Language,
  payeesEverywhere,
  payeesInOtherScripts,
} from "./_language.ts";

/** One transaction in the bank's records. */
export interface Booking {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly valueDate: string;
  /** `HH:MM:SS`. */
  readonly time: string;
  /** The amount in the currency's smallest unit; negative for money out. */
  readonly units: number;
  readonly currency: string;
  readonly account: string;
  readonly payee: string;
  readonly memo: string;
  readonly counter: string;
  readonly reference: string;
  readonly state: "booked" | "pending" | "failed";
  /** The amount paid in a foreign currency. */
  readonly foreign: { readonly units: number; readonly currency: string } | null;
}

/** The transactions of one or more accounts over a period, oldest first. */
export interface Ledger {
  readonly language: Language;
  readonly currency: Currency;
  readonly isCard: boolean;
  readonly accounts: readonly string[];
  /** Each account's balance before its first transaction, in the currency's smallest unit. */
  readonly opening: Readonly<Record<string, number>>;
  readonly bookings: readonly Booking[];
  /** The day when the file is downloaded. */
  readonly today: string;
}

const DAY = 86_400_000;
/** Approximate value of one euro in each currency. */
const WORTH: Readonly<Record<string, number>> = {
  HUF: 400,
  CLP: 1_000,
  COP: 4_500,
  RUB: 90,
  INR: 90,
  CZK: 25,
  JPY: 160,
  SEK: 11,
  NOK: 11,
  DKK: 7,
  TRY: 40,
  MXN: 20,
};

interface LedgerChoice {
  readonly language: Language;
  readonly isCard: boolean;
  readonly accountCount?: number;
  readonly pending?: boolean;
  readonly zeros?: boolean;
  readonly otherCurrency?: boolean;
}

/** Generates the transactions of one or more accounts. */
export function drawLedger(draw: Draw, choice: LedgerChoice): Ledger {
  const { language, isCard } = choice;
  const currency = draw.pick(language.currencies);
  const accounts = Array.from({ length: choice.accountCount ?? 1 }, () => accountNumber(draw));
  const span = draw.weighted({ days: 15, month: 50, quarter: 20, year: 15 });
  const days = { days: [2, 14], month: [27, 31], quarter: [60, 95], year: [180, 365] }[span];
  const first = Date.UTC(2025, 0, 1) + draw.whole(0, 500) * DAY;
  const length = draw.whole(days[0] ?? 1, days[1] ?? 1);
  const count = Math.max(1, Math.min(250, Math.round(length * (0.25 + draw.fraction() * 1.9))));
  const scale = (WORTH[currency.iso] ?? 1) * 10 ** currency.decimals;
  const isSaving = !isCard && draw.percent(15);
  const shops = draw.shuffled([...language.payees, ...payeesEverywhere]).slice(0, 14);
  if (draw.percent(8)) shops.push(draw.pick(payeesInOtherScripts));

  const bookings: Booking[] = [];
  for (let made = 0; made < count; made += 1) {
    const day = first + draw.whole(0, length - 1) * DAY;
    const booking = bookingOn(day, {
      ...choice,
      // A file without any transactions in the account's currency would be refused.
      otherCurrency: made > 0 && choice.otherCurrency === true,
      draw,
      currency,
      scale,
      isSaving,
      shops,
      accounts,
    });
    bookings.push(booking);
    if (draw.percent(2)) bookings.push({ ...booking, reference: draw.digits(9) });
  }
  const moment = ({ date, time }: Booking): number => Date.parse(`${date}T${time}Z`);
  bookings.sort((one, other) => moment(one) - moment(other));
  const last = bookings.at(-1)?.date ?? dayText(first);
  return {
    language,
    currency,
    isCard,
    accounts,
    opening: Object.fromEntries(accounts.map((account) => [
      account,
      inCoins((isCard ? -1 : 1) * Math.round(draw.fraction() * 3_000 * scale), currency),
    ])),
    bookings: choice.pending === true ? withPending(draw, bookings) : bookings,
    today: dayText(Date.parse(last) + draw.whole(0, draw.percent(70) ? 6 : 90) * DAY),
  };
}

interface BookingChoice extends LedgerChoice {
  readonly draw: Draw;
  readonly currency: Currency;
  readonly scale: number;
  readonly isSaving: boolean;
  readonly shops: readonly string[];
  readonly accounts: readonly string[];
}

function bookingOn(day: number, choice: BookingChoice): Booking {
  const { draw, currency, language } = choice;
  const kind = choice.isCard
    ? draw.weighted({ shop: 90, refund: 4, payment: 4, fee: 2 })
    : choice.isSaving
    ? draw.weighted({ interest: 25, in: 50, out: 25 })
    : draw.weighted({ shop: 68, refund: 3, salary: 6, rent: 6, fee: 3, in: 7, out: 7 });
  const { units, payee } = amountAndPayee(kind, choice);
  const isAbroad = kind === "shop" && draw.percent(12);
  const isOther = choice.otherCurrency === true && draw.percent(15);
  return {
    date: dayText(day),
    valueDate: dayText(day + draw.pick([0, 0, 0, -1, -2, 1, 2]) * DAY),
    time: [draw.whole(0, 23), draw.whole(0, 59), draw.whole(0, 59)].map(twoDigits).join(":"),
    units: choice.zeros === true && draw.percent(6) ? 0 : inCoins(units, currency),
    currency: isOther ? otherThan(draw, currency.iso) : currency.iso,
    account: draw.pick(choice.accounts),
    payee,
    memo: draw.percent(85) ? draw.pick(language.memos) : "",
    counter: draw.percent(70) ? accountNumber(draw) : "",
    reference: draw.digits(9),
    state: "booked",
    foreign: isAbroad
      ? {
        units: Math.round(units * (0.6 + draw.fraction())),
        currency: otherThan(draw, currency.iso),
      }
      : null,
  };
}

/** Rounds amounts in Hungarian forints to whole forints, because no smaller coins are in use. */
function inCoins(units: number, { iso }: Currency): number {
  return iso === "HUF"
    ? Math.sign(units) * Math.max(100, Math.round(Math.abs(units) / 100) * 100)
    : units;
}

function amountAndPayee(
  kind: string,
  { draw, scale, shops, language }: BookingChoice,
): { readonly units: number; readonly payee: string } {
  const shop = draw.pick(shops);
  const small = Math.max(1, Math.round(Math.exp(draw.fraction() * 5.2) * scale));
  const round = draw.whole(1, 40) * 25 * scale;
  switch (kind) {
    case "refund":
      return { units: small, payee: shop };
    case "salary":
      return {
        units: draw.whole(1_400, 5_200) * scale + draw.whole(0, scale - 1),
        payee: draw.pick(language.salary),
      };
    case "payment":
      return { units: small * 8, payee: draw.pick(language.salary) };
    case "rent":
      return { units: -draw.whole(24, 90) * 20 * scale, payee: shop };
    case "fee":
      return { units: -Math.max(1, Math.round(draw.whole(50, 990) * scale / 100)), payee: shop };
    case "interest":
      return { units: Math.max(1, Math.round(draw.whole(1, 900) * scale / 100)), payee: shop };
    case "in":
      return { units: round, payee: draw.pick(language.salary) };
    case "out":
      return { units: -round, payee: shop };
    default:
      return { units: draw.percent(12) ? -draw.whole(1, 60) * scale : -small, payee: shop };
  }
}

/** Marks the newest transactions as pending and, occasionally, an older one as failed. */
function withPending(draw: Draw, bookings: readonly Booking[]): readonly Booking[] {
  const from = bookings.length - draw.whole(1, 3);
  return bookings.map((booking, index) =>
    index > 0 && index >= from
      ? { ...booking, state: "pending" }
      : index > 0 && draw.percent(3)
      ? { ...booking, state: "failed" }
      : booking
  );
}

function accountNumber(draw: Draw): string {
  return draw.percent(50)
    ? `${draw.pick(["DE", "FR", "NL", "GB", "PL"])}${draw.digits(18)}`
    : `${draw.whole(1, 9)}${draw.digits(8)}`;
}

function otherThan(draw: Draw, iso: string): string {
  return draw.pick(["USD", "GBP", "CHF", "EUR", "SEK"].filter((other) => other !== iso));
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

export function milliunits(units: number, { decimals }: Currency): number {
  return units * 10 ** (3 - decimals);
}

/** Returns the account of the last posted transaction whose amount isn't zero. */
export function lastAccount(bookings: readonly Booking[]): string {
  const last = bookings.findLast(({ state, units }) => state === "booked" && units !== 0);
  return last?.account ?? bookings[0]?.account ?? "";
}

/**
 * Balances in the currency's smallest unit. An account's balances are negative if its owner owes
 * money.
 */
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
