import { type Random, randomFrom } from "../../../demo/model/random.ts";
import { addDays } from "../../../domain/base/day.ts";
import { addMonths, lastOfMonth } from "../../../domain/base/month.ts";
import type {
  AccountRecord,
  ScheduledRecord,
  TransactionRecord,
} from "../../../domain/base/plan_records.ts";
import { anAccount, aSchedule, aTransaction } from "../../_builders.ts";
import { billsOf } from "./_generated_bills.ts";
import { movesOf } from "./_generated_moves.ts";
import { spendingOf } from "./_generated_spending.ts";

/** One movement of money before it becomes a row. */
export interface Movement {
  readonly date: string;
  /** Milliunits, signed as the account sees it. */
  readonly amount: number;
  readonly payee: string;
  readonly account: "checking" | "savings" | "visa";
  /** The other account of a transfer. */
  readonly to?: "savings" | "visa" | "brokerage" | "checking";
}

/** An invented household and what it knows of itself on a day. */
export interface GeneratedHousehold {
  /** First and last day of its rows. */
  readonly since: string;
  readonly until: string;
  /** Accounts with the balances of that evening. */
  accountsOn(day: string): readonly AccountRecord[];
  rowsUntil(day: string): readonly TransactionRecord[];
  schedulesOn(day: string): readonly ScheduledRecord[];
}

/** Months of rows that every household has. */
export const MONTHS = 36;

const FIRST = "2022-01-01";

/** What a household does besides. */
export interface HouseholdTraits {
  /** Whether it moves money between its accounts by hand. */
  readonly isMoving?: boolean;
}

/** Makes the household of a seed. */
export function generatedHousehold(
  seed: number,
  { isMoving = false }: HouseholdTraits = {},
): GeneratedHousehold {
  const random = (purpose: string): Random => randomFrom(`cashflow/${seed}/${purpose}`);
  const months = Array.from({ length: MONTHS }, (_, at) => addMonths(FIRST, at));
  const scale = 0.7 + 0.9 * random("scale").fraction();
  const cash = [
    ...incomeOf(months, scale, random),
    ...billsOf(months, scale, random),
    ...spendingOf(months, scale, random),
    ...transfersOf(months, scale, random),
    {
      date: FIRST,
      amount: round(4_000_000 * scale),
      payee: "Starting Balance",
      account: "checking",
    },
    {
      date: FIRST,
      amount: round(9_000_000 * scale),
      payee: "Starting Balance",
      account: "savings",
    },
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

/** Rounds to a hundredth of the currency unit. */
export function round(milliunits: number): number {
  return Math.round(milliunits / 10) * 10;
}

/** Moves a day that falls on a weekend to the working day after it, or before it. */
export function workingDay(day: string, step: 1 | -1 = 1): string {
  const weekday = new Date(day).getUTCDay();
  return weekday === 0 || weekday === 6 ? workingDay(addDays(day, step), step) : day;
}

/** Draws a factor around 1: `exp` of a normal deviate with this deviation. */
export function noise(random: Random, deviation: number): number {
  const u = Math.max(random.fraction(), 1e-9);
  const normal = Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * random.fraction());
  return Math.exp(deviation * normal);
}

/** Opens the draws for a purpose. */
export type Randoms = (purpose: string) => Random;

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
  const movements: Movement[] = pay.map((one) => ({
    ...one,
    payee: "Employer",
    account: "checking",
  }));
  const hasBonus = draw.chance(0.5);
  const isFreelancing = draw.chance(0.4);
  for (const month of months) {
    if (hasBonus && month.slice(5, 7) === "12") {
      const amount = round(yearly / 12 * (0.3 + 0.4 * draw.fraction()));
      movements.push({
        date: addDays(month, 14),
        amount,
        payee: "Employer Bonus",
        account: "checking",
      });
    }
    if (isFreelancing && draw.chance(0.35)) {
      const amount = round(450_000 * noise(draw, 0.5));
      movements.push({
        date: addDays(month, draw.integer(2, 26)),
        amount,
        payee: draw.pick(["Client A", "Client B", "Client C"]),
        account: "checking",
      });
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

/** Every month the card's balance of the month before is paid. */
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

/** A planner has schedules for rent and the move to savings, entered as they fall due. */
function schedulesOf(rows: readonly TransactionRecord[], day: string): readonly ScheduledRecord[] {
  return [["Landlord", 1], ["Transfer : savings", 26]].flatMap(([payee, wanted]) => {
    const first = rows.find((row) => row.payee_name === payee)?.amount ?? 0;
    // What is moved by hand goes by the same name.
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
