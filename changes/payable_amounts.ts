import { isFiner, type MoneyFormat, refuseFiner } from "../domain/base/money_format.ts";
import type { FieldValue, PreviewLine } from "./change.ts";

/**
 * Refuses a change that would leave an amount with more decimals than the currency has.
 * What has such a rest before may keep it.
 *
 * @throws {ToolError} `invalid_input`, naming the records.
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
