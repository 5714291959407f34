/**
 * Turns given values into what a server is made of.
 *
 * @module
 */

import { readFileSync, statSync } from "node:fs";
import process from "node:process";
import type { ConfirmMode } from "../changes/change_request.ts";
import { parseBaseUrl } from "../client/base_url.ts";
import { isDay } from "../domain/day.ts";
import { nearestWord } from "../domain/nearest_word.ts";
import { DEFAULT_API_URL, type ServerOptions } from "../tools/_open_session.ts";
import { UNSETTLED_PLANS } from "../tools/_session.ts";
import { type Profile, profiles } from "../tools/_tool.ts";
import { DEMO_TOKEN, demoFetch } from "./_demo.ts";
import { logTo } from "./_log.ts";
import type { CommandLine, GivenValue } from "./_parse.ts";
import { storeFolder } from "./_state_folder.ts";
import type { Terminal } from "./_terminal.ts";
import { UsageError } from "./_usage_error.ts";

const LOOPBACK_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
const DAY_SECONDS = 86_400;
const CONFIRM_MODES: readonly ConfirmMode[] = ["auto", "user", "code"];

type Given = CommandLine["given"];

/**
 * Makes the options of a server from a command line.
 *
 * @param line The command line.
 * @param terminal The environment, and where the log goes.
 * @returns The options.
 * @throws {UsageError} When a value can't be used.
 */
export function serverOptions({ given }: CommandLine, terminal: Terminal): ServerOptions {
  const isDemo = isDemoMeant(given, terminal);
  const apiUrl = isDemo ? DEFAULT_API_URL : baseUrl(given["api-url"]);
  const today = fixedDay(given.today, isDemo || isLoopback(apiUrl));
  // The demo keeps nothing; what was asked for is looked at all the same.
  const isAsked = !isDemo || given.store !== undefined;
  const asked = isAsked ? storeFolder(given.store, terminal.env) : null;
  const folder = isDemo ? null : asked;
  const options = {
    token: isDemo ? DEMO_TOKEN : accessToken(given["token-file"], terminal),
    apiUrl,
    profile: chosenProfile(given.profile),
    write: given.write !== undefined,
    confirm: confirmMode(given.confirm),
    planId: defaultPlan(given.plan),
    maxAgeMs: maxAge(given["max-age"]),
    fullIds: given["full-ids"] !== undefined,
    today,
    fetch: isDemo ? demoFetch({ today }) : undefined,
    storeFolder: folder ?? undefined,
    log: logTo(terminal, given["log-level"]),
  };
  if (folder === undefined && options.token !== null) {
    options.log({ level: "warn", event: "store_in_memory", reason: "no_home" });
  }
  return options;
}

/**
 * Gives the profile that was asked for.
 *
 * @param given The value.
 * @returns The profile; `fuller` when none was asked for.
 * @throws {UsageError} For a name that is none.
 */
export function chosenProfile(given: GivenValue | undefined): Profile {
  if (given === undefined) return "fuller";
  const found = profiles.find((name) => name === given.value);
  if (found !== undefined) return found;
  const near = nearestWord(given.value, profiles);
  const help = near === null ? `there are ${profiles.join(" and ")}` : `did you mean ${near}?`;
  throw new UsageError(`${given.name}: there is no profile ${given.value}: ${help}`);
}

/**
 * Reads a fixed day.
 *
 * @param given The value.
 * @param isAllowed Whether nothing real can be touched.
 * @returns `YYYY-MM-DD`, or `undefined` for the real day.
 * @throws {UsageError} For no day, or where a wrong day could do harm.
 */
export function fixedDay(given: GivenValue | undefined, isAllowed: boolean): string | undefined {
  if (given === undefined) return undefined;
  if (!isAllowed) {
    throw new UsageError(`${given.name} only goes with --demo or a loopback --api-url`);
  }
  if (!isDay(given.value)) throw new UsageError(`${given.name} must be a day as YYYY-MM-DD`);
  return given.value;
}

/** The demo excludes a token and an address; a flag beats a variable. */
function isDemoMeant(given: Given, { env }: Terminal): boolean {
  const { demo } = given;
  if (demo === undefined) return false;
  const token = env("BUDGET_ACCESS_TOKEN");
  const variable = token === undefined || token === ""
    ? undefined
    : { source: "environment", name: "BUDGET_ACCESS_TOKEN" } as const;
  for (const other of [given["api-url"], given["token-file"], variable]) {
    if (other === undefined) continue;
    if (other.source === demo.source) {
      throw new UsageError(`${demo.name} excludes ${other.name}: leave one of them out`);
    }
    if (other.source === "flag") return false;
  }
  return true;
}

function baseUrl(given: GivenValue | undefined): string {
  if (given === undefined) return DEFAULT_API_URL;
  try {
    return parseBaseUrl(given.value);
  } catch (error) {
    const why = error instanceof Error ? error.message : "it is no address";
    throw new UsageError(`${given.name}: ${why}`, { cause: error });
  }
}

function isLoopback(url: string): boolean {
  return LOOPBACK_HOSTS.includes(new URL(url).hostname);
}

function accessToken(file: GivenValue | undefined, { env }: Terminal): string | null {
  const variable = env("BUDGET_ACCESS_TOKEN")?.trim() ?? "";
  const isFromFile = file !== undefined && (file.source === "flag" || variable === "");
  const token = isFromFile ? tokenIn(file) : variable;
  if (token === "") return null;
  if (/^[\x21-\x7e]+$/u.test(token)) return token;
  throw new UsageError("the access token has characters that no token has: copy it again");
}

function tokenIn({ name, value: path }: GivenValue): string {
  let mode: number;
  let text: string;
  try {
    mode = statSync(path).mode;
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${name}: cannot read ${path}`, { cause: error });
  }
  // Windows keeps no such bits: there the file's own access list decides.
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    throw new UsageError(`${name}: others can read ${path}: run chmod 600 on it`);
  }
  const token = text.trim();
  if (token === "") throw new UsageError(`${name}: ${path} is empty`);
  return token;
}

function defaultPlan(given: GivenValue | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (UNSETTLED_PLANS.includes(given.value)) {
    throw new UsageError(
      `${given.name}: ${given.value} may mean another plan at the next call: give the plan's own id`,
    );
  }
  if (!/^[\w-]{1,100}$/u.test(given.value)) {
    throw new UsageError(`${given.name} must be a plan's id`);
  }
  return given.value;
}

function confirmMode(given: GivenValue | undefined): ConfirmMode | undefined {
  if (given === undefined) return undefined;
  const found = CONFIRM_MODES.find((mode) => mode === given.value);
  if (found !== undefined) return found;
  throw new UsageError(`${given.name} must be auto, user or code`);
}

function maxAge(given: GivenValue | undefined): number | undefined {
  if (given === undefined) return undefined;
  const seconds = Number(given.value);
  const isValid = given.value.trim() !== "" && seconds >= 0 && seconds <= DAY_SECONDS;
  if (!isValid) {
    throw new UsageError(`${given.name} must be a number of seconds from 0 to ${DAY_SECONDS}`);
  }
  return Math.round(seconds * 1000);
}
