/**
 * Puts together what a server works with: the client, the store and the local copy.
 *
 * @module
 */

import { parseBaseUrl } from "../client/base_url.ts";
import {
  createUpstreamClient,
  type UpstreamClient,
  type UpstreamClientOptions,
} from "../client/upstream_client.ts";
import type { ConfirmMode } from "../changes/change_request.ts";
import { ChangesUnderWay } from "../changes/changes_under_way.ts";
import {
  type CreationSearch,
  hasLookAlikes,
  settleCreations,
} from "../changes/outcome/settle_creations.ts";
import { Settling } from "../changes/outcome/settling.ts";
import { settleJournal } from "../changes/outcome/settle_journal.ts";
import { dayOf, localDayOf } from "../domain/calendar/day.ts";
import { transactionCollection } from "../sync/collections.ts";
import { LocalCopy } from "../sync/local_copy.ts";
import { openStore, type StoreNote } from "../sync/open_store.ts";
import type { PlanNews } from "../sync/plan_news.ts";
import type { Store } from "../sync/store.ts";
import { checkOptions } from "./check_options.ts";
import type { LogEntry, Session } from "./session.ts";
import { setupError } from "./setup_error.ts";
import type { Profile } from "../tools/_tool.ts";
import { VERSION } from "./version.ts";

/** Upstream's address when none is given. */
export const DEFAULT_API_URL = "https://api.ynab.com/v1";

/** How long a read holds when nothing else is said. */
export const DEFAULT_MAX_AGE_MS = 30_000;

/** How a server is made; only the token is required. */
export interface ServerOptions {
  /** Personal access token; `null` has every call answered with how to get one. */
  readonly token: string | null;
  /** What is wrong with the settings, a sentence each: every call is answered with them. */
  readonly problems?: readonly string[] | undefined;
  /** Upstream's base address; plain http only for loopback. */
  readonly apiUrl?: string | undefined;
  /** Which tools are offered; `fuller` when absent. */
  readonly profile?: Profile | undefined;
  /** Whether tools that change the plan are offered; `false` when absent. */
  readonly write?: boolean | undefined;
  /** How the yes to a change is asked for; `auto` when absent. */
  readonly confirm?: ConfirmMode | undefined;
  /** Id or name of the plan of calls that name none. */
  readonly planId?: string | undefined;
  /** How long a read holds, in milliseconds; 30 seconds when absent. */
  readonly maxAgeMs?: number | undefined;
  /** Whether answers give whole ids. */
  readonly fullIds?: boolean | undefined;
  /** Absolute path of the folder that keeps the local copy and the journal; memory when absent. */
  readonly storeFolder?: string | undefined;
  /** Why nothing is kept though it was meant to be: `list_plans` tells that it is so. */
  readonly storeProblem?: string | undefined;
  /** Takes the place of the network, such as for the embedded upstream. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** A fixed day, `YYYY-MM-DD`, for demos and tests. */
  readonly today?: string | undefined;
  /** The time in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Takes note of what went wrong; never holds a word of the plan. */
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

/** Parts of the client that tests replace. */
export type ClientParts = Partial<
  Pick<UpstreamClientOptions, "after" | "timeouts" | "delay" | "random">
>;

/**
 * Opens a session. No request is made yet.
 *
 * @param options What it is made of.
 * @param parts Parts of the client that tests replace.
 * @returns The session.
 * @throws {TypeError} When an option can't be used.
 */
export function openSession(options: ServerOptions, parts: ClientParts = {}): Session {
  const { token, today, now = Date.now } = options;
  checkOptions(options);
  const error = setupError(token, options.problems ?? []);
  const log = unfailing(options.log);
  let isKept = true;
  const onNote = (note: StoreNote): void => {
    log({ level: "warn", ...note });
    if (note.event !== "store_set_aside") isKept = false;
  };
  const isReady = token !== null && error === null;
  const { storeProblem: reason } = options;
  if (isReady && reason !== undefined) onNote({ event: "store_in_memory", reason });
  const settling = new Settling();
  const given = { ...parts, now, onNote, settling };
  return {
    copy: isReady ? openCopy({ ...options, log }, { ...given, token }) : null,
    settled: () => settling.ended(),
    setupError: error,
    isKept: () => isKept,
    profile: options.profile ?? "fuller",
    isWriteAllowed: options.write ?? false,
    planId: options.planId ?? null,
    isFullIds: options.fullIds ?? false,
    today: () => today ?? localDayOf(now()),
    utcToday: () => today ?? dayOf(now()),
    now,
    underWay: new ChangesUnderWay(),
    confirm: options.confirm ?? "auto",
    log,
  };
}

/** A log that fails is no reason for a call to fail. */
function unfailing(log: ServerOptions["log"]): (entry: LogEntry) => void {
  return (entry) => {
    try {
      log?.(entry);
    } catch {
      // There is nowhere left to say it.
    }
  };
}

function openCopy(
  options: ServerOptions,
  given: ClientParts & {
    readonly token: string;
    readonly now: () => number;
    readonly onNote: (note: StoreNote) => void;
    readonly settling: Settling;
  },
): LocalCopy {
  const { now, settling } = given;
  const { apiUrl, fetch, today, maxAgeMs, log, storeFolder } = options;
  const baseUrl = parseBaseUrl(apiUrl ?? DEFAULT_API_URL);
  const store = openStore({
    folder: storeFolder ?? null,
    token: given.token,
    baseUrl,
    now,
    onNote: given.onNote,
  });
  const client = createUpstreamClient({
    ...given,
    baseUrl,
    version: VERSION,
    ledger: store.ledger,
    ...(fetch === undefined ? {} : { fetch }),
    onRequest: (event) => log?.({ level: "debug", event: "upstream_request", ...event }),
  });
  const utcDay = (): string => today ?? dayOf(now());
  return new LocalCopy({
    client,
    store,
    maxAgeMs: maxAgeMs ?? DEFAULT_MAX_AGE_MS,
    now,
    utcDay,
    onStoreFailure: once(() => log?.({ level: "warn", event: "store_failed" })),
    // Not awaited: it waits for the change that may have asked for this very read.
    onNews: (planId, news) =>
      settling.start(() =>
        settleByNews(planId, { news, store, client, now }).catch(() => {
          log?.({ level: "warn", event: "journal_not_settled" });
        })
      ),
  });
}

interface NewsSource {
  readonly news: PlanNews;
  readonly store: Store;
  readonly client: UpstreamClient;
  readonly now: () => number;
}

/** A read of transactions that can't tell what is new is followed by one that can. */
async function settleByNews(
  planId: string,
  { news, store, client, now }: NewsSource,
): Promise<void> {
  await settleJournal(store.changes, planId, news);
  if (news.rows === undefined) return;
  const search: CreationSearch = {
    planId,
    isWanted: (entry) =>
      news.askedAt >= entry.touchedAt && news.added?.to !== entry.knownAt && !hasLookAlikes(entry),
    movedSince: async (knowledge) => {
      const since = { planId, knowledge };
      const { rows, knowledge: to } = await transactionCollection.read(client, since, {});
      return { rows: rows.flatMap((row) => row.isDeleted ? [] : row.record), to };
    },
  };
  await settleCreations(search, { store: store.changes, now });
}

/** A store that fails once fails often; it is said once. */
function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}
