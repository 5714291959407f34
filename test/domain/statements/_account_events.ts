import type { Random } from "../../../demo/model/random.ts";
import { addDays } from "../../../domain/base/day.ts";
import { addMonths } from "../../../domain/base/month.ts";

/** Money movements as they happened, before either the bank or the user records them. */
export interface AccountEvent {
  readonly party: Party;
  /** Day of the purchase, `YYYY-MM-DD`. */
  readonly day: string;
  /** Milliunits. */
  readonly amount: number;
}

/** The other party of an event, such as a shop or an employer. */
export interface Party {
  readonly key: string;
  readonly kind: PartyKind;
  /** The name as the merchant spells it. */
  readonly name: string;
  /** Payee that the user enters; `null` if the user leaves it empty. */
  readonly payee: string | null;
  readonly category: string | null;
}

export type PartyKind =
  | "habit"
  | "fixed"
  | "shop"
  | "table"
  | "person"
  | "income"
  | "cash"
  | "transfer";

const HEADS = ("Alder Brook Cobalt Dover Elm Falcon Grove Hazel Iris Juno Kestrel Lark Moss Nord " +
  "Olive Pine Quill Raven Sable Tulip Umber Vale Willow Xenia York Zephyr").split(" ");
const TAILS = ("Market Coffee Transit Rentals Energy Mobile Pharmacy Books Grill Bakery Fuel Gym " +
  "Cinema Insurance Hardware Florist Noodles Taxi Clinic Music").split(" ");
const PEOPLE = ("Anna Berg;Tom Hale;Mia Ortiz;Jon Weiss;Eva Lindt;Sam Okoye").split(";");
const NICKNAMES = ("Lunch;Groceries;Kids;Dad;Stuff;Weekend;Work;Home;Going out;Treat").split(";");

/** Ways in which users name a merchant, with their shares. */
const NAMING = { full: 0.63, first: 0.13, nickname: 0.14, misspelt: 0.06 };

/** Minimum and maximum number of parties of each kind per household. */
const HOUSEHOLD: Readonly<Record<PartyKind, readonly [number, number]>> = {
  habit: [0, 2],
  fixed: [4, 9],
  shop: [8, 18],
  table: [2, 5],
  person: [1, 4],
  income: [1, 2],
  cash: [0, 1],
  transfer: [0, 2],
};

export function householdOf(draws: Random): readonly Party[] {
  const kinds = Object.keys(HOUSEHOLD) as PartyKind[];
  return kinds.flatMap((kind) => {
    const [fewest, most] = HOUSEHOLD[kind];
    return Array.from(
      { length: draws.integer(fewest, most) },
      (_, at) => partyOf(kind, at, draws),
    );
  });
}

function partyOf(kind: PartyKind, at: number, draws: Random): Party {
  const name = kind === "person"
    ? draws.pick(PEOPLE)
    : kind === "cash"
    ? "ATM Withdrawal"
    : kind === "transfer"
    ? "Savings"
    : `${draws.pick(HEADS)} ${draws.pick(TAILS)}`;
  const isPlain = kind === "income" || kind === "transfer" || draws.chance(0.1);
  return {
    key: `${kind}/${at}/${name}`,
    kind,
    name,
    payee: kind === "transfer" ? "Transfer : Savings" : payeeFor(name, draws),
    category: isPlain ? null : `category ${draws.integer(1, 12)}`,
  };
}

function payeeFor(name: string, draws: Random): string | null {
  let left = draws.fraction();
  if ((left -= NAMING.full) < 0) return name;
  if ((left -= NAMING.first) < 0) return name.split(" ")[0] ?? name;
  if ((left -= NAMING.nickname) < 0) return draws.pick(NICKNAMES);
  if ((left -= NAMING.misspelt) < 0) return name.replace(/(.)(.)(?=.$)/u, "$2$1");
  return null;
}

/** Lists the events between two days, inclusive. */
export function eventsOf(
  party: Party,
  { since, until, draws }: { readonly since: string; readonly until: string; draws: Random },
): readonly AccountEvent[] {
  const days = EVENT_DAYS[party.kind](since, until, draws);
  const amountOf = AMOUNTS[party.kind](draws);
  return days.filter((day) => day >= since && day <= until).map((day) => {
    const amount = amountOf();
    // Shops occasionally refund a purchase.
    const isRefund = party.kind === "shop" && draws.chance(0.03);
    return { party, day, amount: isRefund ? -amount : amount };
  });
}

