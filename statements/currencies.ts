/** ISO codes of currencies. */
const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

export function isCurrency(code: string): boolean {
  return CODES.has(code);
}
