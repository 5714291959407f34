import type { JsonSchema } from "./schema_rows.ts";

/** What fits the names of arguments, the first that matches. */
const VALUES: readonly (readonly [name: RegExp, value: unknown])[] = [
  [/^from_category/u, "Groceries"],
  [/^to_category/u, "Coffee"],
  [/categor/u, "Groceries"],
  [/group/u, "Fun"],
  [/^to_account/u, "Savings"],
  [/account/u, "Checking"],
  [/^payee_ids?$/u, "TfL"],
  [/payee/u, "Amazon"],
  [/^(?:transaction|scheduled|operation).*_ids?$/u, "1a2b3c4d"],
  [/^bank_balance$/u, 319.88],
  [/amount|target/u, 40],
  [/date|since|until|^by/u, "2026-11-20"],
  [/name|label|memo|text/u, "Concerts"],
];

/** What a change of something that is there may be: one of them, or it would change nothing. */
const CHANGED: readonly string[] = ["mode", "amount", "name"];

/** A schedule begins in the future, and everything else was in the past. */
const BEGINS = "2027-01-01";

/** Optional arguments that are worth an example. */
const TELLING: readonly string[] = ["payee", "group", "month", "months", "until", "limit"];

/** Makes an example. */
export function exampleWords(schema: JsonSchema): readonly string[] {
  const { properties = {}, required = [] } = schema;
  const needed = required.filter((name) => properties[name]?.default === undefined);
  const telling = TELLING.find((name) => name in properties);
  const named = needed.length > 0 || telling === undefined ? [...needed] : [telling];
  const changed = CHANGED.filter((name) => name in properties);
  if (needed.length > 0 && !changed.some((name) => needed.includes(name))) {
    named.push(...changed.slice(0, 1));
  }
  const isScheduled = "frequency" in properties;
  return named.flatMap((name) =>
    wordsFor(
      name,
      isScheduled && name === "date" ? BEGINS : exampleOf(name, properties[name] ?? {}),
    )
  );
}

/** Rows are given one by one. */
function wordsFor(name: string, value: unknown): readonly string[] {
  const isRows = Array.isArray(value) && value.some((item) => typeof item === "object");
  return isRows ? value.map((item) => word(name, item)) : [word(name, value)];
}

function word(name: string, value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const simple = Array.isArray(value) && value.every((item) => /^\w+$/u.test(String(item)))
    ? value.join(",")
    : text;
  return /^[\w.,:-]*$/u.test(simple) ? `${name}=${simple}` : `${name}='${simple}'`;
}

function exampleOf(name: string, field: JsonSchema): unknown {
  const [own] = field.anyOf ?? [field];
  const { enum: words, type, items = {}, minItems = 1, required = [], properties = {} } = own ?? {};
  if (words !== undefined) return words[0];
  const kind = typeof type === "string" ? type : type?.[0];
  if (kind === "array") return Array.from({ length: minItems || 1 }, () => exampleOf(name, items));
  if (kind === "object") {
    return Object.fromEntries(
      required.map((inner) => [inner, exampleOf(inner, properties[inner] ?? {})]),
    );
  }
  if (kind === "boolean") return true;
  if (/month/u.test(name) && kind === "string") return "current";
  if (kind === "integer") return Math.max(own?.minimum ?? 3, Math.min(own?.maximum ?? 3, 3));
  const value = VALUES.find(([names]) => names.test(name))?.[1];
  if (kind === "number") return typeof value === "number" ? value : 40;
  const isMonth = /YYYY-MM(?!-)/u.test(field.description ?? "");
  return isMonth ? "2026-12" : String(value ?? "Groceries");
}
