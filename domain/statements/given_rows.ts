import { cleanWhole } from "../base/clean_text.ts";
import type { MoneyFormat } from "../base/money_format.ts";
import { checkBalances, type GivenBalances } from "./check_balances.ts";
import type { Statement } from "./statement.ts";

/** A row that the assistant read itself, for example from a PDF. The amount is in milliunits. */
export interface GivenRow {
  readonly date: string;
  readonly amount: number;
  readonly payee?: string | undefined;
  readonly memo?: string | undefined;
}

/**
 * Builds a statement from rows that the assistant read itself.
 *
 * @throws {ToolError} `invalid_input` if a balance is missing or the rows don't add up.
 */
export function statementOfRows(
  given: readonly GivenRow[],
  balances: GivenBalances,
  format: MoneyFormat,
): Statement {
  const rows = given.map(({ date, amount, payee = "", memo = "" }, at) => ({
    row: at + 1,
    date,
    amount,
    payee: cleanWhole(payee),
    memo: cleanWhole(memo) || null,
  }));
  checkBalances(rows, balances, format);
  return {
    format: "rows",
    account: null,
    currency: null,
    rows,
    leftOut: [],
    ...balances,
    evidence: ["The rows add up to the difference between the balances"],
  };
}
