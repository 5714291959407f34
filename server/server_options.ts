import type { ConfirmMode } from "../changes/change_request.ts";
import type { Profile } from "../tools/_tool.ts";
import type { AnswersMode } from "./answer_form.ts";
import type { LogEntry } from "./log_entry.ts";

/** Upstream's address when none is given. */
export const DEFAULT_API_URL = "https://api.ynab.com/v1";

/** How long a read holds when nothing else is said. */
export const DEFAULT_MAX_AGE_MS = 30_000;

/** Whether views are offered to clients that show them. */
export type ViewsMode = "auto" | "off";

/** A database that many servers share, which `@budget-tools/server/postgres` opens. */
export interface SharedDatabase {
  /** Ends its connections. */
  close(): Promise<void>;
}

/** How a server is made; only the token is required. */
export interface ServerOptions {
  /** Personal access token; `null` has every call answered with how to get one. */
  readonly token: string | null;
  /** What a host has left in the place of the token, such as `${BUDGET_ACCESS_TOKEN}`. */
  readonly tokenPlaceholder?: string | undefined;
  /** What is wrong with the settings, a sentence each: every call is answered with them. */
  readonly problems?: readonly string[] | undefined;
  /** Upstream's base address; plain http only for loopback. */
  readonly apiUrl?: string | undefined;
  /** Which tools are offered; `fuller` when absent, `complete` for all there are. */
  readonly profile?: Profile | undefined;
  /** Whether tools that change the plan are offered; `false` when absent. */
  readonly write?: boolean | undefined;
  /** How the yes to a change is asked for; `auto` when absent. */
  readonly confirm?: ConfirmMode | undefined;
  /** Whether clients that show views get pages with some answers; `auto` when absent. */
  readonly views?: ViewsMode | undefined;
  /**
   * Whether answers carry data besides their text; when absent `auto`: text alone for clients
   * known to show their model nothing of the text where there is data.
   */
  readonly answers?: AnswersMode | undefined;
  /** Id or name of the plan of calls that name none. */
  readonly planId?: string | undefined;
  /** How long a read holds, in milliseconds; 30 seconds when absent. */
  readonly maxAgeMs?: number | undefined;
  /** Whether answers give whole ids. */
  readonly fullIds?: boolean | undefined;
  /** Absolute path of the folder that keeps the local copy and the journal; memory when absent. */
  readonly storeFolder?: string | undefined;
  /** A database that keeps them in the place of a folder; whoever has opened it closes it. */
  readonly database?: SharedDatabase | undefined;
  /** Why nothing is kept though it was meant to be: `list_plans` tells that it is so. */
  readonly storeProblem?: string | undefined;
  /** Takes the place of the network, such as for the embedded upstream. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * For tests of tools: holds every answer against the schema that clients are told; one that
   * does not fit becomes an internal error. A server trusts its own answers.
   */
  readonly checksAnswers?: boolean | undefined;
  /** A fixed day, `YYYY-MM-DD`, for demos and tests. */
  readonly today?: string | undefined;
  /** The time in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Takes note of what went wrong; never holds a word of the plan. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}
