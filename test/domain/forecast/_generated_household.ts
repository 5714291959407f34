import { type Random, randomFrom } from "../../../demo/model/random.ts";
import { addDays } from "../../../domain/base/day.ts";
import { addMonths, lastOfMonth } from "../../../domain/base/month.ts";
import type {
  AccountRecord,
  ScheduledRecord,
  TransactionRecord,
} from "../../../domain/base/plan_records.ts";
import type { LivePlan } from "../../../domain/transactions/transaction_chunks.ts";
import { aCategory, anAccount, aSchedule, aTransaction } from "../../_builders.ts";

interface Movement {
  readonly date: string;
  /** Amount in milliunits; negative if money leaves the account. */
  readonly amount: number;
  readonly payee: string;
  readonly account: "checking" | "savings" | "visa";
  /** The other account of a transfer. */
  readonly to?: "savings" | "visa" | "brokerage" | "checking";
}

/** A generated household, and its records as of a given day. */
export interface GeneratedHousehold {
  readonly since: string;
  readonly until: string;
  /** Returns the accounts with their balances at the end of the given day. */
  accountsOn(day: string): readonly AccountRecord[];
  rowsUntil(day: string): readonly TransactionRecord[];
  schedulesOn(day: string): readonly ScheduledRecord[];
}

export function planOn(household: GeneratedHousehold, day: string): LivePlan {
  return {
    accounts: household.accountsOn(day),
    categories: [
      aCategory({ id: "inflow", name: "Inflow: Ready to Assign", internal: true }),
      aCategory({ id: "spending" }),
    ],
    schedules: household.schedulesOn(day),
    transactions: household.rowsUntil(day),
  };
}

export const MONTHS = 36;

const FIRST = "2022-01-01";

interface HouseholdTraits {
  /** Whether the household moves money between its accounts manually. */
  readonly isMoving?: boolean;
  /** The share of purchases paid by card; by default, it varies from 0 to 0.6. */
  readonly cardShare?: number | undefined;
}

export function generatedHousehold(
  seed: number,
  { isMoving = false, cardShare }: HouseholdTraits = {},
): GeneratedHousehold {
  const random = (purpose: string): Random => randomFrom(`cashflow/${seed}/${purpose}`);
  const months = Array.from({ length: MONTHS }, (_, at) => addMonths(FIRST, at));
  const scale = 0.7 + 0.9 * random("scale").fraction();
  const cash = [
    ...incomeOf(months, scale, random),
    ...billsOf(months, scale, random),
    ...spendingOf(months, { scale, random, cardShare }),
    ...transfersOf(months, scale, random),
    opening("checking", 4_000_000 * scale),
    opening("savings", 9_000_000 * scale),
  ] as const;
  const paid = [...cash, ...cardPayments(months, cash)];
  const rows = [...paid, ...(isMoving ? movesOf(months, paid, random) : [])].flatMap(rowsOf);
  const ordered = rows.toSorted((a, b) => a.date < b.date ? -1 : Number(a.date > b.date))
    .map((row, at) => ({ ...row, id: String(at) }));
  const until = lastOfMonth(months.at(-1) ?? FIRST);
  const isPlanner = seed % 2 === 0;
  return {
    since: FIRST,
    until,
    rowsUntil: (day) => ordered.filter(({ date }) => date <= day),
    accountsOn: (day) => accountsOf(ordered.filter(({ date }) => date <= day)),
    schedulesOn: (day) => isPlanner ? schedulesOf(ordered, day) : [],
  };
}

function round(milliunits: number): number {
  return Math.round(milliunits / 10) * 10;
}

/** Moves a date that falls on a weekend to the next or previous weekday. */
function workingDay(day: string, step: 1 | -1 = 1): string {
  const weekday = new Date(day).getUTCDay();
  return weekday === 0 || weekday === 6 ? workingDay(addDays(day, step), step) : day;
}

/** Returns a random factor from a log-normal distribution. */
function noise(random: Random, deviation: number): number {
  const u = Math.max(random.fraction(), 1e-9);
  const normal = Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * random.fraction());
  return Math.exp(deviation * normal);
}

type Randoms = (purpose: string) => Random;

