import type { SaveScheduledTransaction } from "../client/wire/scheduled_transaction.ts";
import { addDays } from "../domain/base/day.ts";
import { addMonths } from "../domain/base/month.ts";
import { isUncategorizedName } from "../domain/base/special_categories.ts";
import type { Fields, FieldValue, Step } from "./change.ts";

/**
 * Compares a field with the requested value. YNAB writes "no value" as `null`, as a missing field
 * or, for flags, as an empty string.
 */
export function isSameValue(wanted: FieldValue | undefined, found: unknown): boolean {
  return wanted === found || (isNothing(wanted) && isNothing(found));
}

/** Whether a record has all the requested values. For `other`, see {@linkcode differingFields}. */
export function holds(
  wanted: Fields | null,
  record: object | null,
  other: Fields | null = null,
): boolean {
  if (wanted === null || record === null) return wanted === record;
  return differingFields(wanted, record, other).length === 0;
}

/**
 * Returns the names of fields whose values in a record differ from the requested values. A category
 * named "Uncategorized" counts as no category, because YNAB has a built-in category of that name.
 * But if `other` (the record's fields before or after the change) contains that category's id, the
 * category counts as one that the user created.
 */
export function differingFields(
  wanted: Fields,
  record: object,
  other: Fields | null = null,
): readonly string[] {
  const found = record as Readonly<Record<string, unknown>>;
  const isUncategorized = isUncategorizedName(found["category_name"]) &&
    found["category_id"] !== other?.["category_id"];
  return Object.keys(wanted).filter((name) =>
    !isSameValue(wanted[name], found[name]) &&
    !(name === "category_id" && isNothing(wanted[name]) && isUncategorized)
  );
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

/** Picks fields of a record; an absent field becomes `null`. */
export function pickFields(record: object, names: readonly string[]): Fields {
  const found = record as Readonly<Record<string, FieldValue | undefined>>;
  return Object.fromEntries(names.map((name) => [name, found[name] ?? null]));
}

export function nameField(field: string): string | null {
  return field.endsWith("_id") ? field.replace(/_id$/u, "_name") : null;
}

/** Whether a field contains the name of the record that an id field refers to. */
function isNameOf(field: string, fields: Fields): boolean {
  return field.endsWith("_name") && field.replace(/_name$/u, "_id") in fields;
}

/**
 * Whether another field already shows this field's value. Ids are shown as names, and the other
 * account of a transfer is shown as part of the payee's name.
 */
export function isShownByOther(field: string, fields: Fields): boolean {
  return isNameOf(field, fields) ||
    field === "transfer_account_id" && ("payee_id" in fields || "payee_name" in fields);
}

export function givenFields<Given extends Readonly<Record<string, FieldValue | undefined>>>(
  fields: Given,
): { readonly [Name in keyof Given]?: Exclude<Given[Name], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as ReturnType<typeof givenFields<Given>>;
}

/** Leaves out fields without a value, so that YNAB chooses their values. */
export function withoutNulls<Given extends object>(fields: Given): Given {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as Given;
}

/**
 * The fields to send for a new transaction or split line. The other account of a transfer isn't
 * sent, because the transfer's payee determines it.
 */
export function sentOnCreation(given: Fields): Fields {
  const { transfer_account_id: _, ...fields } = withoutNames(given);
  return withoutNulls(fields);
}

export function withoutNames(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isNameOf(name, fields)));
}

const WORDS: Readonly<Record<string, string>> = {
  account_id: "account",
  flag_color: "flag",
  lines: "split lines",
  payee_name: "payee",
  payee_id: "payee",
  transfer_account_id: "transfer to",
  date_next: "next date",
  category_id: "category",
  category_group_id: "group",
  budgeted: "assigned",
  goal_type: "target kind",
  goal_day: "target day",
  goal_cadence: "target frequency",
  goal_cadence_frequency: "target frequency",
  goal_target: "target",
  goal_target_date: "target date",
  goal_needs_whole_amount: "target refill setting",
};

export function fieldWords(name: string): string {
  return WORDS[name] ?? name;
}

/** The earliest date that YNAB accepts for a transaction, counted back from today's date in UTC. */
export function earliestDay(utcToday: string): string {
  return addMonths(utcToday, -60);
}

/** The earliest date that YNAB accepts as a schedule's next date when the schedule is changed. */
export function earliestNextDate(utcToday: string): string {
  return addDays(utcToday, -7);
}

/** Maximum number of records per request; this is our own limit, because YNAB documents none. */
const MAX_PER_REQUEST = 500;

/** Splits records into batches, one per request. */
export function inRequests<Record>(records: readonly Record[]): readonly (readonly Record[])[] {
  return [...Map.groupBy(records, (_, at) => Math.floor(at / MAX_PER_REQUEST)).values()];
}

/** The fields to send for a schedule: always its account and next date, plus the changes. */
export function savedSchedule(fields: Fields, now: Fields): SaveScheduledTransaction {
  const { account_id, date_next, transfer_account_id: _, ...rest } = withoutNames(fields);
  return {
    account_id: String(account_id ?? now["account_id"]),
    date: String(date_next ?? now["date_next"]),
    ...rest,
  };
}

/** Returns the payee names that the steps request. */
export function askedPayees(steps: readonly Pick<Step, "targets">[]): ReadonlySet<unknown> {
  const names = steps.flatMap(({ targets }) => targets.map(({ after }) => after?.["payee_name"]));
  return new Set(names.filter((name) => typeof name === "string"));
}
