import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { allSteps } from "../../../domain/base/all_steps.ts";
import { addDays } from "../../../domain/base/day.ts";
import { addMonths } from "../../../domain/base/month.ts";
import { type CashPaths, expectedInSteps } from "../../../domain/forecast/forecast.ts";
import {
  type CashAnswer,
  cashAnswerInSteps,
  lastDayOf,
  lowsOf,
  type PlannedPayments,
  safeAmountOn,
} from "../../../domain/insights/afford.ts";
import {
  type GeneratedHousehold,
  generatedHousehold,
  MONTHS,
  planOn,
} from "../forecast/_generated_household.ts";
import { runs, times } from "../../_runs.ts";

const TODAY = "2026-03-15";
const CENTS = { symbol: "$", isSymbolFirst: true, decimals: 2 };

const answerOf = (
  cash: CashPaths,
  payments: Pick<PlannedPayments, "amount" | "date" | "times">,
  limit = 0,
): CashAnswer => allSteps(cashAnswerInSteps(cash, { ...payments, today: TODAY, limit }, CENTS));

const day = (text: string): number => Date.parse(text) / 86_400_000;

/**
 * Number of days in each balance path: enough to reach three months past the last payment. There
 * are up to three monthly payments, and the first is less than a year away.
 */
const LENGTH = day("2027-08-15") - day(TODAY) + 1;

/** Random balance paths with a payday every 30 days. */
const anyCash: fc.Arbitrary<CashPaths> = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  drift: fc.integer({ min: -9, max: 9 }),
}).map(({ seed, drift }) => {
  let state = seed;
  const next = (): number => (state = state * 48_271 % 2_147_483_647) / 2_147_483_647;
  const paths = Array.from({ length: 25 }, () => {
    let balance = 3_000_000;
    return Float64Array.from({ length: LENGTH }, (_, at) => {
      balance += (next() - 0.5) * 60_000 + drift * 1_000 + (at % 30 === 20 ? 900_000 : -30_000);
      return balance;
    });
  });
  return { expected: [...paths[0] ?? []], paths, finishedMonths: 12 };
});

/**
 * Returns the due dates of `times` monthly payments, and the dates on which the next three would be
 * due. Each date is a number of days from today.
 */
function paidOn(first: number, times: number): readonly number[] {
  const start = new Date((day(TODAY) + first) * 86_400_000);
  return Array.from({ length: times + 3 }, (_, at) => {
    const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + at];
    const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    const date = Date.UTC(year, month, Math.min(start.getUTCDate(), length));
    return date / 86_400_000 - day(TODAY);
  });
}

/** The risk that the balance falls below the limit, computed by following each path day by day. */
function riskByHand(
  { paths }: CashPaths,
  { first, times, amount, limit }: Readonly<Record<"first" | "times" | "amount" | "limit", number>>,
): number {
  const days = paidOn(first, times);
  const last = days.at(-1) ?? 0;
  const paidDays = new Set(days.slice(0, times));
  let below = 0;
  for (const path of paths) {
    let paid = 0;
    let isBelow = false;
    for (let at = first; at <= last; at++) {
      if (paidDays.has(at)) paid += amount;
      if ((path[at] ?? 0) - paid < limit) isBelow = true;
    }
    if (isBelow) below += 1;
  }
  return 0.05 + 0.95 * below / paths.length;
}

const anyQuestion = fc.record({
  cash: anyCash,
  first: fc.integer({ min: 0, max: 364 }),
  times: fc.integer({ min: 1, max: 3 }),
  cents: fc.integer({ min: 1, max: 400_000 }),
  limit: fc.constantFrom(0, 500_000, -200_000),
});

const close = (one: number, other: number): boolean => Math.abs(one - other) < 1e-9;

