import type { DateFormat, NumberFormat } from "./_csv_format.ts";
import type { Currency, Language } from "./_language.ts";

/** Formats a date as a bank does in its files. */
export function dateText(
  date: string,
  time: string,
  { format, language }: { readonly format: DateFormat; readonly language: Language },
): string {
  const [fullYear = "", month = "", day = ""] = date.split("-");
  const year = format.shortYear ? fullYear.slice(2) : fullYear;
  const inWidth = (part: string): string => format.padded ? part : String(Number(part));
  const parts = {
    dmy: [inWidth(day), inWidth(month), year],
    mdy: [inWidth(month), inWidth(day), year],
    ymd: [year, inWidth(month), inWidth(day)],
    name: [inWidth(day), language.months[Number(month) - 1] ?? month, year],
  }[format.order];
  const text = parts.join(format.separator) + (format.closed ? "." : "");
  if (format.time === "none") return text;
  return format.time === "iso" ? `${text}T${time}Z` : `${text} ${time.slice(0, 5)}`;
}

/** Formats an amount as a bank does in its files. */
export function amountText(units: number, format: NumberFormat, currency: Currency): string {
  const size = 10 ** currency.decimals;
  const whole = Math.floor(Math.abs(units) / size);
  const rest = String(Math.abs(units) % size).padStart(currency.decimals, "0");
  const grouped = format.group === ""
    ? String(whole)
    : String(whole).replace(/\B(?=(?:\d{3})+$)/gu, format.group);
  const isWhole = currency.decimals === 0 || (format.decimals === "needed" && Number(rest) === 0);
  const plain = isWhole ? grouped : `${grouped}${format.decimal}${rest}`;
  const named = {
    none: plain,
    before: `${currency.symbol}${plain}`,
    after: `${plain} ${currency.symbol}`,
    code: `${plain} ${currency.iso}`,
  }[format.symbol];
  if (units >= 0) return format.plus && units > 0 ? `+${named}` : named;
  switch (format.negative) {
    case "trailing":
      return format.symbol === "none" ? `${plain}-` : `-${named}`;
    case "parentheses":
      return `(${named})`;
    case "spaced":
      return `- ${named}`;
    default:
      return `${format.negative}${named}`;
  }
}
