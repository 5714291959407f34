import type { JournalEntry } from "../../../changes/journal.ts";
import { DEFAULT_API_URL } from "../../../client/base_url.ts";
import { DemoUpstream } from "../../../demo/upstream.ts";
import { createHttpHandler } from "../../../remote/http/endpoint.ts";
import { openStore } from "../../../sync/store/open_store.ts";
import { openPostgres } from "../../../remote/postgres/open_postgres.ts";
import { household, idOf, ids, TODAY } from "../../tools/_plan.ts";
import { answerTo, callTool, resultOf, type ToolResult } from "./_asking_handler.ts";
import { HTTP_TOKEN } from "./_demo_options.ts";

export interface Replica {
  /** The replica's log, without the lines about requests to YNAB. */
  readonly logged: readonly string[];
  readonly fetch: (request: Request) => Promise<Response>;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<ToolResult>;
  /** Reads a resource's text. */
  read(uri: string): Promise<string>;
  /** Returns the status of `/readyz`. */
  readiness(): Promise<number>;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  /** URL to use instead of the database's URL, such as a proxy's URL. */
  readonly url?: string;
  readonly maxAgeMs?: number;
  /** How far the machine's clock is ahead of the database's, in milliseconds. */
  readonly skewMs?: number;
  /** Fake clock for the database and the server. */
  readonly clock?: () => number;
}

/** Called before and after each request to YNAB. */
export type Hook = (operation: string, isAnswered: boolean) => Promise<void> | void;

/** Servers with the same plan and database. */
export interface Replicas extends AsyncDisposable {
  readonly upstream: DemoUpstream;
  start(options?: ReplicaOptions): Promise<Replica>;
  onRequest(hook: Hook): void;
  /** Returns the changed transaction's flag. */
  flag(): string | null | undefined;
  /** Returns how many times the change was sent. */
  writes(): number;
  /** Stops all servers and returns the journal. */
  journal(): Promise<Books>;
}

export interface Books {
  /** Final state of each change. */
  readonly states: readonly string[];
  /** Number of changes with an unknown outcome. */
  readonly open: number;
}

/** Arguments for the change, which flags a transaction. */
export const CHANGE = {
  plan_id: ids.plan,
  flags: [{ transaction_id: "00000074", color: "blue" }],
} as const;

/** Arguments for a read that shows the change's outcome. */
export const READ = { plan_id: ids.plan } as const;

/** Prepares servers that share one plan and one cache. The cache is empty at first. */
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
        async read(uri): Promise<string> {
          const asked = { method: "resources/read", params: { uri } };
          const { contents } = await resultOf(await answerTo(handler, HTTP_TOKEN, asked));
          return (contents as readonly { readonly text: string }[])[0]?.text ?? "";
        },
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
      return await booksOf(url, { secret: token, baseUrl: DEFAULT_API_URL, planId: ids.plan });
    },
    [Symbol.asyncDispose]: closeAll,
  };
}

/** Reads a plan's journal from a database. */
export async function booksOf(
  url: string,
  { planId, ...whose }: {
    readonly secret: string;
    readonly baseUrl: string;
    readonly planId: string;
  },
): Promise<Books> {
  const database = await openPostgres(url);
  const place = { folder: null, database, now: Date.now, onNote: () => {} };
  const store = openStore({ ...whose, ...place });
  const entries = await store.changes.entries(planId);
  const { length: open } = await store.changes.openEntries(planId);
  await store.close();
  await database.close();
  return { states: entries.map(({ body }) => (body as JournalEntry).state), open };
}
