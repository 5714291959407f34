/**
 * Refuses changes that would leave an amount that the plan's currency can't pay.
 *
 * @module
 */

import type { MoneyFormat } from "../domain/base/money_format.ts";
import { isFiner, refuseFiner } from "../domain/base/payable_amount.ts";
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
  const changed = preview.flatMap(({ label, before, after }) => {
    const amount = milliunitsOf(after);
    const rest = milliunitsOf(before);
    const hadRest = rest !== null && isFiner(rest, format);
    return amount === null || hadRest ? [] : [{ label, amount }];
  });
  refuseFiner(changed, format);
}

function milliunitsOf(value: FieldValue): number | null {
  return typeof value === "number" ? Math.round(value * 1000) : null;
}
