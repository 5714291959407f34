import { z } from "zod";
import { metaOf, unwrapped } from "../tools/_schema.ts";
import { isNothing } from "../server/rendering/render_plan.ts";

export type Fields = Readonly<Record<string, unknown>>;
export type Schema = z.core.$ZodType;

/** A column of an answer's rows. */
export interface Column {
  /** A nested record's fields have their own columns, named `outer.inner`. */
  readonly name: string;
  readonly schema: Schema;
  readonly valueIn: (row: Fields) => unknown;
}

/** Lists the columns of rows; a series of amounts has one column per month. */
export function columnsOf(
  shape: Readonly<Record<string, Schema>>,
  months: readonly unknown[],
): readonly Column[] {
  return Object.entries(shape).flatMap(([name, one]): readonly Column[] => {
    const schema = unwrapped(one);
    if (schema instanceof z.ZodObject) {
      return columnsOf(schema.shape, months).map((column) => ({
        ...column,
        name: `${name}.${column.name}`,
        valueIn: (row) => isNothing(row[name]) ? null : column.valueIn(row[name] as Fields),
      }));
    }
    if (schema instanceof z.ZodArray && isMoney(unwrapped(schema.element))) {
      return months.map((month, at) => ({
        name: String(month),
        schema: unwrapped(schema.element),
        valueIn: (row) => (row[name] as readonly unknown[] | undefined)?.[at],
      }));
    }
    return [{ name, schema, valueIn: (row) => row[name] }];
  });
}

/** Returns the schema of a list's records; `null` for other fields. */
export function recordIn(schema: Schema): z.ZodObject | null {
  const inner = unwrapped(schema);
  const element = inner instanceof z.ZodArray ? unwrapped(inner.element) : null;
  return element instanceof z.ZodObject ? element : null;
}

export function isMoney(schema: Schema): boolean {
  const { kind } = metaOf(schema);
  return kind === "money" || kind === "estimate";
}

/**
 * Labels for fields whose names would be unclear; other fields' labels are their names with spaces
 * instead of underscores.
 */
const FIELDS: Readonly<Record<string, string>> = {
  "cash.without": "chance of cash below zero without extra",
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

/** Labels of values; other `camelCase` and `snake_case` values are split into words. */
const WORDS: Readonly<Record<string, string>> = {
  autoLoan: "car loan",
  every3Months: "every 3 months",
  every4Months: "every 4 months",
  every4Weeks: "every 4 weeks",
  never: "once",
};

/** Full names of fields that contain fractions, which are shown as percentages. */
const FRACTION =
  /(?:^|\.)(?:chance\w*|change|confidence|moved_share|totals_change)(?:\.|$)|^cash\.without$/u;
/** Full names of fields whose numbers are already percentages. */
const PERCENT = /(?:^|\.)(?:rate|savings_rate)$/u;

/** Returns a field's label; fields of nested records are named `record.field`. */
export function labelOf(name: string): string {
  const dot = name.lastIndexOf(".");
  const known = FIELDS[name];
  if (known !== undefined) return known;
  return dot < 0
    ? name.replaceAll("_", " ")
    : `${labelOf(name.slice(0, dot))} ${labelOf(name.slice(dot + 1))}`;
}

/** Formats a field's value for people. */
export function wordOf(field: string, value: string): string {
  if (!WORD_FIELDS.has(field)) return value;
  return WORDS[value] ??
    value.replaceAll("_", " ").replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
}

/** Formats a number that isn't an amount; fields of nested records are named `record.field`. */
export function numberOf(name: string, value: number): string {
  if (/(?:^|\.)age_of_money$/u.test(name)) return value === 1 ? "1 day" : `${value} days`;
  if (PERCENT.test(name)) return `${value}%`;
  return FRACTION.test(name) ? `${Number((value * 100).toFixed(1))}%` : String(value);
}
