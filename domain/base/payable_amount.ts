/**
 * Refuses amounts that a plan's currency can't pay: YNAB keeps thousandths, which its app
 * neither shows nor takes.
 *
 * @module
 */

import { ToolError } from "./tool_error.ts";
import { fromMilliunits } from "./money.ts";
import { type MoneyFormat, UNKNOWN_MONEY_FORMAT } from "./money_format.ts";

/** An amount that is asked for, and what it is called. */
export interface NamedAmount {
  readonly label: string;
  /** Milliunits. */
  readonly amount: number;
}

/**
 * Refuses amounts with more decimals than the currency has.
 *
 * @param amounts What is asked for.
 * @param format How the plan writes money; nothing is refused while that is not known.
 * @throws {ToolError} `invalid_input`, naming each of them.
 *
 * @example
 * ```ts
 * import { assertThrows } from "@std/assert";
 *
 * const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };
 * assertThrows(() => refuseFiner([{ label: "Fuel", amount: 33_333 }], format), Error, "decimals");
 * refuseFiner([{ label: "Fuel", amount: 33_330 }], format);
 * ```
 */
export function refuseFiner(amounts: readonly NamedAmount[], format: MoneyFormat): void {
  const finer = amounts.filter(({ amount }) => isFiner(amount, format));
  if (finer.length === 0) return;
  const most = format.decimals === 0 ? "none" : `at most ${format.decimals}`;
  throw new ToolError(
    "invalid_input",
    `an amount has more decimals than the plan's currency: give ${most}`,
    { rows: finer.map(({ label, amount }) => `${label}: ${fromMilliunits(amount)}`) },
  );
}

/**
 * Tells whether an amount has more decimals than the currency.
 *
 * @param amount In milliunits.
 * @param format How the plan writes money; no amount is finer while that is not known.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const yen = { symbol: "\u00a5", isSymbolFirst: true, decimals: 0 };
 * assertEquals([isFiner(500, yen), isFiner(5000, yen)], [true, false]);
 * ```
 */
export function isFiner(amount: number, format: MoneyFormat): boolean {
  return format !== UNKNOWN_MONEY_FORMAT && amount % 10 ** (3 - format.decimals) !== 0;
}
