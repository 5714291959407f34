import process from "node:process";
import { nearestWord } from "../domain/references/nearest_word.ts";
import { optionProblems } from "../server/server_options.ts";
import { settingName, TOKEN_VARIABLE } from "../server/advice.ts";
import { flagNames, variableOf } from "./_flags.ts";
import { type GivenValue, isGiven } from "./_parse.ts";
import { type Terminal, UsageError } from "./_terminal.ts";

/** Variable that contains the token for HTTP clients. */
export const HTTP_TOKEN_VARIABLE = "BUDGET_HTTP_TOKEN";

const FILE_VARIABLE = "BUDGET_ACCESS_TOKEN_FILE";

/**
 * Variables for the secrets that `--sign-in ynab` uses. If `_FILE` is appended to a variable's
 * name, the variable contains the path of a file with the secret.
 */
const HOSTED_SECRETS: readonly string[] = [
  "BUDGET_OAUTH_CLIENT_SECRET",
  "BUDGET_SEAL_KEY",
  "BUDGET_INVITATION",
  "BUDGET_TEST_CODE",
];

/** Matches a token placeholder like those in examples. */
const PLACEHOLDER =
  /^<?your[ _-](?:ynab[ _-])?(?:personal[ _-])?(?:access[ _-])?token(?:[ _-]here)?>?$/iu;

/** Matches a placeholder such as `${NAME}`, which a host should have replaced. */
const UNREPLACED =
  /^\$\{(?:[A-Z][A-Z_]{0,60}|(?:env|input|config|user_config|userConfig|secrets?)[.:][a-z_-]{1,40}|env:[A-Z_]{1,60})\}$/u;

/**
 * Returns the access token; `null` if none is set.
 *
 * @throws {UsageError} If the file can't be used, the text can't be a token, or the variable is
 * misnamed.
 */
export function accessToken(file: GivenValue | undefined, terminal: Terminal): string | null {
  const token = givenToken(file, {
    name: settingName(TOKEN_VARIABLE, terminal.settingsForm),
    variable: terminal.env(TOKEN_VARIABLE),
    what: "the access token",
    problemOf: optionProblems.token,
  });
  const misnamed = token === null ? misnamedVariable(terminal) : null;
  if (misnamed !== null) throw new UsageError(misnamed);
  return token;
}

/**
 * Returns a token from a file or a variable; `null` if neither has one.
 *
 * @throws {UsageError} If the file can't be used, or the text can't be a token.
 */
export function givenToken(
  file: GivenValue | undefined,
  { name, variable = "", what, problemOf }: {
    /** The variable's name, as shown to the user. */
    readonly name: string;
    readonly variable: string | undefined;
    readonly what: string;
    readonly problemOf: (token: string) => string | null;
  },
): string | null {
  const isFromFile = file !== undefined && (file.source === "flag" || !isToken(variable));
  const token = isFromFile ? secretIn(file, what) : variable.trim();
  if (!isToken(token)) return null;
  if (!isFromFile && isAssignment(token)) {
    throw new UsageError(`${name} must contain only ${what}, without NAME= before it`);
  }
  const problem = problemOf(token);
  if (problem !== null) throw new UsageError(`${isFromFile ? file.name : name} ${problem}`);
  return token;
}

/** Finds a token in a misspelled environment variable, or in one that other YNAB tools read. */
function misnamedVariable({ env, envNames }: Terminal): string | null {
  try {
    for (const name of envNames()) {
      const meant = intendedVariable(name);
      if (meant === null || !isToken(env(name) ?? "")) continue;
      return `${name} is set, but this server reads ${meant}`;
    }
  } catch {
    // Deno may allow access to only some variables.
  }
  return null;
}

function intendedVariable(name: string): string | null {
  if (/^YNAB_\w*(?:TOKEN|KEY|PAT)$/u.test(name)) return TOKEN_VARIABLE;
  const isKnown = name === HTTP_TOKEN_VARIABLE ||
    HOSTED_SECRETS.includes(name.replace(/_FILE$/u, "")) ||
    flagNames.some((flag) => variableOf(flag) === name);
  return isKnown || !name.startsWith("BUDGET_")
    ? null
    : nearestWord(name, [TOKEN_VARIABLE, FILE_VARIABLE]);
}

/** Returns the placeholder that a host left in place of the token. */
export function leftInPlaceOfToken({ env, settingsForm }: Terminal): string | undefined {
  const text = env(TOKEN_VARIABLE)?.trim() ?? "";
  // A host with a settings form keeps the placeholder if the user leaves the token field empty.
  if (!text.startsWith("${") || settingsForm !== undefined) return undefined;
  return UNREPLACED.test(text) ? text : "${\u2026}";
}

/** Whether a string looks like a token. */
export function isToken(text: string): boolean {
  return isGiven(text) && !PLACEHOLDER.test(text.trim());
}

/** Whether a string has the form `NAME=value`. In a token, `=` can only be padding at the end. */
function isAssignment(text: string): boolean {
  return /^(?:export\s+)?[A-Z][A-Z\d_]*\s*=\s*[^=\s]/iu.test(text);
}

/**
 * Reads a file that contains a secret.
 *
 * @throws {UsageError} If the file can't be read, is readable by other users, is empty, or has the
 * form `NAME=value`.
 */
export function secretIn(
  { name, value: path }: Pick<GivenValue, "name" | "value">,
  what: string,
): string {
  let mode: number;
  let text: string;
  try {
    // Loading this module takes 7 ms, so load it only when it is needed.
    const { readFileSync, statSync } = process.getBuiltinModule("node:fs");
    mode = statSync(path).mode;
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && error.name === "NotCapable") {
      throw new UsageError(
        `${name}: Deno isn't allowed to read ${path}; add --allow-read=${path} to its arguments`,
        { cause: error },
      );
    }
    throw new UsageError(`${name}: cannot read ${path}, which should contain ${what}`, {
      cause: error,
    });
  }
  // Windows uses access control lists instead of permission bits.
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    throw new UsageError(`${name}: others can read ${path}; run chmod 600 on it`);
  }
  const token = text.trim();
  if (token === "") {
    throw new UsageError(`${name}: ${path} is empty; write ${what} into it`);
  }
  if (isAssignment(token)) {
    throw new UsageError(`${name}: ${path} must contain only ${what}, without NAME= before it`);
  }
  return token;
}
