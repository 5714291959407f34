import { cleanWhole } from "../base/clean_text.ts";
import { fromMilliunits, sumOf } from "../base/money.ts";
import { type MoneyFormat, plainFormat, writeMoney } from "../base/money_format.ts";
import { invalidInput } from "../base/tool_error.ts";
import { rowLabel } from "./settled_rows.ts";
import type { Statement, StatementRow } from "./statement.ts";

/** A row that the assistant read itself, for example from a PDF. The amount is in milliunits. */
export interface GivenRow {
  readonly date: string;
  readonly amount: number;
  readonly payee?: string | undefined;
  readonly memo?: string | undefined;
}

/** Builds a statement from rows that the assistant read itself. */
export function statementOfRows(
  given: readonly GivenRow[],
  balances: Pick<Statement, "opening" | "closing">,
  format: MoneyFormat,
): Statement {
  if (given.length === 0) throw invalidInput("`rows` is empty: pass every row of the statement");
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
    evidence: ["The rows add up to the difference between the opening and closing balances"],
  };
}

/** Compares the rows with the balances, to reveal missing, invented or misread rows. */
function checkBalances(
  rows: readonly StatementRow[],
  { opening, closing }: Pick<Statement, "opening" | "closing">,
  format: MoneyFormat,
): void {
  if (opening === null || closing === null) {
    throw invalidInput(
      "`rows` requires `opening_balance` and `closing_balance`, which show whether a row is " +
        "missing: pass both as they appear on the statement",
    );
  }
  const sum = sumOf(rows.map(({ amount }) => amount));
  const missing = closing - opening - sum;
  if (missing === 0) return;
  const written = (amount: number): string =>
    writeMoney(fromMilliunits(amount), plainFormat(format));
  throw invalidInput(
    `the rows add up to ${written(sum)}, but the opening and closing balances differ by ` +
      `${written(closing - opening)}: ` +
      (suspectIn(rows, missing) ??
        `a row for ${written(missing)} may be missing, or a row may have been misread; ` +
          "read the statement again"),
  );
}

/** Identifies the row that explains the difference, if a single row does. */
function suspectIn(rows: readonly StatementRow[], missing: number): string | null {
  const doubled = rows.find(({ amount }) => amount === -missing);
  if (doubled !== undefined) return `${rowLabel(doubled)} may be in the list twice`;
  const reversed = rows.find(({ amount }) => -2 * amount === missing);
  if (reversed !== undefined) return `${rowLabel(reversed)} may have the wrong sign`;
  const repeated = rows.find(({ amount }) => amount === missing);
  if (repeated === undefined) return null;
  return `the list may be missing one occurrence of ${rowLabel(repeated)} that is on the statement`;
}
