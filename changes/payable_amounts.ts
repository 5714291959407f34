/**
 * Refuses amounts that the plan's currency can't pay: YNAB keeps thousandths, which its
 * app neither shows nor takes.
 *
 * @module
 */

import { ToolError } from "../domain/errors/tool_error.ts";
import { type MoneyFormat, UNKNOWN_MONEY_FORMAT } from "../domain/money/money_format.ts";
import type { FieldValue, PreviewLine } from "./change.ts";

/**
 * Refuses a change that would leave an amount with more decimals than the currency has.
 * What has such a rest before may keep it.
 *
 * @param preview The lines of the preview; numbers are amounts.
 * @param format How the plan writes money; nothing is refused while that is not known.
 * @throws {ToolError} `invalid_input`, naming the records.
 *
 * @example
 * ```ts
 * import { assertThrows } from "@std/assert";
 *
 * const line = { id: "c", label: "Fuel", field: "assigned", before: 10, after: 33.333 };
 * const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };
 * assertThrows(() => refuseUnpayable([line], format), Error, "more decimals");
 * refuseUnpayable([{ ...line, after: 33.33 }], format);
 * ```
 */
export function refuseUnpayable(preview: readonly PreviewLine[], format: MoneyFormat): void {
  if (format === UNKNOWN_MONEY_FORMAT) return;
  const { decimals } = format;
  const finer = preview.filter(({ before, after }) =>
    isFiner(after, decimals) && !isFiner(before, decimals)
  );
  if (finer.length === 0) return;
  const most = decimals === 0 ? "none" : `at most ${decimals}`;
  throw new ToolError(
    "invalid_input",
    `an amount has more decimals than the plan's currency: give ${most}`,
    { rows: finer.map(({ label, after }) => `${label}: ${after}`) },
  );
}

function isFiner(value: FieldValue, decimals: number): boolean {
  if (typeof value !== "number") return false;
  const milliunits = Math.round(value * 1000);
  return milliunits % 10 ** (3 - decimals) !== 0;
}
