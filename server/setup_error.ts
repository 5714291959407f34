import { ToolError } from "../domain/base/tool_error.ts";

/** Where a token is made. */
export const TOKEN_PAGE = "https://app.ynab.com/settings/developer";

/** Where a token goes. */
export const TOKEN_PLACE =
  "put it into BUDGET_ACCESS_TOKEN (or the token file, or the extension's settings)";

/** What is wrong with the settings. */
export interface SetupState {
  /** `null` when none is set. */
  readonly token: string | null;
  /** A sentence for each setting that can't be used. */
  readonly problems?: readonly string[] | undefined;
  /** What a host left instead of the token, such as `${BUDGET_ACCESS_TOKEN}`. */
  readonly tokenPlaceholder?: string | undefined;
}

/** Reports a missing token as one of several problems. */
export function noToken(placeholder?: string): string {
  return `${missing(placeholder)}, make one at ${TOKEN_PAGE} and ${TOKEN_PLACE}`;
}

/** The error that every call returns. */
export function setupError(state: SetupState): ToolError | null {
  const sentence = setupSentence(state);
  if (sentence === null) return null;
  return new ToolError(state.token === null ? "unauthorized" : "invalid_input", sentence);
}

/** Gives the same as one sentence without a final period, for a terminal. */
export function setupSentence(
  { token, problems = [], tokenPlaceholder }: SetupState,
): string | null {
  if (problems.length === 0) {
    return token === null
      ? `${missing(tokenPlaceholder)}: make one at ${TOKEN_PAGE}, ${TOKEN_PLACE} and restart ` +
        "the server, or start it with --demo"
      : null;
  }
  const [what, them] = problems.length === 1
    ? ["a server setting", "it"]
    : ["server settings", "them"];
  return `${what} can't be used: ${problems.join("; ")}: ` +
    `correct ${them} and restart the server`;
}

function missing(placeholder: string | undefined): string {
  const left = placeholder === undefined ? "" : `, the host did not replace ${placeholder}`;
  return `no access token is set${left}`;
}
