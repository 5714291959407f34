import { fromMilliunits, sumOf } from "../base/money.ts";
import { type MoneyFormat, plainFormat, writeMoney } from "../base/money_format.ts";
import { ToolError } from "../base/tool_error.ts";
import { rowLabel } from "./decisions.ts";
import type { StatementRow } from "./statement.ts";

/** Balances of a statement in milliunits; `null` if they weren't given. */
export interface GivenBalances {
  readonly opening: number | null;
  readonly closing: number | null;
}

/**
 * Compares rows read by the assistant with the statement's balances, to reveal missing, invented or
 * misread rows.
 *
 * @throws {ToolError} `invalid_input` if a balance is missing or the rows don't add up.
 */
export function checkBalances(
  rows: readonly StatementRow[],
  { opening, closing }: GivenBalances,
  format: MoneyFormat,
): void {
  if (opening === null || closing === null) {
    throw new ToolError(
      "invalid_input",
      "`rows` need `opening_balance` and `closing_balance`, which prove that no row is missing: " +
        "give both as the statement shows them",
    );
  }
  const sum = sumOf(rows.map(({ amount }) => amount));
  const missing = closing - opening - sum;
  if (missing === 0) return;
  const written = (amount: number): string =>
    writeMoney(fromMilliunits(amount), plainFormat(format));
  throw new ToolError(
    "invalid_input",
    `the rows add up to ${written(sum)}, but the balances differ by ` +
      `${written(closing - opening)}: ` +
      (suspectIn(rows, missing) ??
        `a row of ${written(missing)} may be missing, or another row may be misread; ` +
          "read the statement again"),
  );
}

/** Names the row that explains the difference, if a single row does. */
function suspectIn(rows: readonly StatementRow[], missing: number): string | null {
  const doubled = rows.find(({ amount }) => amount === -missing);
  if (doubled !== undefined) return `${rowLabel(doubled)} may be in the list twice`;
  const reversed = rows.find(({ amount }) => -2 * amount === missing);
  if (reversed !== undefined) return `${rowLabel(reversed)} may have the wrong sign`;
  const repeated = rows.find(({ amount }) => amount === missing);
  if (repeated === undefined) return null;
  return `another row like ${rowLabel(repeated)} may be missing`;
}
