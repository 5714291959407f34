import { assertEquals } from "@std/assert";
import { type MoneyHistory, moneyHistory } from "../../../domain/insights/money_history.ts";
import type { AccountRecord, TransactionRecord } from "../../../domain/base/plan_records.ts";
import { aCategory, anAccount, aTransaction } from "../../_builders.ts";

const INFLOW = aCategory({
  id: "inflow",
  name: "Inflow: Ready to Assign",
  category_group_name: "Internal Master Category",
  internal: true,
});
const FOOD = aCategory({ id: "food", name: "Food" });

interface Records {
  readonly accounts: readonly AccountRecord[];
  readonly transactions: readonly TransactionRecord[];
}

function historyOf(
  { accounts, transactions }: Records,
  change: Partial<Parameters<typeof moneyHistory>[1]> = {},
): MoneyHistory {
  return moneyHistory({ accounts, categories: [INFLOW, FOOD], transactions, months: [] }, {
    since: "2024-01-01",
    until: "2025-08-01",
    today: "2025-08-31",
    leftOut: new Set(),
    ...change,
  });
}

Deno.test("moneyHistory() counts each matched pair once and names accounts that don't balance", () => {
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
  // 31 payments of 10 over 30 days average 310 / 30 a day, so 620 lasts 60 days.
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
  // Four finished months, 900 in total: May through August (August counts as finished because today
  // is its last day).
  const runway = (
    transactions: readonly TransactionRecord[],
    leftOut: readonly string[] = [],
  ): number | null =>
    historyOf({ accounts, transactions }, { leftOut: new Set(leftOut) }).lasts.runway_days;
  assertEquals(runway([...spending, ...payments]), Math.floor(3_000 / (900 / 4 / 30.436875)));
  assertEquals(runway(spending), Math.floor(3_000 / (600 / 4 / 30.436875)));
  assertEquals(runway([...spending, ...payments], ["car"]), runway(spending));
});
