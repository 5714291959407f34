import { z } from "zod";
import { isNothing, metaOf, unwrapped } from "../tools/_schema.ts";

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
