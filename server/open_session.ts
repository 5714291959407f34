import { DEFAULT_API_URL, parseBaseUrl } from "../client/base_url.ts";
import {
  createUpstreamClient,
  type UpstreamClient,
  type UpstreamClientOptions,
} from "../client/upstream_client.ts";
import { InFlightChanges } from "../changes/in_flight_changes.ts";
import { Journal } from "../changes/journal.ts";
import {
  type CreationSearch,
  hasLookAlikes,
  mayHaveRenamed,
  resolveCreations,
  resolveJournal,
  type UndoEngine,
} from "../changes/resolve_journal.ts";
import { dayOf, localDayOf } from "../domain/base/day.ts";
import { transactionCollection } from "../sync/plan/collections.ts";
import { LocalCopy, storeOutages } from "../sync/plan/local_copy.ts";
import { openStore, type OpenStoreOptions } from "../sync/store/open_store.ts";
import type { PlanNews } from "../sync/plan/plan_news.ts";
import type { Store, StoreNote } from "../sync/store/store.ts";
import {
  checkOptions,
  DEFAULT_MAX_AGE_MS,
  type ServerOptions,
  storesIn,
} from "./server_options.ts";
import type { LogEntry } from "./log_entry.ts";
import { settingName, setupError } from "./advice.ts";
import { VERSION } from "./version.ts";
import type { ConfirmMode } from "../changes/change_request.ts";
import type { ToolError } from "../domain/base/tool_error.ts";
import type { Profile } from "../tools/_tool.ts";
import type { ViewSupport } from "./views/view_support.ts";

/** State and settings that all calls to a server share. */
export interface Session extends
  Pick<
    ServerOptions,
    | "settingsForm"
    | "notice"
    | "planId"
    | "statementsFolder"
    | "fullIds"
    | "checksAnswers"
    | "onCall"
  > {
  /** The local copy; `null` if the server isn't set up. */
  readonly copy: LocalCopy | null;
  /** The error that every call returns if the server isn't set up. */
  readonly setupError: ToolError | null;
  /** Earlier changes and their outcomes; `null` if the server isn't set up. */
  readonly undo: UndoEngine | null;
  /** Whether data and changes are stored as configured; `true` until a problem is found. */
  readonly isStoredAsConfigured: () => boolean;
  /** User-facing name of the setting for the statements folder. */
  readonly statementsSetting: string;
  readonly profile: Profile;
  readonly isWriteAllowed: boolean;
  /** The caller; `null` if the server has only one caller. */
  readonly principal: string | null;
  /** Local day, `YYYY-MM-DD`. */
  readonly today: () => string;
  /** UTC day, `YYYY-MM-DD`. */
  readonly utcToday: () => string;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Waits until the journal reflects everything that has been read so far. */
  readonly journalResolved: () => Promise<void>;
  readonly inFlight: InFlightChanges;
  readonly confirm: ConfirmMode;
  /** Support for the views' pages; `null` if the server offers no views. */
  readonly views: ViewSupport | null;
  /** Receives log entries; they never contain data from the plan. */
  readonly log: (entry: LogEntry) => void;
}

/** The fields of a session that depend on the caller. */
export type CallerSession = Pick<Session, "isWriteAllowed" | "principal" | "views">;

/**
 * The parts that tests can replace: pieces of the upstream client, and the clocks of database
 * leases.
 */
export type ClientParts =
  & Partial<Pick<UpstreamClientOptions, "after" | "timeouts" | "delay" | "random">>
  & Pick<OpenStoreOptions, "clocks">;

