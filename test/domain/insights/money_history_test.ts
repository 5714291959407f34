import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type MoneyHistory, moneyHistory } from "../../../domain/insights/money_history.ts";
import type { AccountRecord, TransactionRecord } from "../../../domain/base/plan_records.ts";
import { aCategory, anAccount, aSplitLine, aTransaction } from "../../_builders.ts";
import { runs } from "../../_runs.ts";

const INFLOW = aCategory({
  id: "inflow",
  name: "Inflow: Ready to Assign",
  category_group_name: "Internal Master Category",
  internal: true,
});
const FOOD = aCategory({ id: "food", name: "Food" });

const ACCOUNTS = [
  { id: "checking", type: "checking", on_budget: true },
  { id: "card", type: "creditCard", on_budget: true },
  { id: "fund", type: "otherAsset", on_budget: false },
  { id: "loan", type: "autoLoan", on_budget: false, closed: true },
];

interface Life {
  readonly accounts: readonly AccountRecord[];
  readonly transactions: readonly TransactionRecord[];
  /** Balances by month, as recorded on the month's last day. */
  readonly recorded: ReadonlyMap<string, readonly number[]>;
}

const FIRST_YEAR = 2024;
const MONTHS = 20;
const monthAt = (at: number): string =>
  `${FIRST_YEAR + Math.floor(at / 12)}-${String(at % 12 + 1).padStart(2, "0")}`;

interface LifeEvent {
  readonly account: number;
  readonly other: number;
  readonly what: string;
  readonly amount: number;
  readonly rest: number;
  readonly day: number;
}

const anyEvent: fc.Arbitrary<LifeEvent> = fc.record({
  account: fc.integer({ min: 0, max: 3 }),
  other: fc.integer({ min: 0, max: 3 }),
  what: fc.constantFrom("pay", "earn", "move", "split", "adjust", "interest", "open", "half"),
  amount: fc.integer({ min: -90_000, max: 90_000 }),
  rest: fc.integer({ min: -9_000, max: 9_000 }),
  day: fc.integer({ min: 1, max: 28 }),
});
const anyLife = fc.array(fc.array(anyEvent, { maxLength: 8 }), {
  minLength: MONTHS,
  maxLength: MONTHS,
});

/** Simulates the months in order, and records every balance at the end of each month. */
function lived(months: readonly (readonly LifeEvent[])[]): Life {
  const balances = [0, 0, 0, 0];
  const transactions: TransactionRecord[] = [];
  const recorded = new Map<string, readonly number[]>();
  for (const [at, events] of months.entries()) {
    for (const { account, other, what, amount, rest, day } of events) {
      const date = `${monthAt(at)}-${String(day).padStart(2, "0")}`;
      const idOf = (place: number): string => ACCOUNTS[place]?.id ?? "";
      const enter = (place: number, sum: number, change: object): void => {
        transactions.push(aTransaction({ account_id: idOf(place), date, amount: sum, ...change }));
        balances[place] = (balances[place] ?? 0) + sum;
      };
      if (what === "pay") enter(account, amount, { category_id: "food" });
      if (what === "earn") enter(account, amount, { category_id: "inflow" });
      if (what === "adjust") enter(account, amount, { payee_name: "Manual Balance Adjustment" });
      if (what === "interest") enter(account, amount, { debt_transaction_type: "interest" });
      if (what === "open") enter(account, amount, { payee_name: "Starting Balance" });
      if (what === "half") enter(account, amount, { transfer_account_id: "deleted" });
      if (what === "move" && account !== other) {
        enter(account, amount, { transfer_account_id: idOf(other), category_id: "food" });
        enter(other, -amount, { transfer_account_id: idOf(account) });
      }
      if (what === "split" && account !== other) {
        const lines = [
          aSplitLine({ amount: rest, category_id: "food" }),
          aSplitLine({ amount: amount - rest, transfer_account_id: idOf(other) }),
          aSplitLine({ amount: 77, category_id: "food", deleted: true }),
        ];
        enter(account, amount, { subtransactions: lines });
        enter(other, rest - amount, { transfer_account_id: idOf(account) });
      }
    }
    recorded.set(monthAt(at), [...balances]);
  }
  const accounts = ACCOUNTS.map((one, at) =>
    anAccount({ ...one, name: one.id, balance: balances[at] ?? 0 } as Partial<AccountRecord>)
  );
  return { accounts, transactions, recorded };
}

function historyOf(
  { accounts, transactions }: Pick<Life, "accounts" | "transactions">,
  change: Partial<Parameters<typeof moneyHistory>[1]> = {},
): MoneyHistory {
  return moneyHistory({ accounts, categories: [INFLOW, FOOD], transactions, months: [] }, {
    since: `${monthAt(0)}-01`,
    until: `${monthAt(MONTHS - 1)}-01`,
    today: "2025-08-31",
    leftOut: new Set(),
    ...change,
  });
}