function opening(account: "checking" | "savings", amount: number): Movement {
  return { date: FIRST, amount: round(amount), payee: "Starting Balance", account };
}

function received(date: string, amount: number, payee: string): Movement {
  return { date, amount, payee, account: "checking" };
}

function incomeOf(months: readonly string[], scale: number, random: Randoms): Movement[] {
  const draw = random("income");
  const kind = draw.integer(0, 2);
  const yearly = (34_000_000 + 14_000_000 * draw.fraction()) * scale;
  const raise = (date: string): number => 1.03 ** (Number(date.slice(0, 4)) - 2022);
  const days = kind === 1
    ? Array.from({ length: MONTHS * 3 }, (_, at) => addDays("2022-01-07", 14 * at))
      .filter((day) => day <= lastOfMonth(months.at(-1) ?? FIRST))
    : months.flatMap((month) =>
      (kind === 0 ? [25] : [15, 31]).map((day) => workingDay(addMonths(month, 0, day), -1))
    );
  const parts = [12, 26, 24][kind] ?? 12;
  const pay = days.map((date) => ({ date, amount: round(yearly * raise(date) / parts) }));
  const movements = pay.map(({ date, amount }) => received(date, amount, "Employer"));
  const hasBonus = draw.chance(0.5);
  const isFreelancing = draw.chance(0.4);
  for (const month of months) {
    if (hasBonus && month.slice(5, 7) === "12") {
      const amount = round(yearly / 12 * (0.3 + 0.4 * draw.fraction()));
      movements.push(received(addDays(month, 14), amount, "Employer Bonus"));
    }
    if (isFreelancing && draw.chance(0.35)) {
      const amount = round(450_000 * noise(draw, 0.5));
      const day = addDays(month, draw.integer(2, 26));
      movements.push(received(day, amount, draw.pick(["Client A", "Client B", "Client C"])));
    }
  }
  return movements;
}

function transfersOf(months: readonly string[], scale: number, random: Randoms): Movement[] {
  const draw = random("transfers");
  const invests = draw.chance(0.6);
  return months.flatMap((month): Movement[] => {
    const on = (day: number): string => workingDay(addMonths(month, 0, day));
    const saved = { date: on(26), amount: 0 - round(300_000 * scale), to: "savings" as const };
    const invested = { date: on(6), amount: 0 - round(150_000 * scale), to: "brokerage" as const };
    return [saved, ...(invests ? [invested] : [])]
      .map((one) => ({ ...one, payee: `Transfer : ${one.to}`, account: "checking" }));
  });
}

/** Returns monthly card payments, each for the card spending of the previous month. */
function cardPayments(months: readonly string[], cash: readonly Movement[]): Movement[] {
  let owed = 0;
  return months.flatMap((month): Movement[] => {
    const due = owed;
    owed = 0;
    for (const { date, amount, account } of cash) {
      if (account === "visa" && date.startsWith(month.slice(0, 7))) owed += amount;
    }
    const date = workingDay(addMonths(month, 0, 10));
    const payment = { date, amount: due, payee: "Transfer : visa", account: "checking" } as const;
    return due < 0 ? [{ ...payment, to: "visa" }] : [];
  });
}

function rowsOf(movement: Movement): readonly TransactionRecord[] {
  const { date, amount, payee, account, to } = movement;
  const row = aTransaction({ date, amount, account_id: account, payee_name: payee });
  const isIncome = amount > 0 && /^(?:Employer|Client|Tax)/u.test(payee);
  const category = to !== undefined ? null : isIncome ? "inflow" : "spending";
  if (to === undefined) return [{ ...row, category_id: category }];
  const mirror = aTransaction({
    date,
    amount: 0 - amount,
    account_id: to,
    payee_name: `Transfer : ${account}`,
    transfer_account_id: account,
  });
  return [{ ...row, transfer_account_id: to }, mirror];
}

function accountsOf(rows: readonly TransactionRecord[]): readonly AccountRecord[] {
  const balanceOf = (id: string): number =>
    rows.reduce((sum, row) => row.account_id === id ? sum + row.amount : sum, 0);
  const account = (id: string, type: string, isOnBudget = true): AccountRecord =>
    anAccount({ id, name: id, type, on_budget: isOnBudget, balance: balanceOf(id) });
  return [
    account("checking", "checking"),
    account("savings", "savings"),
    account("visa", "creditCard"),
    account("brokerage", "otherAsset", false),
  ];
}

