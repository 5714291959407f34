/**
 * How a reconciliation is told.
 *
 * @module
 */

import { fromMilliunits } from "../domain/money.ts";
import { type MoneyFormat, writeMoney } from "../domain/money_format.ts";
import type { TransactionRecord } from "../domain/plan_records.ts";
import type { Reconciliation } from "../domain/reconcile.ts";
import { transactionLabel } from "../domain/transaction_label.ts";
import type { Stop } from "./change.ts";

type Found = Reconciliation<TransactionRecord>;

const DATE_STAYS = "YNAB's own date of the last reconciliation does not move through its API";

/**
 * Ends a call that found a difference which is not to be made up.
 *
 * @param found The account beside its bank.
 * @param format How the plan writes money.
 */
export function differenceStop(found: Found, format: MoneyFormat): Stop {
  const { difference, explanations } = found;
  const amount = moneyWords(Math.abs(difference), format);
  const advice = explanations.length === 0
    ? "No few rows explain it: look for rows that are missing"
    : "Look at the explanations, the most plausible first";
  return {
    status: "difference_found",
    message: `The bank has ${amount} ${difference > 0 ? "more" : "less"} than the cleared rows. ` +
      `Nothing was written. ${advice}, put right what is wrong and call again; or, to make up ` +
      `the difference with a correction of ${
        moneyWords(difference, format)
      }, call with adjust true`,
    warnings: signWarnings(found),
    extra: extraOf(found, format),
  };
}

/**
 * Says in the imperative what would be done.
 *
 * @param found The account beside its bank.
 * @param format How the plan writes money.
 */
export function summaryOf(
  { toMark, difference }: Found,
  format: MoneyFormat,
): string {
  const correction = `a balance correction of ${moneyWords(difference, format)}`;
  if (toMark.length === 0) return `Add ${correction}`;
  const count = `${toMark.length} ${toMark.length === 1 ? "transaction" : "transactions"}`;
  return `Mark ${count} reconciled${difference === 0 ? "" : ` and add ${correction}`}`;
}

/**
 * Says what the user should know before the yes, besides what a correction brings.
 *
 * @param found The account beside its bank.
 * @param correction What a correction brings; `null` without one.
 */
export function warningsFor(found: Found, correction: string | null): readonly string[] {
  return [
    ...signWarnings(found),
    ...approvalWarnings(found.toMark),
    ...correction === null ? [] : [correction],
    DATE_STAYS,
  ];
}

function approvalWarnings(rows: readonly TransactionRecord[]): readonly string[] {
  const count = rows.filter(({ approved }) => !approved).length;
  if (count === 0) return [];
  return [
    count === 1
      ? "one of these rows is not approved yet: this approves it too"
      : `${count} of these rows are not approved yet: this approves them too`,
  ];
}

/** People read a debt off a statement without its sign. */
function signWarnings(
  { clearedBalance, difference }: Found,
): readonly string[] {
  if (difference === 0 || difference !== -2 * clearedBalance) return [];
  return ["the bank balance is the cleared balance with the other sign: debts are negative here"];
}

/**
 * Gives the fields that stand beside those of every change.
 *
 * @param found The account beside its bank.
 * @param format How the plan writes money.
 */
export function extraOf(
  { clearedBalance, difference, explanations }: Found,
  format: MoneyFormat,
): Readonly<Record<string, unknown>> {
  return {
    difference,
    cleared_balance: clearedBalance,
    explanations: explanations.map(({ kind, rows, amount }) => ({
      kind,
      transaction_ids: rows.map(({ id }) => id),
      amount,
      labels: rows.map((row) => transactionLabel(row, format)),
    })),
  };
}

/**
 * Writes milliunits.
 *
 * @param milliunits Integer.
 * @param format How the plan writes money.
 */
export function moneyWords(milliunits: number, format: MoneyFormat): string {
  return writeMoney(fromMilliunits(milliunits), format);
}