export function openSession(options: ServerOptions, parts: ClientParts = {}): Session {
  const { token, today, timeZone, now: own = Date.now } = options;
  checkOptions(options);
  const error = setupError(options);
  const log = unfailing(options.log);
  let isStoredAsConfigured = true;
  const onNote = (note: StoreNote): void => {
    log({ level: "warn", ...note });
    if (note.event === "store_in_memory" || note.event === "store_left_alone") {
      isStoredAsConfigured = false;
    }
  };
  const ready = error === null ? token : null;
  const { storeProblem: reason } = options;
  if (ready !== null && reason !== undefined) onNote({ event: "store_in_memory", reason });
  let resolved: Promise<unknown> = Promise.resolve();
  const baseUrl = parseBaseUrl(options.apiUrl ?? DEFAULT_API_URL);
  const store = ready === null ? null : openStore({
    folder: options.storeFolder ?? null,
    database: storesIn(options.database),
    secret: ready,
    baseUrl,
    now: own,
    onNote,
    clocks: parts.clocks,
  });
  const now = store?.now ?? own;
  const utcDay = (at: number): string => today ?? dayOf(at);
  const openCopy = (token: string, store: Store): LocalCopy => {
    const { fetch, maxAgeMs = DEFAULT_MAX_AGE_MS } = options;
    const client = createUpstreamClient({
      ...{ ...parts, baseUrl, now, token, version: VERSION, ledger: store.ledger },
      ...(fetch === undefined ? {} : { fetch }),
      onRequest: (event) => log({ level: "debug", event: "ynab_request", ...event }),
    });
    return new LocalCopy({
      ...{ client, store, maxAgeMs, now, utcDay },
      ...storeOutages((event) => log({ level: "warn", event })),
      // Don't await this: it waits for a change in progress, which may be waiting for this read.
      onNews: (planId, news) => {
        const resolving = resolveByNews({ planId, news, store, client, now }).catch(() => {
          log({ level: "warn", event: "journal_not_settled" });
        });
        resolved = Promise.all([resolved, resolving]).then(() => {});
      },
      // Ignore an unreadable journal, because other code reports it.
      openRenames: async (planId) => {
        const entries = await new Journal(store.changes).openEntries(planId).catch(() => []);
        return entries.filter(mayHaveRenamed);
      },
    });
  };
  const copy = ready === null || store === null ? null : openCopy(ready, store);
  const journalResolved = async (): Promise<void> => void await resolved;
  return {
    ...options,
    // JavaScript callers may pass null.
    planId: options.planId ?? undefined,
    copy,
    undo: copy === null ? null : {
      journal: new Journal(copy.changes),
      journalResolved,
      resolveCreations: (search) => resolveCreations(search, { store: copy.changes, now }),
      freeRequests: () => copy.freeRequests(),
    },
    journalResolved,
    setupError: error,
    isStoredAsConfigured: () => isStoredAsConfigured,
    statementsSetting: settingName("BUDGET_STATEMENTS", options.settingsForm),
    profile: options.profile ?? "fuller",
    isWriteAllowed: options.write ?? false,
    principal: null,
    today: () => today ?? (timeZone === undefined ? localDayOf(own()) : dayIn(timeZone, own())),
    utcToday: () => utcDay(now()),
    now,
    inFlight: new InFlightChanges(),
    confirm: options.confirm ?? "auto",
    // The caller decides whether clients get views.
    views: null,
    log,
  };
}

function dayIn(timeZone: string, at: number): string {
  // In this locale, dates are written as in ISO 8601.
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(at);
}

/** Wraps a log function, so that calls don't fail if logging fails. */
function unfailing(log: ServerOptions["log"]): (entry: LogEntry) => void {
  return (entry) => {
    try {
      log?.(entry);
    } catch {
      // There is nowhere else to report that logging failed.
    }
  };
}

/**
 * Uses a read's results to resolve journal entries. Requests new transactions separately if a read
 * of transactions doesn't show which ones are new.
 */
async function resolveByNews({ planId, news, store, client, now }: {
  readonly planId: string;
  readonly news: PlanNews;
  readonly store: Store;
  readonly client: UpstreamClient;
  readonly now: () => number;
}): Promise<void> {
  await resolveJournal(store.changes, planId, news);
  if (news.rows === undefined) return;
  const search: CreationSearch = {
    planId,
    isWanted: (entry) =>
      news.askedAt >= entry.touchedAt && news.added?.to !== entry.knownAt &&
      !hasLookAlikes(entry),
    movedSince: async (knowledge) => {
      const since = { planId, knowledge };
      const { rows, knowledge: to } = await transactionCollection.read(client, since, {});
      return { rows: rows.flatMap((row) => row.isDeleted ? [] : row.record), to };
    },
  };
  await resolveCreations(search, { store: store.changes, now });
}
