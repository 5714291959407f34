import type { CurrencyFormat } from "../../client/wire/plan.ts";
import type { DemoPlan } from "../model/demo_plan.ts";

type MoneyFields<Amounts> =
  & { [Name in keyof Amounts & string as `${Name}_formatted`]: string | (Amounts[Name] & null) }
  & { [Name in keyof Amounts & string as `${Name}_currency`]: number | (Amounts[Name] & null) };

/** Returns the `*_formatted` and `*_currency` fields of each amount; `null` for missing amounts. */
export function moneyFields<Amounts extends Readonly<Record<string, number | null>>>(
  amounts: Amounts,
  { records: { currency_format: format } }: Pick<DemoPlan, "records">,
): MoneyFields<Amounts> {
  const fields: Record<string, string | number | null> = {};
  for (const [name, amount] of Object.entries(amounts)) {
    fields[`${name}_formatted`] = amount === null ? null : moneyText(amount, format);
    fields[`${name}_currency`] = amount === null ? null : moneyNumber(amount, format);
  }
  return fields as MoneyFields<Amounts>;
}

const PLAIN: CurrencyFormat = {
  iso_code: "",
  example_format: "123,456.78",
  decimal_digits: 2,
  decimal_separator: ".",
  symbol_first: true,
  group_separator: ",",
  currency_symbol: "",
  display_symbol: false,
};

export function moneyText(amount: number, format: CurrencyFormat | null): string {
  const known = format ?? PLAIN;
  const digits = decimalDigits(format);
  const smallest = roundedAmount(amount, digits);
  const padded = String(smallest).padStart(digits + 1, "0");
  const whole = grouped(padded.slice(0, padded.length - digits), known.group_separator);
  const number = digits === 0 ? whole : whole + known.decimal_separator + padded.slice(-digits);
  const symbol = known.display_symbol ? known.currency_symbol : "";
  const sign = amount < 0 && smallest > 0 ? "-" : "";
  return known.symbol_first ? sign + symbol + number : sign + number + symbol;
}

function moneyNumber(amount: number, format: CurrencyFormat | null): number {
  const digits = decimalDigits(format);
  const smallest = roundedAmount(amount, digits);
  return smallest === 0 ? 0 : Math.sign(amount) * smallest / 10 ** digits;
}

function decimalDigits(format: CurrencyFormat | null): number {
  return Math.min(3, Math.max(0, (format ?? PLAIN).decimal_digits));
}

function roundedAmount(amount: number, digits: number): number {
  return Math.round(Math.abs(amount) / 10 ** (3 - digits));
}

function grouped(whole: string, separator: string): string {
  if (whole.length <= 3) return whole;
  const head = whole.length % 3;
  const groups = head === 0 ? [] : [whole.slice(0, head)];
  for (let at = head; at < whole.length; at += 3) groups.push(whole.slice(at, at + 3));
  return groups.join(separator);
}
