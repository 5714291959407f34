import { cleanText } from "../domain/base/clean_text.ts";
import { type DateContext, dayInWords, monthInWords, typedNumber } from "./_typed_value.ts";
import type { JsonSchema } from "./_tool_help.ts";
import { type Terminal, UsageError } from "./_terminal.ts";

const FORMS = `key=value, JSON such as '{"month":"current"}', or - for JSON on standard input`;
const SWITCHES: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
};

/** Context for parsing a call's arguments. */
export interface Reading extends Omit<DateContext, "key"> {
  readonly schema: JsonSchema;
  readonly input?: Terminal["input"];
}

/**
 * Parses arguments. Values that match no field stay unchanged; the tool reports them.
 *
 * @throws {UsageError} For words that are neither JSON nor `key=value`, and for ambiguous values.
 */
export async function callArguments(
  words: readonly string[],
  reading: Reading,
): Promise<unknown> {
  const { input } = reading;
  const [first = "{}", ...more] = words;
  if (more.length === 0 && first === "-") return parsed(await input?.() ?? "", "standard input");
  if (more.length === 0 && first.trimStart().startsWith("{")) return parsed(first, "the arguments");
  const lists = new Map<string, string[]>();
  for (const word of words) {
    const at = word.indexOf("=");
    if (at < 1) {
      const shown = cleanText(word);
      throw new UsageError(
        !/^\s*[[{]/u.test(word)
          ? `${shown} is not an argument: give ${FORMS}`
          : more.length > 0
          ? `JSON can't be combined with other arguments: give ${FORMS}`
          : `the arguments are not JSON: give ${FORMS}`,
      );
    }
    const key = word.slice(0, at).trim();
    lists.set(key, [...lists.get(key) ?? [], word.slice(at + 1)]);
  }
  return Object.fromEntries(
    [...lists].map(([key, values]) => [key, valueOf(key, values, reading)]),
  );
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      what === "standard input"
        ? "standard input doesn't contain JSON"
        : `the arguments are not JSON: give ${FORMS}`,
      { cause: error },
    );
  }
}

/** Parses a key's values; a repeated key makes a list. */
function valueOf(key: string, values: readonly string[], reading: Reading): unknown {
  const field = reading.schema.properties?.[key] ?? {};
  const types = typesOf(field);
  const [only = "", ...more] = values;
  if (types.includes("array")) {
    return values.flatMap((value) => listOf(key, value, { field, reading }));
  }
  if (more.length > 0) {
    throw new UsageError(`${cleanText(key)} is given ${values.length} times but takes one value`);
  }
  return single(key, only, { field, reading });
}

/** JSON, or comma-separated items; a name such as `Rent, Mortgage` stays whole. */
function listOf(key: string, value: string, { field, reading }: Field): readonly unknown[] {
  const items = { field: itemsOf(field), reading };
  const text = value.trim();
  if (text.startsWith("[") || text.startsWith("{")) {
    const given = nested(key, text);
    return Array.isArray(given) ? given : [given];
  }
  if (text === "") return [];
  return text.split(/,(?!\s)/u).map((item) => single(key, item, items));
}

interface Field {
  readonly field: JsonSchema;
  readonly reading: Reading;
}

function single(key: string, value: string, { field, reading }: Field): unknown {
  const text = value.trim();
  const types = typesOf(field);
  if (types.includes("object") && text.startsWith("{")) return nested(key, text);
  if (types.includes("null") && text === "null") return null;
  if (types.includes("integer") && /^[+-]?\d+$/u.test(text)) return Number(text);
  if (types.includes("number")) return typedNumber(key, text) ?? value;
  if (types.includes("boolean")) return switchOf(key, text);
  const [format, pattern] = [partOf(field, "format"), partOf(field, "pattern")];
  if (format === "date") return dayInWords(value, { key, ...reading });
  return isMonth(pattern) ? monthInWords(value, { key, ...reading }) : value;
}

function switchOf(key: string, text: string): boolean {
  const isOn = SWITCHES[text.toLowerCase()];
  if (isOn === undefined) throw new UsageError(`${cleanText(key)} must be yes or no`);
  return isOn;
}

/** Whether a pattern matches a month: `YYYY-MM` or `current`. */
function isMonth(pattern: string | undefined): boolean {
  return pattern?.startsWith("^(current|") === true;
}

function partOf(field: JsonSchema, part: "format" | "pattern"): string | undefined {
  return field[part] ?? field.anyOf?.find((one) => one[part] !== undefined)?.[part];
}

function nested(key: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`the value of ${cleanText(key)} is not JSON`, { cause: error });
  }
}

function itemsOf(field: JsonSchema): JsonSchema {
  return field.items ?? field.anyOf?.find(({ items }) => items !== undefined)?.items ?? {};
}

function typesOf({ type, anyOf = [] }: JsonSchema): readonly string[] {
  const own = type === undefined ? [] : typeof type === "string" ? [type] : type;
  return [...own, ...anyOf.flatMap(typesOf)];
}
