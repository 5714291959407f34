import { z } from "zod";
import { cleanText, unisolated, withTexts } from "../domain/base/clean_text.ts";
import { likelyWord } from "../domain/references/nearest_word.ts";
import { ToolError } from "../domain/base/tool_error.ts";

type Issue = z.core.$ZodIssue;

export function checkedArguments(
  schema: z.ZodObject,
  args: unknown,
): Readonly<Record<string, unknown>> {
  const result = schema.safeParse(args ?? {});
  if (result.success) {
    // Remove the directional isolates that answers add around names.
    return withTexts(result.data, unisolated) as Readonly<Record<string, unknown>>;
  }
  const words = result.error.issues.flatMap((issue) =>
    isMissing(issue, args)
      ? [`${issue.path.map(String).join(".")} is missing (${formOf(schema, issue.path)})`]
      : wordsFor(issue, schema, args)
  );
  throw new ToolError(
    "invalid_input",
    `the arguments are invalid: ${[...new Set(words)].join("; ")}`,
  );
}

function isMissing(issue: Issue, args: unknown): boolean {
  return givenAt(issue, args) === undefined;
}

function givenAt({ path }: Issue, args: unknown): unknown {
  return path.reduce<unknown>(
    (value, part) => (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[part],
    args,
  );
}

function choiceWords(choices: readonly string[], given: unknown): string {
  const near = typeof given === "string" ? likelyWord(cleanText(given), choices) : null;
  return `${choices.join(", ")}${near === null ? "" : `: did you mean ${near}?`}`;
}

function wordsFor(issue: Issue, schema: z.ZodObject, args: unknown): readonly string[] {
  const where = issue.path.length === 0 ? "the arguments" : issue.path.map(String).join(".");
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownArgument(key, issue.path, schema));
    case "invalid_type":
      return [`${where} must be ${typeWords(issue.expected)}`];
    case "invalid_value":
      return [`${where} must be ${choiceWords(issue.values.map(String), givenAt(issue, args))}`];
    case "too_small":
      return [`${where} must be ${amountWords(issue, "at least", issue.minimum)}`];
    case "too_big":
      return [`${where} must be ${amountWords(issue, "at most", issue.maximum)}`];
    default:
      return [`${where} ${issue.message}`];
  }
}

/**
 * Writes the error for an unknown argument. Omits list indexes, so that the same error in several
 * items is reported once.
 */
function unknownArgument(key: string, path: Issue["path"], schema: z.ZodObject): string {
  const list = path.filter((part) => typeof part === "string").join(".");
  const names = list === "" ? Object.keys(schema.shape) : namesAt(schema, path);
  const unknown = `unknown argument ${cleanText(key)}${list === "" ? "" : ` in ${list}`}`;
  const near = likelyWord(cleanText(key), names);
  if (near !== null) return `${unknown} (did you mean ${near}?)`;
  return names.length === 0 ? unknown : `${unknown} (allowed: ${names.join(", ")})`;
}

function typeWords(expected: string): string {
  switch (expected) {
    case "int":
      return "a whole number";
    case "string":
      return "text";
    case "array":
      return "a list";
    case "boolean":
      return "true or false";
    default:
      return /^[aeiou]/u.test(expected) ? `an ${expected}` : `a ${expected}`;
  }
}

function amountWords(
  issue: { readonly origin: string },
  bound: string,
  value: number | bigint,
): string {
  if (issue.origin === "string") return `${bound} ${value} characters long`;
  return issue.origin === "array" ? `a list of ${bound} ${value}` : `${bound} ${value}`;
}

/** The parts of JSON Schema that describe arguments here. */
interface Form {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Form[];
  readonly items?: Form;
  readonly properties?: Readonly<Record<string, Form>>;
  readonly required?: readonly string[];
}

type Path = readonly PropertyKey[];

const EXAMPLES: readonly (readonly [name: RegExp, example: string])[] = [
  [/account/u, 'an id or a name, such as "Checking"'],
  [/categor/u, 'an id or a name, such as "Groceries"'],
  [/group/u, 'an id or a name, such as "Bills"'],
  [/payee_ids?$/u, 'an id or a name, such as "Amazon"'],
  [/_ids?$/u, 'an id from an answer, such as "1a2b3c4d"'],
];

export function formOf(schema: z.ZodObject, path: Path): string {
  const name = path.filter((part) => typeof part === "string").at(-1) ?? "";
  return formWords(formAt(schema, path), name);
}

/** Returns the names of an argument's own fields, for example those of a list's items. */
function namesAt(schema: z.ZodObject, path: Path): readonly string[] {
  const form = formAt(schema, path);
  const { properties = {} } = form.anyOf?.find((one) => one.properties !== undefined) ?? form;
  return Object.keys(properties);
}

function formAt(schema: z.ZodObject, path: Path): Form {
  const whole = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Form;
  return path.reduce<Form>(partOf, whole);
}

function partOf(form: Form, part: PropertyKey): Form {
  const own = form.anyOf?.find(({ properties, items }) => properties ?? items) ?? form;
  return (typeof part === "number" ? own.items : own.properties?.[String(part)]) ?? {};
}

function formWords(form: Form, name: string): string {
  if (form.enum !== undefined) return form.enum.map(String).join(" or ");
  switch (form.type ?? form.anyOf?.[0]?.type) {
    case "integer":
      return "a whole number, such as 3";
    case "number":
      return form.minimum !== undefined && form.minimum > 0
        ? "a number above zero, such as 12.5"
        : "a number, such as -12.5";
    case "boolean":
      return "true or false";
    case "array":
      return `a list${itemWords(form.items ?? {}, name)}`;
    case "object":
      return objectWords(form);
    default:
      return textWords(form, name);
  }
}

function itemWords(item: Form, name: string): string {
  return item.type === "object"
    ? ` of objects, each ${objectWords(item)}`
    : `, each ${formWords(item, name)}`;
}

function objectWords({ required = [] }: Form): string {
  return required.length === 0 ? "an object" : `with ${required.join(", ")}`;
}

function textWords({ format, pattern = "" }: Form, name: string): string {
  if (format === "date") return "a day, such as 2026-11-20";
  if (pattern.includes("current")) return "a month, such as 2026-11 or current";
  if (pattern.startsWith("^\\d{4}-\\d{2}")) return "a month, such as 2026-11";
  return EXAMPLES.find(([names]) => names.test(name))?.[1] ?? "text";
}
