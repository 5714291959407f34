import type { Bytes } from "./sealer.ts";

export type SqlValue = string | number | null | Bytes;

/**
 * A row's values by column. SQLite returns booleans as numbers, and PostgreSQL returns `bigint`
 * values as text.
 */
export type Row = Readonly<Record<string, unknown>>;
export type Rows = readonly Row[];

/** A value or a list; either one becomes a single parameter. */
export type SqlParameter = SqlValue | readonly string[];

/** A statement or a part of one: pieces of SQL text with parameters between them. */
export class Sql {
  constructor(readonly texts: readonly string[], readonly values: readonly SqlParameter[] = []) {}
}

/**
 * Writes SQL as a template that SQLite and PostgreSQL both understand: values become parameters, a
 * list becomes the operand of `IN`, and nested SQL is inserted as is.
 */
export function sql(
  texts: readonly string[],
  ...parts: readonly (SqlParameter | Sql)[]
): Sql {
  const [first = "", ...rest] = texts;
  const all = [first];
  const values: SqlParameter[] = [];
  for (const [nth, next] of rest.entries()) {
    const part = parts[nth] ?? null;
    if (part instanceof Sql) {
      const [head = "", ...more] = part.texts;
      all.push(`${all.pop()}${head}`, ...more);
      all.push(`${all.pop()}${next}`);
      values.push(...part.values);
    } else {
      all.push(next);
      values.push(part);
    }
  }
  return new Sql(all, values);
}

export function joined(parts: readonly Sql[], separator: string): Sql {
  const between = parts.map((_, nth) => nth === 0 ? "" : separator);
  return parts.length === 0 ? sql([""]) : sql([...between, ""], ...parts);
}

export function isList(value: SqlParameter | undefined): value is readonly string[] {
  return Array.isArray(value);
}

/** The SQL statements of a transaction. Each `yield` runs a statement and returns its rows. */
export type Steps<Result> = Generator<Sql, Result, Rows>;

export interface TransactionOptions<Result> {
  /** Whether the transaction must be durable even if the machine crashes right afterward. */
  readonly isDurable?: boolean;
  /** Decides from the result whether to commit; by default, every transaction commits. */
  readonly isCommitted?: (result: Result) => boolean;
}

export interface SqlDatabase {
  /** Schema of the tables. */
  readonly schema: Sql;
  /** Current time according to the database's clock, in milliseconds since 1970. */
  readonly now: Sql;
  /** Runs a statement in its own transaction. */
  all(statement: Sql): Promise<Rows>;
  /**
   * Runs statements in one write transaction. After a conflict, starts over with the first
   * statement.
   */
  transaction<Result>(
    steps: () => Steps<Result>,
    options?: TransactionOptions<Result>,
  ): Promise<Result>;
}

/** Returns a column's bytes, or an empty array if the value has another type. */
export function bytesIn(value: unknown): Bytes {
  if (!(value instanceof Uint8Array)) return new Uint8Array();
  // The result is a plain array, without the methods of Node's `Buffer`.
  const { buffer, byteOffset, byteLength } = value;
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

export function isTrue(value: unknown): boolean {
  return Number(value) === 1;
}
