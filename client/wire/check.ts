import { isDay } from "../../domain/base/day.ts";
import { memoizedUpTo } from "../../domain/base/memoized.ts";

/** The `Known` values, and any values that YNAB adds later. */
export type OpenEnum<Known extends string> = Known | (string & Record<never, never>);

/**
 * Checks a value. Returns `null` if the value is a `Type`; otherwise, the path of the invalid part,
 * such as `.amount`, or an empty string for the value itself.
 */
export interface Check<Type> {
  (value: unknown): string | null;
  /** This property is never set; only its type is used. */
  readonly is?: readonly [Type];
}

export type TypeOf<Checked> = Checked extends Check<infer Type> ? Type : never;

export type Shape = Readonly<Record<string, Check<unknown>>>;

/**
 * Type of a record that matches a shape. If a field may be undefined, it may also be absent.
 */
export type RecordOf<Checks extends Shape> = Flat<
  & {
    readonly [Field in keyof Checks as IfOptional<Checks[Field], never, Field>]: TypeOf<
      Checks[Field]
    >;
  }
  & {
    readonly [Field in keyof Checks as IfOptional<Checks[Field], Field, never>]?: Exclude<
      TypeOf<Checks[Field]>,
      undefined
    >;
  }
>;

type IfOptional<Checked, Yes, No> = undefined extends TypeOf<Checked> ? Yes : No;
type Flat<Type> = { readonly [Field in keyof Type]: Type[Field] };
type Fields = Readonly<Record<string, unknown>>;

/**
 * Maximum amount in milliunits: larger than any amount in a plan, yet small enough that sums of
 * several amounts stay exact.
 */
const MAX_MILLIUNITS = 1e15;
/** An upper bound for YNAB's 32-bit integers. */
const MAX_COUNT = 2 ** 31;
/**
 * Maximum length of an id. The longest real ids are a UUID followed by a date, which YNAB uses for
 * transactions entered from a schedule.
 */
const MAX_ID_LENGTH = 100;
/**
 * The first and last accepted days. The calendar functions are tested for all years in this range.
 */
const [FIRST_DAY, LAST_DAY] = ["1900-01-01", "2199-12-31"] as const;
const MAX_DAYS = 50_000;
const isAcceptedDay = memoizedUpTo(
  MAX_DAYS,
  (text: string) => text >= FIRST_DAY && text <= LAST_DAY && isDay(text),
);

export const id: Check<string> = (value) =>
  typeof value === "string" && value !== "" && value.length <= MAX_ID_LENGTH ? null : "";

export const text: Check<string> = (value) => typeof value === "string" ? null : "";

export const flag: Check<boolean> = (value) => value === true || value === false ? null : "";

export const amount: Check<number> = (value) =>
  Number.isInteger(value) && Math.abs(value as number) <= MAX_MILLIUNITS ? null : "";

/** Accepts a whole number: a count of days or months, or a percentage. */
export const count: Check<number> = (value) =>
  Number.isInteger(value) && Math.abs(value as number) < MAX_COUNT ? null : "";

export const knowledge: Check<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? null : "";

export const day: Check<string> = (value) =>
  typeof value === "string" && value.length === FIRST_DAY.length && isAcceptedDay(value)
    ? null
    : "";

/** The first day of a month, `YYYY-MM-01`. */
export const month: Check<string> = (value) => String(value).endsWith("-01") ? day(value) : "";

/** A known value, or any other text that YNAB may add later. */
export function word<Known extends string>(): Check<OpenEnum<Known>> {
  return text;
}

/** Accepts any value. Use this check for a field that no code depends on. */
export function anything<Type>(): Check<Type> {
  return unchecked;
}

/**
 * Accepts null and undefined as well as a valid value: if a value is missing, YNAB returns null or
 * omits the field.
 */
export function orNone<Type>(checked: Check<Type>): Check<Type | null | undefined> {
  return (value) => value === null || value === undefined ? null : checked(value);
}

/** Same as {@linkcode orNone}, for fields documented as possibly absent but never null. */
export function orAbsent<Type>(checked: Check<Type>): Check<Type | undefined> {
  return orNone(checked) as Check<Type | undefined>;
}

/** Same as {@linkcode orNone}, for fields documented as possibly null but never absent. */
export function orNull<Type>(checked: Check<Type>): Check<Type | null> {
  return orNone(checked) as Check<Type | null>;
}

/** Accepts a record with the given fields and possibly others. */
export function record<Checks extends Shape>(shape: Checks): Check<RecordOf<Checks>> {
  const fields = Object.keys(shape).filter((field) => shape[field] !== unchecked);
  const checks = fields.map((field) => shape[field] ?? unchecked);
  return (value) => {
    if (!isRecord(value)) return "";
    // Use an index: for 20,000 records, `for...of` would take as long as parsing their JSON.
    for (let at = 0; at < fields.length; at++) {
      const field = fields[at] as string;
      const fault = (checks[at] as Check<unknown>)(value[field]);
      if (fault !== null) return `.${field}${fault}`;
    }
    return null;
  };
}

export function list<Type>(checked: Check<Type>): Check<readonly Type[]> {
  return (value) => {
    if (!Array.isArray(value)) return "";
    for (const element of value) {
      const fault = checked(element);
      if (fault !== null) return fault;
    }
    return null;
  };
}

/** A list without duplicate ids. Duplicates would silently disappear in a map keyed by id. */
export function uniqueList<Type>(checked: Check<Type>): Check<readonly Type[]> {
  const listed = list(checked);
  return (value) => {
    const fault = listed(value);
    if (fault !== null) return fault;
    const records = value as readonly Fields[];
    return new Set(records.map((record) => record.id)).size < records.length ? ".id" : null;
  };
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unchecked(): null {
  return null;
}
