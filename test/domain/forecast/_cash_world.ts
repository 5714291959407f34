import { allSteps } from "../../../domain/base/all_steps.ts";
import { addMonths } from "../../../domain/base/month.ts";
import {
  type Forecast,
  forecastInSteps,
  type ForecastOptions,
} from "../../../domain/forecast/forecast.ts";
import type {
  AccountRecord,
  ScheduledRecord,
  TransactionRecord,
} from "../../../domain/base/plan_records.ts";
import { aCategory, anAccount, aTransaction } from "../../_builders.ts";

export const TODAY = "2024-03-15";

export interface CashWorld extends Partial<ForecastOptions> {
  readonly rows?: readonly TransactionRecord[];
  readonly schedules?: readonly ScheduledRecord[];
  /** The balance of each account, in milliunits. */
  readonly balances?: Readonly<Record<string, number>>;
}

/** Forecasts a household's balance, by default until the end of May. */
export function forecastOf(
  { rows = [], schedules = [], balances = {}, ...options }: CashWorld,
): Forecast {
  const account = (id: string, type: string, isOnBudget = true): AccountRecord =>
    anAccount({ id, name: id, type, on_budget: isOnBudget, balance: balances[id] ?? 0 });
  return allSteps(forecastInSteps({
    accounts: [
      account("checking", "checking"),
      account("savings", "savings"),
      account("visa", "creditCard"),
      account("brokerage", "otherAsset", false),
    ],
    categories: [
      aCategory({ id: "inflow", name: "Inflow: Ready to Assign", internal: true }),
      aCategory({ id: "food" }),
    ],
    schedules,
    transactions: rows,
  }, {
    accountIds: new Set(["checking", "savings"]),
    today: TODAY,
    until: "2024-05-01",
    ...options,
  }));
}

/** Creates a transaction in the checking account for each month. */
export function monthly(
  day: number,
  change: Partial<TransactionRecord>,
  { from = "2023-01-01", until = "2024-03-01" }: {
    readonly from?: string;
    readonly until?: string;
  } = {},
): readonly TransactionRecord[] {
  const rows: TransactionRecord[] = [];
  for (let month = from; month <= until; month = addMonths(month, 1)) {
    const date = addMonths(month, 0, day);
    if (date <= TODAY) rows.push({ ...aTransaction({ date, category_id: "food" }), ...change });
  }
  return rows;
}

export function transferRows(
  rows: readonly TransactionRecord[],
  to: string,
): readonly TransactionRecord[] {
  return rows.flatMap((row) => [
    { ...row, category_id: null, payee_name: `Transfer : ${to}`, transfer_account_id: to },
    {
      ...row,
      id: `${row.id}-other`,
      amount: 0 - row.amount,
      account_id: to,
      category_id: null,
      payee_name: `Transfer : ${row.account_id}`,
      transfer_account_id: row.account_id,
    },
  ]);
}
