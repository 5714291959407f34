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
 * @throws {ToolError} `invalid_input`, naming each of them.
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

/** Tells whether an amount has more decimals than the currency. */
export function isFiner(amount: number, format: MoneyFormat): boolean {
  return format !== UNKNOWN_MONEY_FORMAT && amount % 10 ** (3 - format.decimals) !== 0;
}