Deno.test("moneyHistory() rebuilds recorded month ends and explains each change exactly", () => {
  const anyRange = fc.record({
    events: anyLife,
    since: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: MONTHS - 1 })),
    length: fc.integer({ min: 0, max: MONTHS - 1 }),
    // A client in another time zone may already have entered later transactions.
    today: fc.constantFrom("2025-08-31", "2025-08-10"),
  });
  fc.assert(
    fc.property(anyRange, ({ events, since, length, today }) => {
      const until = Math.min(MONTHS - 1, since + length);
      const life = lived(events);
      const { change, months, kinds } = historyOf(life, {
        since: `${monthAt(since)}-01`,
        until: `${monthAt(until)}-01`,
        today,
      });
      const { net_worth: whole, saved, gains, opened, corrections, unpaired } = change;
      assertEquals(whole, saved + gains + opened + corrections + unpaired);
      const before = life.recorded.get(monthAt(since - 1)) ?? [0];
      const after = life.recorded.get(monthAt(until)) ?? [];
      const total = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
      if (months.length > 0) assertEquals(whole, total(after) - total(before));
      for (const { month, net_worth: worth, assets, debts } of months) {
        const recorded = life.recorded.get(month) ?? [];
        assertEquals(assets, total(recorded.filter((one) => one > 0)));
        assertEquals(debts, 0 - total(recorded.filter((one) => one < 0)));
        assertEquals(worth, total(recorded));
      }
      assertEquals(total(months.map((month) => month.saved)), saved);
      assertEquals(total(kinds.map(({ end }) => end)), total(after));
    }),
    runs(100),
  );
});

Deno.test("moneyHistory() counts a matched pair once and names accounts that don't add up", () => {
  const transactions = [
    aTransaction({ id: "a", date: "2025-08-01", amount: -5_000, matched_transaction_id: "b" }),
    aTransaction({
      id: "b",
      date: "2025-08-03",
      amount: -5_000,
      matched_transaction_id: "a",
      import_id: "YNAB:-5000:2025-08-03:1",
    }),
  ];
  const right = [anAccount({ id: "checking", balance: -5_000 })];
  assertEquals(historyOf({ accounts: right, transactions }).incompleteAccounts, []);
  const wrong = [anAccount({ id: "checking", name: "Odd", balance: -10_000 })];
  assertEquals(historyOf({ accounts: wrong, transactions }).incompleteAccounts, ["Odd"]);
});

/** Spends 10 a day for a number of days, through yesterday. */
function dailySpending(days: number): readonly TransactionRecord[] {
  const first = Date.parse("2025-08-30T00:00:00Z") - (days - 1) * 86_400_000;
  return Array.from({ length: days }, (_, at) =>
    aTransaction({
      date: new Date(first + at * 86_400_000).toISOString().slice(0, 10),
      amount: -10_000,
      category_id: at % 2 === 0 ? "food" : "fun",
    }));
}

Deno.test("moneyHistory() computes days of buffering as Toolkit for YNAB does", () => {
  const accounts = [anAccount({ id: "checking", balance: 620_000 })];
  // 31 payments over 30 days: 310 / 30 a day, so 620 lasts 60 days.
  const { lasts } = historyOf({ accounts, transactions: dailySpending(31) });
  assertEquals([lasts.days_of_buffering, lasts.window_days, lasts.daily_outflow], [60, 30, 10_333]);
  const short = historyOf({ accounts, transactions: dailySpending(14) }).lasts;
  assertEquals([short.days_of_buffering, short.daily_outflow], [null, null]);
});

Deno.test("moneyHistory() includes loan payments in the runway and excludes the given categories", () => {
  const accounts = [
    anAccount({ id: "checking", balance: 3_000_000 }),
    anAccount({ id: "loan", type: "autoLoan", on_budget: false }),
  ];
  const inMonths = (change: object): readonly TransactionRecord[] =>
    ["2025-05-01", "2025-06-10", "2025-07-10"].map((date) => aTransaction({ date, ...change }));
  const spending = inMonths({ amount: -200_000, category_id: "food" });
  const payments = inMonths({ amount: -100_000, category_id: "car", transfer_account_id: "loan" });
  // Four finished months with a total of 900: May to August, because August ends today.
  const runway = (
    transactions: readonly TransactionRecord[],
    leftOut: readonly string[] = [],
  ): number | null =>
    historyOf({ accounts, transactions }, { leftOut: new Set(leftOut) }).lasts.runway_days;
  assertEquals(runway([...spending, ...payments]), Math.floor(3_000 / (900 / 4 / 30.436875)));
  assertEquals(runway(spending), Math.floor(3_000 / (600 / 4 / 30.436875)));
  assertEquals(runway([...spending, ...payments], ["car"]), runway(spending));
});
