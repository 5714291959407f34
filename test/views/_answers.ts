import type { Args } from "./_views.ts";

/** A forecast that falls below zero. */
export const FORECAST = {
  start_balance: 5000,
  first_shortfall: { date: "2027-02-18", balance: -4 },
  chance_below_zero: 0.6,
  months: ["2026-12", "2027-01", "2027-02"].map((month, at) => ({
    month,
    start: 5000 - at * 2000,
    in: 0,
    out: 2000,
    end: 3000 - at * 2000,
    lowest: 2999 - at * 2000,
    lowest_date: `${month}-18`,
    lowest_p10: 2900 - at * 2000,
    p10: 2950 - at * 2000,
    p90: 3050 - at * 2000,
  })),
};

/** A statement comparison with rows in every list. */
export function everyVerdict(name: string): Args {
  const row = (number: number): Args => (
    { row: number, date: "2026-11-02", amount: -77.5, payee: name }
  );
  return {
    status: "compared",
    statement: "a1b2c3d4e5f6",
    account: name,
    read: {
      format: "csv",
      first: "2026-11-01",
      last: "2026-11-19",
      rows: 9,
      sum_in: 100,
      sum_out: -620,
    },
    balance: {
      opening: 0,
      closing: 40.1,
      adds_up: true,
      cleared_before: 10,
      cleared_after: 40.1,
      difference: 0,
    },
    matched: { count: 4, clears: 3, reconciles: 0, approves: 0 },
    new_count: 23,
    new: [{ ...row(1), category: name, confidence: 0.95 }, { ...row(2), amount: 30.1 }],
    doubtful_count: 1,
    doubtful: [{
      ...row(3),
      candidates: ["t1", "t2"].map((id) => (
        { transaction_id: id, date: "2026-11-03", payee: name, category: name }
      )),
    }],
    differs_count: 1,
    differs: [{ ...row(4), transaction_id: "t3", has: -75.7 }],
    transfers_count: 1,
    transfers: [{ ...row(5), transaction_id: "t4", account: name }],
    combined_count: 1,
    combined: [{ ...row(6), transaction_ids: ["t5", "t6"] }],
    only_in_plan_count: 1,
    only_in_plan: [
      { transaction_id: "t7", date: "2026-11-04", amount: -5, payee: name, cleared: "cleared" },
    ],
    left_out_count: 1,
    left_out: [{ row: 7, reason: "other_currency" }],
  };
}

/** Calls whose answers the views render. */
export const CALLS: readonly (readonly [tool: string, args: Args])[] = [
  ["get_money_history", { since: "2026-06" }],
  ["get_monthly_summary", {}],
  ["get_category_balances", { only_underfunded: true }],
  ["find_transactions", { group_by: "payee", limit: 9 }],
  ["find_transactions", { limit: 9 }],
  ["get_budget_vs_actual", { month: "2026-11" }],
  ["get_spending_trends", { months: 3 }],
  ["forecast_balance", {
    until: "2027-02",
    one_offs: [{ date: "2026-12-20", amount: -9, label: "Party" }],
  }],
  ["can_afford", { amount: 600, date: "2026-12-20" }],
  ["suggest_categories", { limit: 3 }],
  ["assign_month", { month: "2026-11", mode: "cover_overspending" }],
];
