type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses JSON without an exception, since a syntax error quotes the text, and that
 * may hold a payee or a memo.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tells whether a value has fields. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
