import type { CurrencyFormat } from "../../client/wire/plan.ts";
import { moneyNumber, moneyText } from "./money_text.ts";

/** The display fields of the amounts `Name`. */
export type MoneyFields<Name extends string> =
  & Record<`${Name}_formatted`, string>
  & Record<`${Name}_currency`, number>;

/** The display fields of the amounts `Name` that may be missing. */
export type NullableMoneyFields<Name extends string> =
  & Record<`${Name}_formatted`, string | null>
  & Record<`${Name}_currency`, number | null>;

/** Makes `*_formatted` and `*_currency` of each amount. */
export function moneyFields<Name extends string>(
  amounts: Readonly<Record<Name, number>>,
  format: CurrencyFormat | null,
): MoneyFields<Name> {
  return nullableMoneyFields(amounts, format) as MoneyFields<Name>;
}

/** Makes `*_formatted` and `*_currency` of each amount, `null` where it is missing. */
export function nullableMoneyFields<Name extends string>(
  amounts: Readonly<Record<Name, number | null>>,
  format: CurrencyFormat | null,
): NullableMoneyFields<Name> {
  const fields: Record<string, string | number | null> = {};
  for (const name in amounts) {
    const amount = amounts[name];
    fields[`${name}_formatted`] = amount === null ? null : moneyText(amount, format);
    fields[`${name}_currency`] = amount === null ? null : moneyNumber(amount, format);
  }
  return fields as NullableMoneyFields<Name>;
}
