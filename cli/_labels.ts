/**
 * Labels for fields whose names alone would be unclear; other names only lose their underscores.
 */
const FIELDS: Readonly<Record<string, string>> = {
  clear_count: "need no attention",
  "left_out.transfers": "left out: transfers,",
  "left_out.off_budget": "left out: tracking accounts,",
  off_budget_total: "tracking accounts total",
  on_budget: "in budget",
};

/** Fields whose values are words of YNAB's API or of this server, never user text. */
const WORD_FIELDS: ReadonlySet<string> = new Set([
  "bank_link",
  "cadence",
  "cleared",
  "code",
  "frequency",
  "kind",
  "outcome",
  "price",
  "state",
  "status",
  "type",
  "verdict",
]);

/** Words for people; other `camelCase` and `snake_case` values are split into words. */
const WORDS: Readonly<Record<string, string>> = {
  autoLoan: "car loan",
  every3Months: "every 3 months",
  every4Months: "every 4 months",
  every4Weeks: "every 4 weeks",
  never: "once",
};

/** Fractions to show as percentages. */
const FRACTIONS: ReadonlySet<string> = new Set([
  "chance_below.with",
  "chance_below.without",
  "chance_below_zero",
  "change",
  "totals_change",
]);

/** Returns a field's label; fields of nested records are named `record.field`. */
export function labelOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const known = FIELDS[name];
  if (known !== undefined) return known;
  return dot < 0
    ? name.replaceAll("_", " ")
    : `${labelOf(name.slice(0, dot))} ${labelOf(name.slice(dot + 1))}`;
}

/** Writes a field's value in words for people. */
export function wordOf(field: string, value: string): string {
  if (!WORD_FIELDS.has(field)) return value;
  return WORDS[value] ??
    value.replaceAll("_", " ").replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
}

/** Formats a number that isn't an amount. */
export function numberOf(field: string, value: number): string {
  if (field === "age_of_money") return value === 1 ? "1 day" : `${value} days`;
  return FRACTIONS.has(field) ? `${Number((value * 100).toFixed(1))}%` : String(value);
}
