import type { ConfirmMode } from "../changes/change_request.ts";
import { parseBaseUrl } from "../client/base_url.ts";
import { cleanText, listed } from "../domain/base/clean_text.ts";
import { isDay } from "../domain/base/day.ts";
import type { StatementsFolder } from "../statements/folder.ts";
import type { BlobBackend } from "../sync/store/backend.ts";
import { type Profile, profiles } from "../tools/_tool.ts";
import type { LogEntry } from "./log_entry.ts";

export type { StatementFile, StatementsFolder } from "../statements/folder.ts";

/** How long a read stays fresh by default, in milliseconds. */
export const DEFAULT_MAX_AGE_MS = 30_000;

/** Whether to offer interactive views to clients that can show them. */
export type ViewsMode = "auto" | "off";

/**
 * Whether answers include data in addition to text: always (`both`), never (`text`), or depending
 * on the client (`auto`).
 */
export type AnswersMode = "auto" | "both" | "text";

/** All values of {@linkcode AnswersMode}, default first. */
const answersModes: readonly AnswersMode[] = ["auto", "both", "text"];

/** A database that several servers can share, opened with `@budget-tools/server/postgres`. */
export interface SharedDatabase {
  /** Closes its connections. */
  close(): Promise<void>;
}

/** A change sent to YNAB by a call. */
export interface EndedChange {
  /** Id of the operation, for `undo_operation`. */
  readonly operationId: string;
  /** Number of records to be changed. */
  readonly count: number;
}

/** A finished tool call; never contains data from the plan. */
export interface FinishedCall {
  /** Name of the tool. */
  readonly tool: string;
  /** `ok`, an error code, or the final state of a change that wasn't fully applied. */
  readonly outcome: string;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** Absent if the call sent no change to YNAB. */
  readonly change?: EndedChange | undefined;
}

/** Options for a server; only the token is required. */
export interface ServerOptions {
  /** Personal access token; if `null`, every call explains how to get one. */
  readonly token: string | null;
  /** Placeholder, such as `${BUDGET_ACCESS_TOKEN}`, that a host didn't replace with the token. */
  readonly tokenPlaceholder?: string | undefined;
  /** Problems with the settings, one sentence each; every call reports them. */
  readonly problems?: readonly string[] | undefined;
  /**
   * How messages tell users to change settings: through the server's operator (`operator`), in the
   * next command that the user runs (`command`), or in the host's settings form (an object that
   * maps each variable to its field's title). If absent, messages tell users to change flags or
   * environment variables and restart the server.
   */
  readonly settingsForm?: Readonly<Record<string, string>> | "operator" | "command" | undefined;
  /** A notice about the settings, added to every answer; must not end with a period. */
  readonly notice?: string | undefined;
  /** Base address of YNAB's API; plain http only for loopback. */
  readonly apiUrl?: string | undefined;
  /**
   * Profile that determines which tools are offered. Defaults to `fuller`; use `complete` to offer
   * all tools.
   */
  readonly profile?: Profile | undefined;
  /** Whether tools that change the plan are offered; `false` if absent. */
  readonly write?: boolean | undefined;
  /** How changes are confirmed; `auto` if absent. */
  readonly confirm?: ConfirmMode | undefined;
  /** Whether to offer interactive views to clients that can show them; `auto` if absent. */
  readonly views?: ViewsMode | undefined;
  /**
   * Whether answers include structured data in addition to text. `auto` (the default) omits the
   * data for clients that are known to hide an answer's text from the model when the answer also
   * has data.
   */
  readonly answers?: AnswersMode | undefined;
  /** Id or name of the plan for calls that don't name a plan. */
  readonly planId?: string | undefined;
  /** How long a read stays fresh, in milliseconds; 30 seconds if absent. */
  readonly maxAgeMs?: number | undefined;
  /** Whether answers show full ids. */
  readonly fullIds?: boolean | undefined;
  /** Absolute path of the folder for the local copy and the journal; if absent, memory is used. */
  readonly storeFolder?: string | undefined;
  /**
   * Absolute path of the folder with the bank statements to read, or a function that returns
   * in-memory files, newest first. If absent, no statements can be read.
   */
  readonly statementsFolder?: StatementsFolder | undefined;
  /**
   * A database to use instead of a folder for the local copy and the journal. The code that opened
   * the database must also close it.
   */
  readonly database?: SharedDatabase | undefined;
  /**
   * Why nothing is stored even though a folder or database is configured; `list_plans` reports it.
   */
  readonly storeProblem?: string | undefined;
  /** Replaces `fetch`, for example with the demo's built-in upstream. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * For tests of tools: validates every answer against the advertised schema. An answer that
   * doesn't match the schema becomes an internal error. If absent, answers aren't validated.
   */
  readonly checksAnswers?: boolean | undefined;
  /** The user's time zone, such as `Europe/Berlin`; the system's if absent. */
  readonly timeZone?: string | undefined;
  /** The day to use as today, `YYYY-MM-DD`, for demos and tests. */
  readonly today?: string | undefined;
  /** Returns the time in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Receives log entries; they never contain data from the plan. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
  /** Called after each tool call, for metrics; must not throw. */
  readonly onCall?: ((call: FinishedCall) => void) | undefined;
}

