import type { z } from "zod";
import { cleanText, unisolated, withTexts } from "../domain/base/clean_text.ts";
import { likelyWord } from "../domain/references/nearest_word.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import { formOf, namesAt } from "./argument_form.ts";

type Issue = z.core.$ZodIssue;

/**
 * Checks arguments.
 *
 * @throws {ToolError} `invalid_input`, naming everything that is wrong.
 */
export function checkedArguments(
  schema: z.ZodObject,
  args: unknown,
): Readonly<Record<string, unknown>> {
  const result = schema.safeParse(args ?? {});
  if (result.success) {
    // What answers put around a name must not come back as a part of it.
    return withTexts(result.data, unisolated) as Readonly<Record<string, unknown>>;
  }
  const words = result.error.issues.flatMap((issue) =>
    isMissing(issue, args)
      ? [`${issue.path.map(String).join(".")} is missing (${formOf(schema, issue.path)})`]
      : wordsFor(issue, schema)
  );
  throw new ToolError(
    "invalid_input",
    `the arguments do not fit: ${[...new Set(words)].join("; ")}`,
  );
}

/** Tells whether what does not fit is not there at all. */
function isMissing({ path }: Issue, args: unknown): boolean {
  const there = path.reduce<unknown>(
    (value, part) => (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[part],
    args,
  );
  return there === undefined;
}

function wordsFor(issue: Issue, schema: z.ZodObject): readonly string[] {
  const where = issue.path.length === 0 ? "the arguments" : issue.path.map(String).join(".");
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownArgument(key, issue.path, schema));
    case "invalid_type":
      return [`${where} must be ${typeWords(issue.expected)}`];
    case "invalid_value":
      return [`${where} must be ${issue.values.map(String).join(", ")}`];
    case "too_small":
      return [`${where} must be ${amountWords(issue, "at least", issue.minimum)}`];
    case "too_big":
      return [`${where} must be ${amountWords(issue, "at most", issue.maximum)}`];
    default:
      return [`${where} ${issue.message}`];
  }
}

/** Rows of a list take the same: what is wrong in several of them is told once. */
function unknownArgument(key: string, path: Issue["path"], schema: z.ZodObject): string {
  const list = path.filter((part) => typeof part === "string").join(".");
  const names = list === "" ? Object.keys(schema.shape) : namesAt(schema, path);
  const unknown = `unknown argument ${cleanText(key)}${list === "" ? "" : ` in ${list}`}`;
  const near = likelyWord(cleanText(key), names);
  if (near !== null) return `${unknown}, did you mean ${near}?`;
  if (names.length === 0) return unknown;
  return `${unknown}, ${list === "" ? "the tool" : "which"} takes ${names.join(", ")}`;
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
