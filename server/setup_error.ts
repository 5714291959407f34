/**
 * What every call is answered with while the server is not set up: which setting is
 * wrong, and how to mend it. A host shows an exit only as "failed".
 *
 * @module
 */

import { ToolError } from "../domain/errors/tool_error.ts";

/** Where a token is made. */
export const TOKEN_PAGE = "https://app.ynab.com/settings/developer";

/** Where a token goes. */
export const TOKEN_PLACE =
  "put it into BUDGET_ACCESS_TOKEN (or the token file, or the extension's settings)";

/** The missing token as one of several problems. */
export const NO_TOKEN = `no access token is set, make one at ${TOKEN_PAGE} and ${TOKEN_PLACE}`;

/** One sentence without a final period: what is missing, and the ways to go on. */
const NO_TOKEN_SENTENCE =
  `no access token is set: make one at ${TOKEN_PAGE}, ${TOKEN_PLACE} and restart the server, ` +
  "or start it with --demo";

/**
 * Gives what every call is answered with.
 *
 * @param problems What is wrong with the settings, a sentence each.
 * @returns The error; `null` when the server can work.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(setupError("a-token", []), null);
 * assertEquals(setupError(null, [])?.code, "unauthorized");
 * ```
 */
export function setupError(token: string | null, problems: readonly string[]): ToolError | null {
  const sentence = setupSentence(token, problems);
  if (sentence === null) return null;
  return new ToolError(token === null ? "unauthorized" : "invalid_input", sentence);
}

/** Gives the same as one sentence, for a terminal. */
export function setupSentence(token: string | null, problems: readonly string[]): string | null {
  if (problems.length === 0) return token === null ? NO_TOKEN_SENTENCE : null;
  const [what, them] = problems.length === 1 ? ["a setting", "it"] : ["settings", "them"];
  return `${what} of the server can't be used: ${problems.join("; ")}: ` +
    `correct ${them} and restart the server`;
}
