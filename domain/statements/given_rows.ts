import { cleanWhole } from "../base/clean_text.ts";
import { fromMilliunits, sumOf } from "../base/money.ts";
import { type MoneyFormat, writeExactly } from "../base/money_format.ts";
import { ToolError } from "../base/tool_error.ts";
import type { Statement } from "./statement.ts";

/** Bookings that the assistant read itself, such as from a PDF; amounts in milliunits. */
export interface GivenRows {
  readonly rows: readonly {
    readonly date: string;
    readonly amount: number;
    readonly payee?: string | undefined;
    readonly memo?: string | undefined;
  }[];
  readonly opening: number | null;
  readonly closing: number | null;
}

/**
 * Makes a statement of rows that were read by eye. Both balances prove that none is invented or
 * forgotten.
 *
 * @throws {ToolError} `invalid_input` if a balance is missing, or they don't add up.
 */
export function statementOfRows(
  { rows, opening, closing }: GivenRows,
  format: MoneyFormat,
): Statement {
  if (opening === null || closing === null) {
    throw new ToolError(
      "invalid_input",
      "rows need opening_balance and closing_balance, to prove that none is missing: " +
        "read both from the statement",
    );
  }
  const [sum, change] = [sumOf(rows.map(({ amount }) => amount)), closing - opening];
  if (sum !== change) {
    const words = (amount: number): string => writeExactly(fromMilliunits(amount), format);
    throw new ToolError(
      "invalid_input",
      `rows come to ${words(sum)} but the balances differ by ` +
        `${words(change)}: read the statement again`,
    );
  }
  return {
    format: "rows",
    account: null,
    currency: null,
    rows: rows.map(({ date, amount, payee = "", memo = "" }, at) => ({
      row: at + 1,
      date,
      amount,
      payee: cleanWhole(payee),
      memo: cleanWhole(memo) || null,
    })),
    leftOut: [],
    opening,
    closing,
    evidence: ["Rows and both balances add up"],
  };
}
