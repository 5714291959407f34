/**
 * Checks the arguments of a call and says in our own words what is wrong, before
 * anything is asked of upstream.
 *
 * @module
 */

import type { z } from "zod";
import { cleanText } from "../domain/text/clean_text.ts";
import { likelyWord } from "../domain/references/likely_word.ts";
import { ToolError } from "../domain/errors/tool_error.ts";
import { formOf } from "./argument_form.ts";

type Issue = z.core.$ZodIssue;

/**
 * Checks arguments.
 *
 * @returns The arguments with defaults filled in.
 * @throws {ToolError} `invalid_input`, naming everything that is wrong.
 */
export function checkedArguments(
  schema: z.ZodObject,
  args: unknown,
): Readonly<Record<string, unknown>> {
  const result = schema.safeParse(args ?? {});
  if (result.success) return result.data;
  const names = Object.keys(schema.shape);
  const words = result.error.issues.flatMap((issue) =>
    isMissing(issue, args)
      ? [`${issue.path.map(String).join(".")} is missing (${formOf(schema, issue.path)})`]
      : wordsFor(issue, names)
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

function wordsFor(issue: Issue, names: readonly string[]): readonly string[] {
  const where = issue.path.length === 0 ? "the arguments" : issue.path.map(String).join(".");
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownArgument(key, issue.path.length === 0 ? names : []));
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

function unknownArgument(key: string, names: readonly string[]): string {
  const shown = cleanText(key);
  const near = likelyWord(key, names);
  if (near !== null) return `unknown argument ${shown}, did you mean ${near}?`;
  return names.length === 0
    ? `unknown argument ${shown}`
    : `unknown argument ${shown}, the tool takes ${names.join(", ")}`;
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