type DaysOf = (since: string, until: string, draws: Random) => readonly string[];

const EVENT_DAYS: Readonly<Record<PartyKind, DaysOf>> = {
  habit: (since, until, draws) => spaced(since, until, habitGap(draws)),
  fixed: (since, until, draws) =>
    draws.chance(0.15)
      ? spaced(since, until, () => 7)
      : monthly(since, until, draws.integer(1, 28), draws),
  shop: (since, until, draws) => spaced(since, until, randomGap(draws, draws.integer(6, 45))),
  table: (since, until, draws) => spaced(since, until, randomGap(draws, draws.integer(8, 30))),
  person: (since, until, draws) => spaced(since, until, randomGap(draws, draws.integer(15, 60))),
  income: (since, until, draws) => monthly(since, until, draws.integer(1, 28), draws),
  cash: (since, until, draws) => spaced(since, until, randomGap(draws, draws.integer(7, 20))),
  transfer: (since, until, draws) => monthly(since, until, draws.integer(1, 28), draws),
};

/** Some users buy coffee every working day; some take the train twice a day. */
function habitGap(draws: Random): () => number {
  const often = draws.integer(0, 5);
  return () => often === 0 ? draws.integer(0, 1) : draws.integer(1, 2 * often);
}

function randomGap(draws: Random, mean: number): () => number {
  return () => Math.max(1, Math.round(-mean * Math.log(1 - draws.fraction())));
}

function spaced(since: string, until: string, gap: () => number): readonly string[] {
  const days: string[] = [];
  for (let day = addDays(since, gap()); day <= until; day = addDays(day, gap())) days.push(day);
  return days;
}

function monthly(since: string, until: string, on: number, draws: Random): readonly string[] {
  const days: string[] = [];
  for (let nth = 0; addMonths(since, nth, 1) <= until; nth++) {
    days.push(addDays(addMonths(since, nth, on), draws.integer(-1, 1)));
  }
  return days;
}

/** Amounts that several parties charge. */
const PRICE_POINTS = [4_990, 9_990, 9_990, 12_990, 14_990, 15_000, 20_000, 25_000, 30_000, 50_000];
const ROUND_SUMS = [10_000, 20_000, 20_000, 30_000, 40_000, 50_000, 50_000, 100_000, 200_000];

type AmountsOf = (draws: Random) => () => number;

const AMOUNTS: Readonly<Record<PartyKind, AmountsOf>> = {
  habit: (draws) => {
    const price = -10 * draws.integer(180, 620);
    const other = price - 500 * draws.integer(1, 3);
    return () => draws.chance(0.8) ? price : other;
  },
  fixed: (draws) => {
    const price = -(draws.chance(0.5) ? draws.pick(PRICE_POINTS) : roundly(draws, 5_000, 180_000));
    const isSame = draws.chance(0.7);
    return () => isSame ? price : Math.round(price * (0.8 + 0.4 * draws.fraction()) / 10) * 10;
  },
  shop: (draws) => {
    const usual = 6_000 * Math.exp(2.6 * draws.fraction());
    return () => -Math.max(1_000, roundly(draws, usual * 0.3, usual * 1.8));
  },
  table: (draws) => () => -roundly(draws, 12_000, 90_000),
  person: (draws) => () => (draws.chance(0.4) ? 1 : -1) * draws.pick(ROUND_SUMS),
  income: (draws) => {
    const pay = 10 * draws.integer(120_000, 420_000);
    return () => draws.chance(0.7) ? pay : pay + 10 * draws.integer(-9_000, 9_000);
  },
  cash: (draws) => () => -draws.pick(ROUND_SUMS),
  transfer: (draws) => () => -50_000 * draws.integer(1, 12),
};

/** Returns a price; prices end in .99, .50 or .00 more often than in other cents. */
function roundly(draws: Random, lowest: number, highest: number): number {
  const price = lowest + (highest - lowest) * draws.fraction();
  const whole = Math.ceil(price / 1000) * 1000;
  const luck = draws.fraction();
  if (luck < 0.15) return whole - 10;
  if (luck < 0.27) return whole;
  if (luck < 0.35) return whole - 500;
  return Math.max(10, Math.round(price / 10) * 10);
}
