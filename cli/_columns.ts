import type { Fields, Leaf, RenderPlan } from "../server/rendering/render_plan.ts";

/** A column of an answer's rows; a nested record's fields have columns named `outer.inner`. */
export interface Column extends Leaf {
  readonly valueIn: (row: Fields) => unknown;
}

/** Lists the columns of rows; a series of amounts has one column per month. */
export function columnsOf(
  leaves: readonly Leaf[],
  months: readonly unknown[],
): readonly Column[] {
  return leaves.flatMap(({ name, field }): readonly Column[] => {
    const { element } = field;
    if (element === null || !isMoney(element)) {
      return [{ name, field, valueIn: (row) => valueAt(row, name) }];
    }
    return months.map((month, at) => ({
      name: String(month),
      field: element,
      valueIn: (row) => (row[name] as readonly unknown[] | undefined)?.[at],
    }));
  });
}

/** Returns the value of a field, which may be in a nested record. */
export function valueAt(record: Fields, name: string): unknown {
  return name.split(".").reduce<unknown>(
    (value, field) => (value as Fields | null)?.[field],
    record,
  );
}

export function isMoney({ kind }: RenderPlan): boolean {
  return kind === "money" || kind === "estimate";
}

/**
 * Labels for fields with unclear names; any other field is labeled with its name, with underscores
 * replaced by spaces.
 */
const FIELDS: Readonly<Record<string, string>> = {
  "cash.without": "chance that cash falls below zero if nothing extra is paid",
  clear_count: "need no attention",
  "left_out.transfers": "left out: transfers,",
  "left_out.off_budget": "left out: tracking accounts,",
  off_budget_total: "tracking accounts total",
};

/** Fields whose values are defined by YNAB's API or this server, never by users. */
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

/** Labels for values; other `camelCase` and `snake_case` values are split into words. */
const WORDS: Readonly<Record<string, string>> = {
  autoLoan: "car loan",
  every3Months: "every 3 months",
  every4Months: "every 4 months",
  every4Weeks: "every 4 weeks",
  never: "once",
};

/** Full names of fields whose values are fractions, which are shown as percentages. */
const FRACTION =
  /(?:^|\.)(?:chance\w*|change|confidence|moved_share|totals_change)(?:\.|$)|^cash\.without$/u;
/** Full names of fields whose numbers are already percentages. */
const PERCENT = /(?:^|\.)(?:rate|savings_rate)$/u;

/** Returns a field's label; `name` is `record.field` if the field belongs to a nested record. */
export function labelOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const known = FIELDS[name];
  if (known !== undefined) return known;
  return dot < 0
    ? name.replaceAll("_", " ")
    : `${labelOf(name.slice(0, dot))} ${labelOf(name.slice(dot + 1))}`;
}

/** Formats a field's value for display. */
export function wordOf(field: string, value: string): string {
  if (!WORD_FIELDS.has(field)) return value;
  return WORDS[value] ??
    value.replaceAll("_", " ").replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
}

/**
 * Formats the value of a numeric field that isn't an amount; `name` is `record.field` if the field
 * belongs to a nested record.
 */
export function numberOf(name: string, value: number): string {
  if (/(?:^|\.)age_of_money$/u.test(name)) return value === 1 ? "1 day" : `${value} days`;
  if (PERCENT.test(name)) return `${value}%`;
  return FRACTION.test(name) ? `${Number((value * 100).toFixed(1))}%` : String(value);
}
