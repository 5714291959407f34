import { DEFAULT_API_URL, parseBaseUrl } from "../client/base_url.ts";
import { nearestWord } from "../domain/references/nearest_word.ts";
import { optionProblems, type ServerOptions } from "../server/server_options.ts";
import { listed } from "../domain/base/clean_text.ts";
import { type Profile, profiles } from "../tools/_tool.ts";
import { DEMO_TOKEN, demoFetch, demoStatementFiles } from "../demo/demo_fetch.ts";
import { statementsFolder, type StorePlace, storePlace } from "./_store_place.ts";
import { proxyExceptions } from "./_address.ts";
import { type FlagName, flagOf, LOG_LEVELS } from "./_flags.ts";
import type { CommandLine, GivenValue } from "./_parse.ts";
import { type Terminal, UsageError } from "./_terminal.ts";
import { accessToken, isToken, leftInPlaceOfToken } from "./_token.ts";
import { noToken, settingName, TOKEN_VARIABLE } from "../server/advice.ts";
import type { LogEntry } from "../server/log_entry.ts";

const LOOPBACK_HOSTS: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
const DAY_SECONDS = 86_400;
const DEMO_STORE = "--demo keeps everything in memory and ignores --store";

type Given = CommandLine["given"];

/** A command's server options and other settings. */
export interface CommandOptions extends ServerOptions, Pick<StorePlace, "storeUrl"> {
  /** Whether the demo household replaces YNAB. */
  readonly isDemo: boolean;
  /** Sentences to print before the command runs. */
  readonly notices: readonly string[];
}

/**
 * Creates server options from a command line.
 *
 * @throws {UsageError} If a flag names an unknown profile.
 */
export function serverOptions({ given }: CommandLine, terminal: Terminal): CommandOptions {
  const problems: string[] = [];
  const usable = collecting(problems);
  const profile = given.profile?.source === "flag"
    ? chosenProfile(given.profile)
    : usable(() => chosenProfile(given.profile), "fuller");
  const log = usable(() => logTo(terminal, given["log-level"]), logTo(terminal, undefined));
  const beforeDemo = problems.length;
  const { isDemo, ignored } = usable(() => demoSetting(given, terminal), { isDemo: false });
  const demoProblems = problems.length - beforeDemo;
  const apiUrl = isDemo
    ? DEFAULT_API_URL
    : usable(() => baseUrl(given["api-url"]), DEFAULT_API_URL);
  for (const [name, value] of proxyExceptions(apiUrl, terminal.env)) {
    terminal.setEnv(name, value);
  }
  const isHarmless = isDemo || isLoopback(apiUrl);
  const today = usable(() => fixedDay(given.today, isHarmless), undefined);
  // The demo stores nothing, but if `--store` is given, its value is still checked.
  const place = isDemo && given.store === undefined
    ? {}
    : usable(() => storePlace(given.store, terminal.env), {});
  const before = problems.length;
  const token = isDemo
    ? DEMO_TOKEN
    : usable(() => accessToken(given["token-file"], terminal), null);
  // If the demo setting is invalid, don't report a missing token: the user may want the demo, which
  // needs no token.
  const isDemoUnclear = given.demo !== undefined && !isDemo && demoProblems > 0;
  const isMissing = token === null && problems.length === before && !isDemoUnclear;
  const tokenPlaceholder = token === null ? leftInPlaceOfToken(terminal) : undefined;
  const ignoresStore = isDemo && given.store?.source === "flag" && given.store.value !== "memory";
  const notice = ignored === undefined
    ? undefined
    : `This is made-up data because ${given.demo?.name} is on; ${ignored} is ignored until you ` +
      "turn the demo off";
  const options = {
    isDemo,
    notice,
    notices: [...(ignoresStore ? [DEMO_STORE] : []), ...(notice === undefined ? [] : [notice])],
    settingsForm: terminal.settingsForm,
    token,
    tokenPlaceholder,
    apiUrl,
    profile,
    write: usable(() => isOn(given.write), false),
    confirm: usable(() => checked(given.confirm, "confirm"), undefined),
    views: usable(() => checked(given.views, "views"), undefined),
    answers: usable(() => checked(given.answers, "answers"), undefined),
    planId: usable(() => checked(given.plan, "planId"), undefined),
    maxAgeMs: usable(() => maxAge(given["max-age"]), undefined),
    fullIds: usable(() => isOn(given["full-ids"]), false),
    today,
    fetch: isDemo ? demoFetch({ today }) : undefined,
    ...(isDemo ? {} : place),
    statementsFolder: usable(() => statementsFolder(given.statements), undefined) ??
      (isDemo ? demoStatementFiles({ today }) : undefined),
    log,
    problems,
  };
  return isMissing && problems.length > 0
    ? { ...options, problems: [...problems, noToken(options)] }
    : options;
}

