import type { JournalEntry } from "../../../changes/journal.ts";
import { DemoUpstream } from "../../../demo/upstream.ts";
import { createHttpHandler } from "../../../remote/http/endpoint.ts";
import { openStore } from "../../../sync/store/open_store.ts";
import { openPostgres } from "../../../remote/postgres/open_postgres.ts";
import { household, idOf, ids, TODAY } from "../../tools/_plan.ts";
import { callTool, readText, type ToolResult } from "./_asking_handler.ts";
import { HTTP_TOKEN } from "./_runtimes.ts";

/** One server of several. */
export interface Replica {
  /** What it has logged, but for requests. */
  readonly logged: readonly string[];
  /** Answers a request of a client. */
  readonly fetch: (request: Request) => Promise<Response>;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<ToolResult>;
  /** The text of a resource. */
  read(uri: string): Promise<string>;
  /** The status of `/readyz`. */
  readiness(): Promise<number>;
  /** Stops it gracefully. */
  close(): Promise<void>;
}

/** How a server is started. */
export interface ReplicaOptions {
  /** Another way to the database. */
  readonly url?: string;
  readonly maxAgeMs?: number;
  /** How far its machine's clock is ahead, in milliseconds. */
  readonly skewMs?: number;
  /** The fake time of the database and the server. */
  readonly clock?: () => number;
}

/** What is before or after a request that is sent to YNAB. */
export type Hook = (operation: string, isAnswered: boolean) => Promise<void> | void;

/** Servers over one plan. */
export interface Replicas extends AsyncDisposable {
  readonly upstream: DemoUpstream;
  /** Starts another server. */
  start(options?: ReplicaOptions): Promise<Replica>;
  /** Has something happen around each request. */
  onRequest(hook: Hook): void;
  /** The flag of the transaction that is changed. */
  flag(): string | null | undefined;
  /** How many times the change was sent. */
  writes(): number;
  /** Ends all servers, and gives the journal. */
  journal(): Promise<Books>;
}

/** The journal of a plan. */
export interface Books {
  /** What became of each change. */
  readonly states: readonly string[];
  /** How many have an unknown outcome. */
  readonly open: number;
}

/** Which change is made. */
export const CHANGE = {
  plan_id: ids.plan,
  flags: [{ transaction_id: "00000074", color: "blue" }],
} as const;

/** A read that shows what came of it. */
export const READ = { plan_id: ids.plan } as const;

/** Starts servers for one plan with a cold cache. */
export function replicas(url: string): Replicas {
  const token = `a-token-${crypto.randomUUID()}`;
  const upstream = new DemoUpstream({ plans: [household()], token });
  const opened = new Set<Replica>();
  let hook: Hook = () => {};
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { method } = input instanceof Request ? input : { method: init?.method ?? "GET" };
    await hook(method, false);
    const response = await upstream.fetch(input, init);
    await hook(method, true);
    return response;
  };
  const closeAll = async (): Promise<void> => {
    for (const replica of opened) await replica.close();
  };
  return {
    upstream,
    onRequest: (next) => void (hook = next),
    async start({ url: way = url, maxAgeMs = 0, skewMs = 0, clock } = {}): Promise<Replica> {
      const told = clock === undefined ? {} : { clock: () => `CAST(${clock()} AS bigint)` };
      const database = await openPostgres(way, told);
      const logged: string[] = [];
      const handler = createHttpHandler({
        token,
        httpToken: HTTP_TOKEN,
        fetch,
        today: TODAY,
        write: true,
        maxAgeMs,
        database,
        now: clock ?? (() => Date.now() + skewMs),
        log: ({ event }) => void (event !== "ynab_request" && logged.push(event)),
      });
      const replica: Replica = {
        logged,
        fetch: handler.fetch,
        call: (name, args = {}) => callTool(handler, HTTP_TOKEN, { name, arguments: args }),
        read: (uri) => readText(handler, HTTP_TOKEN, uri),
        readiness: async () => (await handler.fetch(new Request("http://localhost/readyz"))).status,
        close: async () => {
          if (!opened.delete(replica)) return;
          await handler.close();
          await database.close();
        },
      };
      opened.add(replica);
      return replica;
    },
    writes: () =>
      upstream.requests.filter(({ operationId }) => operationId === "updateTransactions").length,
    flag: () => {
      const rows = upstream.snapshot()[0]?.transactions ?? [];
      return rows.find(({ id }) => id === idOf("74"))?.flag_color;
    },
    async journal(): Promise<Books> {
      await closeAll();
      const database = await openPostgres(url);
      const whose = { secret: token, baseUrl: "https://api.ynab.com/v1" };
      const store = openStore({
        folder: null,
        database,
        ...whose,
        now: Date.now,
        onNote: () => {},
      });
      const entries = await store.changes.entries(ids.plan);
      const { length: open } = await store.changes.openEntries(ids.plan);
      await store.close();
      await database.close();
      return { states: entries.map(({ body }) => (body as JournalEntry).state), open };
    },
    [Symbol.asyncDispose]: closeAll,
  };
}
