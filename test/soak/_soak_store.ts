import { connectionSettings } from "../../remote/postgres/connection_url.ts";
import { Database } from "../../remote/postgres/database.ts";
import { memoryFolder } from "../_memory_folder.ts";
import { startPostgres } from "../_postgres_server.ts";
import { removeFolder } from "../sync/_sqlite_store.ts";

/** The kinds of store that a soak can use. */
export const STORES = ["sqlite", "postgres"] as const;

/** A store and its clock. */
export interface SoakStore extends AsyncDisposable {
  /** Its value for `--store`. */
  readonly name: string;
  /** Milliseconds before a killed server's lease stops blocking the next change. */
  readonly leaseMs: number;
  /** Clock errors of its servers, in milliseconds. */
  readonly skewsMs: readonly number[];
  /** Sets its clock, if it has its own. */
  setClock(now: number): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** The lease of a change; a file lock ends with its process. */
const LEASE_MS = 90_000;

/** Opens a store. */
export async function openSoakStore(kind: (typeof STORES)[number]): Promise<SoakStore | null> {
  return kind === "sqlite" ? await inFolder() : await inPostgres();
}

/** Opens one in an in-memory folder. */
export async function inFolder(): Promise<SoakStore> {
  const folder = await memoryFolder();
  return {
    name: `sqlite:${folder}`,
    leaseMs: 0,
    // Servers on one machine share its clock, and count requests by it.
    skewsMs: [0, 20_000, -20_000],
    setClock: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => removeFolder(folder),
  };
}

async function inPostgres(): Promise<SoakStore | null> {
  const server = await startPostgres();
  if (server === null) return null;
  const clock = new Database({ settings: connectionSettings(server.url()) });
  await clock.query("CREATE TABLE soak_clock (ms bigint NOT NULL)");
  await clock.query("INSERT INTO soak_clock VALUES (0)");
  return {
    name: server.url(),
    leaseMs: LEASE_MS,
    skewsMs: [0, 0, 90_000, -90_000, HOUR_MS, -HOUR_MS],
    async setClock(now): Promise<void> {
      await clock.query("UPDATE soak_clock SET ms = $1", [now]);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await clock.close();
      server.remove();
    },
  };
}
