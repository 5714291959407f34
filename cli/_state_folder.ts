import { isAbsolute, join } from "node:path";
import process from "node:process";
import { databaseUrl } from "./_database.ts";
import type { GivenValue } from "./_parse.ts";
import type { Terminal } from "./_terminal.ts";
import { UsageError } from "./_usage_error.ts";

const NAME = "budget-tool-server";
const SQLITE = "sqlite:";

/**
 * Gives the folder of the store.
 *
 * @throws {UsageError} When it says nothing usable.
 */
export function storeFolder(
  given: GivenValue | undefined,
  env: Terminal["env"],
  platform: string = process.platform,
): string | null | undefined {
  if (given === undefined || given.value === SQLITE) return stateFolder(env, platform);
  const { name, value } = given;
  if (value === "memory" || databaseUrl(given) !== undefined) return null;
  if (!value.startsWith(SQLITE)) {
    throw new UsageError(`${name} must be memory, sqlite:FOLDER or postgres://HOST/DATABASE`);
  }
  const folder = value.slice(SQLITE.length);
  if (isAbsolute(folder)) return folder;
  throw new UsageError(
    `${name}: ${folder} is no absolute path: write it out, as neither ~ nor a variable is expanded`,
  );
}

function stateFolder(env: Terminal["env"], platform: string): string | undefined {
  if (platform === "win32") return inside(allowed(env, "LOCALAPPDATA"));
  const state = env("XDG_STATE_HOME");
  // The XDG Base Directory Specification has relative paths ignored.
  if (state !== undefined && isAbsolute(state)) return inside(state);
  const home = env("HOME");
  // A relative one would put the store wherever the server happens to be started.
  if (home === undefined || !isAbsolute(home)) return undefined;
  return platform === "darwin"
    ? inside(home, "Library", "Application Support")
    : inside(home, ".local", "state");
}

/** A variable that the runtime does not let us see is as good as none. */
function allowed(env: Terminal["env"], name: string): string | undefined {
  try {
    return env(name);
  } catch {
    return undefined;
  }
}

function inside(base: string | undefined, ...path: readonly string[]): string | undefined {
  return base === undefined || base === "" ? undefined : join(base, ...path, NAME);
}