/**
 * Returns the scheduled transactions for rent and savings. Each is scheduled for its due date,
 * although the household may pay a few days later.
 */
function schedulesOf(rows: readonly TransactionRecord[], day: string): readonly ScheduledRecord[] {
  return [["Landlord", 1], ["Transfer : savings", 26]].flatMap(([payee, wanted]) => {
    const first = rows.find((row) => row.payee_name === payee)?.amount ?? 0;
    // Exclude manual transfers, which have the scheduled transfers' payee but different amounts.
    const last = rows.findLast(({ payee_name, amount, date }) =>
      payee_name === payee && date <= day && amount < first * 0.8 && amount > first * 1.5
    );
    if (last === undefined) return [];
    return [aSchedule({
      date_first: addMonths(FIRST, 0, Number(wanted)),
      date_next: addMonths(last.date, 1, Number(wanted)),
      amount: last.amount,
      account_id: "checking",
      payee_name: String(payee),
      transfer_account_id: last.transfer_account_id ?? null,
    })];
  });
}

interface Bill {
  readonly payee: string;
  readonly day: number;
  readonly every: number;
  readonly amount: number;
  readonly vary?: number;
  /** Fraction by which the amount increases in winter. */
  readonly winter?: number;
  readonly card?: boolean;
  readonly from?: number;
  readonly to?: number;
}

function billsOf(months: readonly string[], scale: number, random: Randoms): Movement[] {
  const draw = random("bills");
  const bills: readonly Bill[] = [
    { payee: "Landlord", day: 1, every: 1, amount: 1_150_000 },
    { payee: "City Power", day: 12, every: 1, amount: 95_000, vary: 0.07, winter: 0.5 },
    { payee: "Fiber Net", day: 17, every: 1, amount: 49_000 },
    { payee: "Phone Co", day: 22, every: 1, amount: 31_000, vary: 0.02 },
    { payee: "Gym", day: 3, every: 1, amount: 39_900, to: draw.integer(18, 60) },
    { payee: "Daycare", day: 5, every: 1, amount: 380_000, from: draw.integer(0, 40) },
    { payee: "Streambox", day: 9, every: 1, amount: 15_990, card: true },
    { payee: "Water Board", day: 20, every: 3, amount: 120_000, vary: 0.1 },
    { payee: "Car Insurance", day: 14, every: 6, amount: 410_000 },
    { payee: "Home Insurance", day: 8, every: 12, amount: 330_000 },
  ];
  return bills.flatMap((bill, place) => {
    const offset = draw.integer(0, bill.every - 1);
    const rise = 1 + 0.05 * draw.fraction();
    const due = months.filter((_, at) =>
      at % bill.every === offset && at >= (bill.from ?? 0) && at <= (bill.to ?? months.length)
    );
    return due.map((month): Movement => {
      const year = Math.floor((months.indexOf(month) + place) / 12);
      const cold = Math.cos(2 * Math.PI * (Number(month.slice(5, 7)) - 1) / 12);
      const amount = bill.amount * scale * rise ** year * noise(draw, bill.vary ?? 0) *
        (1 + (bill.winter ?? 0) * cold);
      const late = draw.chance(0.15) ? draw.integer(1, 3) : 0;
      const date = workingDay(addDays(addMonths(month, 0, bill.day), late));
      const account = bill.card === true ? "visa" : "checking";
      return { date, amount: 0 - round(amount), payee: bill.payee, account };
    });
  });
}

