import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownerTokenProblem } from "../../remote/http/owner_token.ts";
import type { GivenValue } from "../_parse.ts";
import type { Terminal } from "../_terminal.ts";
import { isToken, secretIn } from "../_token.ts";
import { UsageError } from "../_usage_error.ts";

const VARIABLE = "BUDGET_HTTP_TOKEN";
const FILE = "http-token";
const TOKEN_BYTES = 32;

/**
 * Gives the token that was set.
 *
 * @throws {UsageError} For a file that can't be used, and for what can be no token.
 */
export function givenHttpToken(file: GivenValue | undefined, { env }: Terminal): string | null {
  const variable = env(VARIABLE)?.trim() ?? "";
  const isFromFile = file !== undefined && (file.source === "flag" || !isToken(variable));
  const token = isFromFile ? secretIn(file, "the token for HTTP") : variable;
  if (!isToken(token)) return null;
  return checked(token, isFromFile ? file.name : VARIABLE);
}

/**
 * Gives the token that was made before, or makes one.
 *
 * @throws {UsageError} When it can be neither read nor written.
 */
export function ownHttpToken(folder: string): { readonly token: string; readonly path: string } {
  const path = join(folder, FILE);
  const made = randomBytes(TOKEN_BYTES).toString("base64url");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Only where there is none: of two servers that start at once, both take the first's.
    writeFileSync(path, `${made}\n`, { mode: 0o600, flag: "wx" });
    return { token: made, path };
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code !== "EEXIST") {
      throw new UsageError(
        `the token for HTTP can't be written to ${path}: set ${VARIABLE} or --http-token-file`,
        { cause: error },
      );
    }
  }
  return {
    token: checked(secretIn({ name: "--http", value: path }, "the token for HTTP"), path),
    path,
  };
}

function checked(token: string, name: string): string {
  const problem = ownerTokenProblem(token);
  if (problem !== null) throw new UsageError(`${name} ${problem}`);
  return token;
}
