import type { BlobBackend } from "../sync/store/backend.ts";
import { BlockedStoreError, reasonOf } from "../sync/store/store_errors.ts";
import type { GivenValue } from "./_parse.ts";
import { readVariable, StartError, type Terminal, UsageError } from "./_terminal.ts";
import { isAbsolute, join } from "node:path";

export const NO_HOME = "no home folder was found: choose a folder with --store sqlite:FOLDER";

/** Location of the store; if all fields are absent, the store is in memory. */
export interface StorePlace {
  readonly storeFolder?: string;
  /** Database URL. */
  readonly storeUrl?: string;
  /** `no_home` if the default folder was requested, but no home folder was found. */
  readonly storeProblem?: "no_home";
}

/**
 * Returns the location of the store.
 *
 * @throws {UsageError} If the setting is invalid, or if a flag contains a password: other users of
 * the machine can read flags.
 */
export function storePlace(
  given: GivenValue | undefined,
  env: Terminal["env"],
  platform: string = process.platform,
): StorePlace {
  if (given === undefined || given.value === SQLITE) {
    const folder = stateFolder(env, platform);
    return folder === undefined ? { storeProblem: "no_home" } : { storeFolder: folder };
  }
  const { name, value, source } = given;
  if (value === "memory") return {};
  if (value.startsWith(SQLITE)) return { storeFolder: absolute(value.slice(SQLITE.length), name) };
  if (!/^postgres(?:ql)?:/u.test(value)) {
    throw new UsageError(`${name} must be memory, sqlite:FOLDER or postgres://HOST/DATABASE`);
  }
  if (source === "flag" && hasPassword(value)) {
    throw new UsageError(
      `${name}: a URL with a password can't be passed in a flag, because other users of this ` +
        "machine could read it: set BUDGET_STORE instead",
    );
  }
  return { storeUrl: value };
}

/** Treats an invalid URL as if it contained a password. */
function hasPassword(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed === null || parsed.password !== "" || parsed.searchParams.has("password");
}

/**
 * Connects to the database if one is configured, unless a missing token or another problem keeps
 * the server from answering calls.
 *
 * @throws {UsageError} For an invalid URL.
 * @throws {StartError} If the database can't be reached.
 */
export async function openedDatabase(
  { storeUrl: url, token, problems = [], isNeeded = false }: Pick<StorePlace, "storeUrl"> & {
    readonly token: string | null;
    readonly problems?: readonly string[] | undefined;
    /** Whether to open the database even without a token. */
    readonly isNeeded?: boolean;
  },
  { openDatabase }: Terminal,
): Promise<BlobBackend | undefined> {
  if (url === undefined || problems.length > 0 || (token === null && !isNeeded)) return undefined;
  const { databaseUrlProblem, databaseName } = await import("../remote/postgres/connection_url.ts");
  const problem = databaseUrlProblem(url);
  if (problem !== null) throw new UsageError(`--store ${problem}`);
  try {
    return await openDatabase?.(url);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new StartError(`the database ${databaseName(url)} ${whyNot(error)}`, { cause: error });
  }
}

const WORDS: Readonly<Record<string, string>> = {
  "28000": "rejects this user",
  "28P01": "rejects this user or password",
  "3D000": "does not exist; create it first",
  "42501": "does not let this user create the budget_tool_server schema",
};

/** Explains why the database can't be used, without quoting errors, which may contain secrets. */
function whyNot(error: unknown): string {
  if (error instanceof BlockedStoreError) {
    return "was written by a newer version of this server; update this server";
  }
  const reason = reasonOf(error);
  const known = WORDS[reason];
  if (known !== undefined) return known;
  return /CERT|ISSUER|SIGNATURE/u.test(reason)
    ? `has a certificate that can't be verified (${reason}); set sslrootcert to a file with the ` +
      "issuing CA's certificate"
    : `can't be reached (${reason}); check that it is running`;
}

const NAME = "budget-tool-server";
const SQLITE = "sqlite:";

/** @throws {UsageError} If the path of the folder for bank statements isn't absolute. */
export function statementsFolder(given: GivenValue | undefined): string | undefined {
  return given === undefined ? undefined : absolute(given.value, given.name);
}

function absolute(folder: string, name: string): string {
  if (isAbsolute(folder)) return folder;
  throw new UsageError(
    `${name}: ${folder} is not an absolute path: write it in full; ~ and variables are not expanded`,
  );
}

function stateFolder(env: Terminal["env"], platform: string): string | undefined {
  if (platform === "win32") return inside(readVariable(env, "LOCALAPPDATA") ?? "");
  const state = env("XDG_STATE_HOME");
  // The XDG Base Directory Specification says to ignore relative paths.
  if (state !== undefined && isAbsolute(state)) return inside(state);
  const home = env("HOME");
  // A relative path would put the store in whatever folder the server starts in.
  if (home === undefined || !isAbsolute(home)) return undefined;
  return platform === "darwin"
    ? inside(home, "Library", "Application Support")
    : inside(home, ".local", "state");
}

function inside(base: string, ...path: readonly string[]): string | undefined {
  return base === "" ? undefined : join(base, ...path, NAME);
}