/** Transfers between checking and savings. */
function movesOf(
  months: readonly string[],
  cash: readonly Movement[],
  random: Randoms,
): Movement[] {
  const draw = random("moves");
  const day = draw.integer(24, 28);
  const share = 0.5 + 0.6 * draw.fraction();
  return months.slice(1).flatMap((month): Movement[] => {
    const left = cash
      .filter(({ date, account, payee }) =>
        account === "checking" && payee !== "Starting Balance" && date.startsWith(month.slice(0, 7))
      )
      .reduce((sum, { amount }) => sum + amount, 0);
    const swept = Math.round(left * share / 50_000) * 50_000;
    const moves: Movement[] = [];
    if (swept !== 0 && draw.chance(0.8)) moves.push(aMove(addMonths(month, 0, day), swept));
    if (draw.chance(0.15)) {
      const back = 0 - round(400_000 + 1_600_000 * draw.fraction());
      moves.push(aMove(addMonths(month, 0, draw.integer(3, 20)), back));
    }
    return moves;
  });
}

/** Moves money to savings; a negative amount moves it back. */
function aMove(date: string, saved: number): Movement {
  const amount = 0 - saved;
  return { date, amount, payee: "Transfer : savings", account: "checking", to: "savings" };
}

/** `often` is the number of purchases per month; `typical` is their median amount in milliunits. */
type Habit = readonly [payees: readonly string[], often: number, typical: number, spread: number];

const HABITS: readonly Habit[] = [
  [["Greengrocer", "Corner Market", "Bulk Store"], 9, 48_000, 0.5],
  [["Bistro", "Noodle Bar", "Cafe Roma"], 5, 27_000, 0.6],
  [["Fuel Stop", "City Transit"], 3, 42_000, 0.25],
  [["Web Shop", "Department Store", "Bookshop"], 3, 40_000, 0.9],
  [["Pharmacy", "Dentist"], 1, 30_000, 0.8],
  [["Cash machine"], 1.5, 60_000, 0.3],
];

const SEASON = [0.85, 0.9, 1, 1, 1, 1.05, 1.25, 1.25, 0.95, 1, 1.1, 1.5];

function spendingOf(
  months: readonly string[],
  { scale, random, cardShare: given }: Pick<HouseholdTraits, "cardShare"> & {
    readonly scale: number;
    readonly random: Randoms;
  },
): Movement[] {
  const draw = random("spending");
  const fraction = draw.fraction();
  const cardShare = given ?? 0.6 * fraction;
  const drift = 1 + 0.04 * draw.fraction();
  return months.flatMap((month, at): Movement[] => {
    const season = SEASON[Number(month.slice(5, 7)) - 1] ?? 1;
    const level = scale * drift ** (at / 12) * season * noise(draw, 0.18);
    const movements = HABITS.flatMap((habit) =>
      purchases(habit, { month, level, cardShare, draw })
    );
    return [...movements, ...surprises(month, { level: scale, cardShare, draw })];
  });
}

interface Mood {
  readonly level: number;
  readonly cardShare: number;
  readonly draw: Random;
}

function purchases(
  [payees, often, typical, spread]: Habit,
  { month, level, cardShare, draw }: Mood & { readonly month: string },
): Movement[] {
  const days = Number(lastOfMonth(month).slice(8));
  const movements: Movement[] = [];
  for (let day = 0; day < days; day++) {
    if (!draw.chance(often / days)) continue;
    const amount = round(typical * level * noise(draw, spread));
    const isRefund = draw.chance(0.02);
    movements.push({
      date: addDays(month, day),
      amount: isRefund ? amount : 0 - amount,
      payee: draw.pick(payees),
      account: draw.chance(cardShare) ? "visa" : "checking",
    });
  }
  return movements;
}

/** Rare large payments and balance corrections. */
function surprises(month: string, { level, cardShare, draw }: Mood): Movement[] {
  const movements: Movement[] = [];
  const date = addDays(month, draw.integer(0, 27));
  const account = draw.chance(cardShare) ? "visa" : "checking";
  const big = 0 - Math.min(6_000_000, round(750_000 * level * noise(draw, 0.7)));
  const payee = draw.pick(["Garage", "Travel Agent", "Furniture House", "Veterinary"]);
  if (draw.chance(0.13)) movements.push({ date, amount: big, payee, account });
  if (draw.chance(0.04)) {
    const gap = round(40_000 * noise(draw, 1)) * (draw.chance(0.5) ? 1 : -1);
    const correction = "Reconciliation Balance Adjustment";
    movements.push({ date, amount: gap, payee: correction, account: "checking" });
  }
  return movements;
}
