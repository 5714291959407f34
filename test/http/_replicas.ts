/**
 * Servers that share a PostgreSQL, and a plan that they change, with a way between them that
 * can be cut.
 *
 * @module
 */

import type { StoredEntry } from "../../sync/change_records.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { createHttpHandler, type HttpHandler } from "../../http/create_http_handler.ts";
import { openStore } from "../../sync/open_store.ts";
import { openPostgres } from "../../sync/postgres/open_postgres.ts";
import type { StoreDatabase } from "../../sync/store_database.ts";
import { household, idOf, ids, TODAY } from "../tools/_plan.ts";
import { callTool, type ToolResult } from "./_asking_handler.ts";
import { HTTP_TOKEN } from "./_runtimes.ts";

/** One server of several. */
export interface Replica {
  readonly handler: HttpHandler;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<ToolResult>;
  /** The status of `/readyz`. */
  readiness(): Promise<number>;
}

/** What is before or after a request that is sent to YNAB. */
export type Hook = (operation: string, isAnswered: boolean) => Promise<void> | void;

/** Servers over one plan. */
export interface Replicas extends AsyncDisposable {
  readonly upstream: DemoUpstream;
  /** Starts another server, through another way to the database where one is named. */
  start(options?: { readonly url?: string; readonly maxAgeMs?: number }): Promise<Replica>;
  /** Has something happen around each request. */
  onRequest(hook: Hook): void;
  /** The flag of the transaction that is changed. */
  flag(): string | null | undefined;
  /** Ends all servers, and gives the journal. */
  journal(): Promise<Books>;
}

/** The journal of a plan. */
export interface Books {
  readonly entries: readonly StoredEntry[];
  /** Those of which it is not known what came of them. */
  readonly open: readonly StoredEntry[];
}

/** Which change is made. */
export const CHANGE = {
  plan_id: ids.plan,
  flags: [{ transaction_id: "00000074", color: "blue" }],
} as const;

/** A read that shows what came of it. */
export const READ = { plan_id: ids.plan } as const;

/** Makes servers over one plan that nobody has read yet. */
export function replicas(url: string): Replicas {
  const token = `a-token-${crypto.randomUUID()}`;
  const upstream = new DemoUpstream({ plans: [household()], token });
  const opened: { readonly handler: HttpHandler; readonly database: StoreDatabase }[] = [];
  let hook: Hook = () => {};
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { method } = input instanceof Request ? input : { method: init?.method ?? "GET" };
    await hook(method, false);
    const response = await upstream.fetch(input, init);
    await hook(method, true);
    return response;
  };
  const closeAll = async (): Promise<void> => {
    for (const { handler, database } of opened.splice(0)) {
      await handler.close();
      await database.close();
    }
  };
  return {
    upstream,
    onRequest: (next) => void (hook = next),
    async start({ url: way = url, maxAgeMs = 0 } = {}): Promise<Replica> {
      const database = await openPostgres(way);
      const handler = createHttpHandler({
        token,
        httpToken: HTTP_TOKEN,
        fetch,
        today: TODAY,
        write: true,
        maxAgeMs,
        database,
      });
      opened.push({ handler, database });
      return {
        handler,
        call: (name, args = {}) => callTool(handler, HTTP_TOKEN, { name, arguments: args }),
        readiness: async () => (await handler.fetch(new Request("http://localhost/readyz"))).status,
      };
    },
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
      const open = await store.changes.openEntries(ids.plan);
      await store.close();
      await database.close();
      return { entries, open };
    },
    [Symbol.asyncDispose]: closeAll,
  };
}

/** When a way is cut: as a transaction of the journal is to be committed. */
export interface Cut {
  /** Which of them, from 1. */
  readonly nth: number;
  /** Whether the database still hears of it. */
  readonly isHeard: boolean;
}

/** A way to a database that is cut once. */
export interface CutWay extends AsyncDisposable {
  readonly url: string;
  /** Has it be cut. */
  cut(when: Cut): void;
}

/** Makes a way to a database by a socket of its own. */
export async function cutWay(url: string): Promise<CutWay> {
  const folder = await Deno.makeTempDir();
  const target = new URL(url).searchParams.get("host") ?? "";
  const name = ".s.PGSQL.5432";
  const listener = Deno.listen({ transport: "unix", path: `${folder}/${name}` });
  const open = new Set<Deno.Conn>();
  const closed = (connection: Deno.Conn): void => {
    if (!open.delete(connection)) return;
    connection.close();
  };
  let when: Cut | null = null;
  let commits = 0;
  const between = async (near: Deno.Conn): Promise<void> => {
    const far = await Deno.connect({ transport: "unix", path: `${target}/${name}` });
    for (const one of [near, far]) open.add(one);
    let isJournal = false;
    let isCut = false;
    const back = pumped(far, near, () => isCut ? null : "pass");
    const forth = pumped(near, far, (text) => {
      if (text.includes("BEGIN")) isJournal = false;
      if (text.includes("entry_lists") && /INSERT|UPDATE/u.test(text)) isJournal = true;
      if (!isJournal || !text.includes("COMMIT")) return "pass";
      commits += 1;
      if (when === null || commits !== when.nth) return "pass";
      isCut = true;
      return when.isHeard ? "last" : null;
    });
    await Promise.race([forth, back]);
    // Until it has answered it may not have done it.
    if (isCut && when?.isHeard === true) await back;
    for (const one of [near, far]) closed(one);
    await Promise.all([forth, back]);
  };
  const accepting = (async () => {
    const all: Promise<void>[] = [];
    for await (const near of listener) all.push(between(near).catch(() => closed(near)));
    await Promise.all(all);
  })();
  return {
    url: `postgres://owner@localhost/postgres?host=${encodeURIComponent(folder)}`,
    cut: (next) => {
      commits = 0;
      when = next;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      listener.close();
      for (const one of [...open]) closed(one);
      await accepting.catch(() => {});
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Passes on what comes, until it is told to stop. */
async function pumped(
  from: Deno.Conn,
  to: Deno.Conn,
  look: (text: string) => "pass" | "last" | null,
): Promise<void> {
  const buffer = new Uint8Array(65_536);
  const decoder = new TextDecoder("latin1");
  try {
    for (;;) {
      const count = await from.read(buffer);
      if (count === null) return;
      const some = buffer.subarray(0, count);
      const verdict = look(decoder.decode(some));
      if (verdict === null) return;
      let at = 0;
      while (at < count) at += await to.write(some.subarray(at));
      if (verdict === "last") return;
    }
  } catch {
    // The other side is gone.
  }
}
