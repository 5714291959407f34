/**
 * Finds the access token: in a variable, or in a file that only its owner can read.
 *
 * @module
 */

import { readFileSync, statSync } from "node:fs";
import process from "node:process";
import { optionProblems } from "../server/check_options.ts";
import { type GivenValue, isGiven } from "./_parse.ts";
import type { Terminal } from "./_terminal.ts";
import { UsageError } from "./_usage_error.ts";

const VARIABLE = "BUDGET_ACCESS_TOKEN";

/** What examples write where the token goes. */
const PLACEHOLDER =
  /^<?your[ _-](?:ynab[ _-])?(?:personal[ _-])?(?:access[ _-])?token(?:[ _-]here)?>?$/iu;

/** The name of a variable, or of a setting of the host. */
const UNREPLACED =
  /^\$\{(?:[A-Z][A-Z_]{0,60}|(?:env|input|config|user_config|userConfig|secrets?)[.:][a-z_-]{1,40}|env:[A-Z_]{1,60})\}$/u;

/**
 * Gives the access token.
 *
 * @param file The file that is named; one that a flag names beats the variable.
 * @param terminal The environment.
 * @returns The token; `null` when none is given, or only an example's placeholder.
 * @throws {UsageError} For a file that can't be used, and for what can be no token.
 */
export function accessToken(file: GivenValue | undefined, { env }: Terminal): string | null {
  const variable = env(VARIABLE)?.trim() ?? "";
  const isFromFile = file !== undefined && (file.source === "flag" || !isToken(variable));
  const token = isFromFile ? secretIn(file, "the access token") : variable;
  if (!isToken(token)) return null;
  const problem = optionProblems.token(token);
  if (problem === null) return token;
  throw new UsageError(`${isFromFile ? file.name : VARIABLE} ${problem}`);
}

/**
 * Gives what a host has left in the place of the token, for want of a value.
 *
 * @param terminal The environment.
 * @returns Such as `${BUDGET_ACCESS_TOKEN}`; a text that may hold a token is not repeated.
 */
export function leftInPlaceOfToken({ env }: Pick<Terminal, "env">): string | undefined {
  const text = env(VARIABLE)?.trim() ?? "";
  if (!text.startsWith("${")) return undefined;
  return UNREPLACED.test(text) ? text : "${\u2026}";
}

/**
 * Tells whether a text is meant to be a token.
 *
 * @param text What stands where the token goes.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(["your token", "${BUDGET_ACCESS_TOKEN}", "a1b2"].map(isToken), [
 *   false,
 *   false,
 *   true,
 * ]);
 * ```
 */
export function isToken(text: string): boolean {
  return isGiven(text) && !PLACEHOLDER.test(text.trim());
}

/**
 * Reads a file that holds a secret.
 *
 * @param file The file, and how the user knows the setting that names it.
 * @param what What it holds, in words.
 * @returns Its text, without white space around it.
 * @throws {UsageError} When it can't be read, others can read it, or it is empty.
 */
export function secretIn(
  { name, value: path }: Pick<GivenValue, "name" | "value">,
  what: string,
): string {
  let mode: number;
  let text: string;
  try {
    mode = statSync(path).mode;
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${name}: cannot read ${path}, which is to hold ${what}`, {
      cause: error,
    });
  }
  // Windows keeps no such bits: there the file's own access list decides.
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    throw new UsageError(`${name}: others can read ${path}, run chmod 600 on it`);
  }
  const token = text.trim();
  if (token === "") {
    throw new UsageError(`${name}: ${path} is empty, write ${what} into it`);
  }
  return token;
}