/** Options whose values can be invalid even if they have the right type. */
type Checked =
  | "token"
  | "apiUrl"
  | "profile"
  | "confirm"
  | "views"
  | "answers"
  | "planId"
  | "maxAgeMs"
  | "timeZone"
  | "today";

type Problem<Name extends Checked> = (value: NonNullable<ServerOptions[Name]>) => string | null;

/** The problem with a value, worded to follow the setting's name; `null` if it is valid. */
export const optionProblems: { readonly [Name in Checked]: Problem<Name> } = {
  token: (token) =>
    // HTTP headers may contain quotation marks, but any in a token were pasted by mistake.
    /^[\x21-\x7e]+$/u.test(token) && !/["'`]/u.test(token)
      ? null
      : "has characters that access tokens never contain: copy it again",
  apiUrl: (url) => {
    try {
      parseBaseUrl(url);
      return null;
    } catch (error) {
      const why = error instanceof Error ? error.message : "it is not an address";
      return `is refused: ${why.replace(/^Cannot use the API URL: /u, "")}`;
    }
  },
  profile: (profile) => profiles.includes(profile) ? null : `must be ${listed(profiles, "or")}`,
  confirm: (mode) => ["auto", "user", "code"].includes(mode) ? null : "must be auto, user or code",
  views: (mode) => ["auto", "off"].includes(mode) ? null : "must be auto or off",
  answers: (mode) => answersModes.includes(mode) ? null : "must be auto, both or text",
  planId: (words) => {
    const problem = planWordsProblem(words);
    return problem === null ? null : `is wrong: ${problem}`;
  },
  maxAgeMs: (ms) => ms >= 0 ? null : "must be 0 or more milliseconds",
  timeZone: (zone) => isTimeZone(zone) ? null : "must be a time zone, such as Europe/Berlin",
  today: (day) => isDay(day) ? null : "must be a date in the form YYYY-MM-DD",
};

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/**
 * Rejects invalid options.
 *
 * @throws {TypeError} If an option is invalid; the message names it.
 */
export function checkOptions(options: ServerOptions): void {
  for (const name of Object.keys(optionProblems) as Checked[]) {
    const value = options[name];
    const problem = value === null || value === undefined
      ? null
      : (optionProblems[name] as (value: unknown) => string | null)(value);
    if (problem !== null) throw new TypeError(`${name} ${problem}`);
  }
}

/** Aliases that YNAB accepts as a plan id. The plan behind an alias can change at any time. */
const PLAN_ALIASES: readonly string[] = ["last-used", "default"];

/** Explains why a string can't identify a plan; `null` if it can. */
export function planWordsProblem(words: string): string | null {
  if (PLAN_ALIASES.includes(words.trim().toLowerCase())) {
    return `${words.trim()} may mean a different plan on the next call: ` +
      "leave it out, or use the plan's id or name";
  }
  return cleanText(words) === "" ? "isn't a plan: leave it out, or use a plan's id or name" : null;
}

/** Returns a backend that keeps stores and sign-ins in the database. */
export function storesIn(database: SharedDatabase | undefined): BlobBackend | undefined {
  return database as BlobBackend | undefined;
}