Deno.test("cashAnswerInSteps() returns the same risk as a calculation that follows each simulated path day by day", () => {
  fc.assert(
    fc.property(anyQuestion, ({ cash, first, times, cents, limit }) => {
      const amount = cents * 10;
      const date = addDays(TODAY, first);
      const { chance, isSafe, earliestDate } = answerOf(cash, { amount, date, times }, limit);
      assert(close(chance?.without ?? -1, riskByHand(cash, { first, times, amount: 0, limit })));
      assert(close(chance?.with ?? -1, riskByHand(cash, { first, times, amount, limit })));
      assertEquals(isSafe, (chance?.with ?? 1) <= 0.1);
      // The reported earliest date must be safe, and every earlier day must be unsafe.
      const last = day("2027-03-15") - day(TODAY);
      const isSafeOn = (at: number): boolean =>
        riskByHand(cash, { first: at, times, amount, limit }) <= 0.1;
      const found = earliestDate === null ? last + 1 : day(earliestDate) - day(TODAY);
      if (earliestDate !== null) assert(isSafeOn(found));
      for (let at = first; at < found; at += 3) assert(!isSafeOn(at), `day ${at}`);
    }),
    runs(12),
  );
});

Deno.test("cashAnswerInSteps() returns the largest amount that is safe on every later day", () => {
  fc.assert(
    fc.property(anyQuestion, ({ cash, first, times, limit }) => {
      const payments = { amount: 10, date: addDays(TODAY, first), times };
      const { safeAmount } = answerOf(cash, payments, limit);
      const amount = safeAmount ?? 0;
      assertEquals(amount % 10, 0);
      const last = day("2027-03-15") - day(TODAY);
      const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
      const isSafe = (at: number, sum: number): boolean =>
        riskByHand(cash, { first: at, times, amount: sum, limit }) <= 0.1;
      if (amount > 0) assert(days.every((at) => isSafe(at, amount)));
      assert(days.some((at) => !isSafe(at, amount + 10)));
    }),
    runs(6),
  );
});

const CASH: ReadonlySet<string> = new Set(["checking", "savings"]);

function cashOn(household: GeneratedHousehold, cut: string): CashPaths {
  const options = { accountIds: CASH, today: cut, until: addMonths(cut, 15, 1) };
  return allSteps(expectedInSteps(planOn(household, cut), options));
}

/** Actual balances at the end of each day, starting with the given day. */
function eveningsAfter(household: GeneratedHousehold, cut: string): readonly number[] {
  let balance = household.accountsOn(cut).filter(({ id }) => CASH.has(id))
    .reduce((sum, one) => sum + one.balance, 0);
  const rows = Map.groupBy(
    household.rowsUntil(household.until).filter(({ account_id: id }) => CASH.has(id)),
    ({ date }) => date,
  );
  const evenings = [balance];
  for (let date = addDays(cut, 1); date <= household.until; date = addDays(date, 1)) {
    balance += (rows.get(date) ?? []).reduce((sum, { amount }) => sum + amount, 0);
    evenings.push(balance);
  }
  return evenings;
}

const HOUSEHOLDS = times(6);

/**
 * For each amount that was judged safe to spend based on at least a year of history, whether it
 * really was safe.
 */
function calledSafeAmounts(): readonly boolean[] {
  return Array.from({ length: HOUSEHOLDS }, (_, at) => at + 1).flatMap((seed) => {
    const household = generatedHousehold(seed, { isMoving: seed % 3 === 0 });
    const proved: boolean[] = [];
    for (let months = 12; months + 7 <= MONTHS; months += 2) {
      const cut = addMonths(household.since, months - 1, 28 - months * 5 % 20);
      const lows = lowsOf(cashOn(household, cut));
      const evenings = eveningsAfter(household, cut);
      for (const ahead of [0, 30, 90]) {
        const date = addDays(cut, ahead);
        const payments = { amount: 0, date, times: 1, today: cut, limit: 0 };
        const last = day(lastDayOf(payments)) - day(cut);
        const safe = safeAmountOn(lows, payments);
        proved.push(Math.min(...evenings.slice(ahead, last + 1)) >= safe);
      }
    }
    return proved;
  });
}

Deno.test("about 90% of the amounts that safeAmountOn() considers 90% safe turn out to be safe", () => {
  const proved = calledSafeAmounts();
  const share = proved.filter(Boolean).length / proved.length;
  assert(proved.length >= 150 && share >= 0.86 && share <= 0.94, `${share} of ${proved.length}`);
});
