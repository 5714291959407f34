import { readFileSync, statSync } from "node:fs";
import process from "node:process";
import { optionProblems } from "../server/server_options.ts";
import { type GivenValue, isGiven } from "./_parse.ts";
import { type Terminal, UsageError } from "./_terminal.ts";

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

/** Returns the placeholder that a host left instead of the token. */
export function leftInPlaceOfToken({ env }: Pick<Terminal, "env">): string | undefined {
  const text = env(VARIABLE)?.trim() ?? "";
  if (!text.startsWith("${")) return undefined;
  return UNREPLACED.test(text) ? text : "${\u2026}";
}

/** Tells whether a text is meant to be a token. */
export function isToken(text: string): boolean {
  return isGiven(text) && !PLACEHOLDER.test(text.trim());
}

/**
 * Reads a file that holds a secret.
 *
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
    throw new UsageError(`${name}: cannot read ${path}, which should contain ${what}`, {
      cause: error,
    });
  }
  // Windows has no such bits; its access control list decides.
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    throw new UsageError(`${name}: others can read ${path}, run chmod 600 on it`);
  }
  const token = text.trim();
  if (token === "") {
    throw new UsageError(`${name}: ${path} is empty, write ${what} into it`);
  }
  return token;
}