/**
 * Returns a function that reads a setting. If the setting is invalid, the returned function adds
 * the error's message to `problems` and returns a fallback.
 */
function collecting(problems: string[]): <Value>(read: () => Value, otherwise: Value) => Value {
  return (read, otherwise) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(error.message);
      return otherwise;
    }
  };
}

/** @throws {UsageError} If there is no profile with the given name. */
export function chosenProfile(given: GivenValue | undefined): Profile {
  if (given === undefined) return "fuller";
  const found = profiles.find((name) => name === given.value);
  if (found !== undefined) return found;
  const near = nearestWord(given.value, profiles);
  const help = near === null ? `there are ${listed(profiles, "and")}` : `did you mean ${near}?`;
  throw new UsageError(`${given.name}: no profile is called ${given.value}; ${help}`);
}

/**
 * Whether an on/off flag is on.
 *
 * @throws {UsageError} If an environment variable's value means neither on nor off.
 */
export function isOn(given: GivenValue | undefined): boolean {
  if (given === undefined) return false;
  if (given.value === "1") return true;
  throw new UsageError(`${given.name} must be 1 or 0`);
}

/**
 * Returns the date to treat as today. With real data, setting the date isn't allowed, because a
 * wrong date could do harm.
 *
 * @throws {UsageError} If the date is invalid, or if a date is set even though `isAllowed` is
 * false.
 */
export function fixedDay(given: GivenValue | undefined, isAllowed: boolean): string | undefined {
  if (given === undefined) return undefined;
  if (!isAllowed) {
    throw new UsageError(`${given.name} only works with --demo or a loopback --api-url`);
  }
  return checked(given, "today");
}

interface DemoSetting {
  readonly isDemo: boolean;
  /**
   * Name of the token setting that the demo ignores. Present only if the token setting and the demo
   * setting come from the same source (flags or variables).
   */
  readonly ignored?: string;
}

/** The demo ignores tokens and can't be combined with an API address. Flags override variables. */
function demoSetting(given: Given, { env, settingsForm }: Terminal): DemoSetting {
  const { demo, "api-url": address, "token-file": file } = given;
  if (demo === undefined || !isOn(demo)) return { isDemo: false };
  const token = env(TOKEN_VARIABLE);
  const variable = token === undefined || !isToken(token)
    ? undefined
    : { source: "environment", name: settingName(TOKEN_VARIABLE, settingsForm) } as const;
  if (address?.source === demo.source) {
    throw new UsageError(
      `${demo.name} can't be combined with ${address.name}: leave one of them out`,
    );
  }
  const others = [address, file, variable].filter((other) => other !== undefined);
  if (demo.source === "environment" && others.some(({ source }) => source === "flag")) {
    return { isDemo: false };
  }
  const ignored = others.find(({ source }) => source === demo.source)?.name;
  return { isDemo: true, ...(ignored === undefined ? {} : { ignored }) };
}

export function baseUrl(given: GivenValue | undefined): string {
  return parseBaseUrl(checked(given, "apiUrl") ?? DEFAULT_API_URL);
}

function isLoopback(url: string): boolean {
  return LOOPBACK_HOSTS.includes(new URL(url).hostname);
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

/**
 * Checks a value against the option's rules and returns it unchanged.
 *
 * @throws {UsageError} If the value is invalid.
 */
function checked<
  Option extends "apiUrl" | "confirm" | "views" | "answers" | "planId" | "today",
>(given: GivenValue | undefined, option: Option): ServerOptions[Option] {
  if (given === undefined) return undefined;
  const problem = (optionProblems[option] as (value: string) => string | null)(given.value);
  if (problem !== null) throw new UsageError(`${given.name} ${problem}`);
  return given.value as ServerOptions[Option];
}

/**
 * Returns a flag's value.
 *
 * @throws {UsageError} If the value isn't one of the words that the flag accepts.
 */
export function chosenWord(flag: FlagName, given: GivenValue | undefined): string | undefined {
  const { words = [] } = flagOf(flag);
  if (given === undefined || words.includes(given.value)) return given?.value;
  throw new UsageError(`${given.name} must be ${listed(words, "or")}`);
}

function logTo({ err }: Terminal, given: GivenValue | undefined): (entry: LogEntry) => void {
  const most = LOG_LEVELS.indexOf(chosenWord("log-level", given) ?? "warn");
  return (entry) => {
    if (LOG_LEVELS.indexOf(entry.level) > most) return;
    err(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
  };
}
