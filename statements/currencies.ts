/** ISO codes of currencies. */
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Codes that banks still use, or never were official. */
const OTHER_CODES: Readonly<Record<string, string>> = { NIS: "ILS", RMB: "CNY", RUR: "RUB" };

/** Returns the ISO code for a bank's code. */
export function currencyOf(code: string): string {
  return OTHER_CODES[code] ?? code;
}

export function isCurrency(code: string): boolean {
  return CODES.has(code);
}
