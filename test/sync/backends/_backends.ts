import { openPostgres } from "../../../remote/postgres/open_postgres.ts";
import type { BlobBackend, BlobStore } from "../../../sync/store/backend.ts";
import { createSealer, type Sealer } from "../../../sync/store/sealer.ts";
import { createMemoryDatabase, openSqliteBackend } from "../../../sync/store/sqlite_backend.ts";
import type { SqlDatabase } from "../../../sync/store/sql.ts";
import type { Store } from "../../../sync/store/store.ts";
import { ownDatabase } from "../../_own_database.ts";
import { memoryFolder } from "../../_memory_folder.ts";
import { postgresForTests } from "../../_postgres_server.ts";
import { removeFolder, storeOver } from "../_sqlite_store.ts";
import { VirtualTime } from "./_virtual_time.ts";

/** A store, as opened by one process. */
export interface Handle {
  readonly store: Store;
  /** Stops the process's timers, as if the process were paused. */
  freeze(): void;
  thaw(): void;
  /** Ends the process without releasing its locks. */
  kill(): Promise<void>;
}

/** A backend that a test can dispose of. */
export interface TestedBackend extends AsyncDisposable {
  readonly time: VirtualTime;
  /**
   * Opens the backend as another process would, optionally for another owner or on a machine whose
   * clock is ahead of the backend's.
   */
  connect(options?: { readonly owner?: string; readonly skewMs?: number }): Promise<Handle>;
  /** Opens the backend as another process would, and opens the stores of two owners. */
  owners(one: string, other: string): Promise<readonly [Store, Store]>;
  /** Opens the backend as another process would, but doesn't create a store. */
  handle(): Promise<BlobBackend>;
  /** Whether a lease ends as soon as its process dies, rather than when the lease expires. */
  readonly seesDeath: boolean;
  readonly quarantined: readonly unknown[];
}

const server = await postgresForTests("the store on PostgreSQL");
/**
 * A database that only these tests use. The tests' clock is in the past, so in a shared database, a
 * server with the real clock would delete the tests' caches as unused.
 */
const postgres = server === null ? null : await ownDatabase(server);
Deno.test.afterAll(async () => await postgres?.[Symbol.asyncDispose]());

/** Functions that create a backend, keyed by the backend's name. */
export const BACKENDS: Readonly<Record<string, () => Promise<TestedBackend>>> = {
  memory: () => {
    const time = new VirtualTime(Date.parse("2026-03-15T12:00:00Z"));
    const database = createMemoryDatabase(time.now);
    return Promise.resolve(
      tested(() => Promise.resolve(database.connect()), { time, seesDeath: true }),
    );
  },
  sqlite: async () => {
    const time = new VirtualTime(Date.parse("2026-03-15T12:00:00Z"));
    const folder = await memoryFolder();
    const quarantined: unknown[] = [];
    const onQuarantined = (what: unknown): void => void quarantined.push(what);
    const open = (): Promise<BlobBackend> =>
      openSqliteBackend({ folder, now: time.now, onQuarantined });
    return tested(open, { time, folder, seesDeath: true, quarantined });
  },
  ...(postgres === null ? {} : { postgres: () => Promise.resolve(onPostgres(postgres.url)) }),
};

/** Creates a backend on the shared database, with a unique prefix for its owners' names. */
function onPostgres(url: string): TestedBackend {
  const time = new VirtualTime(Date.parse("2026-03-15T12:00:00Z"));
  const prefix = crypto.randomUUID();
  const asking: Around = (ask) => time.holding(ask);
  const open = async (): Promise<BlobBackend> => {
    const backend = await openPostgres(url, { clock: () => `CAST(${time.now()} AS bigint)` });
    return {
      of: (owner) => asked(backend.of(`${prefix} ${owner}`), asking),
      close: () => backend.close(),
    };
  };
  return tested(open, { time, seesDeath: false });
}

type Around = <Result>(call: () => Result | Promise<Result>) => Promise<Result>;
type Method = (...args: readonly unknown[]) => unknown;

function decorated<Interface>(methods: Interface, around: Around): Interface {
  const each = Object.entries(methods as Readonly<Record<string, Method>>);
  return Object.fromEntries(
    each.map((
      [name, method],
    ) => [name, (...args: readonly unknown[]) => around(() => method(...args))]),
  ) as Interface;
}

/** Wraps a store so that virtual time stops during each call. */
function asked(blobs: BlobStore, asking: Around): BlobStore {
  const held = (database: SqlDatabase): SqlDatabase => ({
    schema: database.schema,
    get now() {
      return database.now;
    },
    all: (statement) => asking(() => database.all(statement)),
    transaction: (...args) => asking(() => database.transaction(...args)),
  });
  return {
    ...blobs,
    copy: held(blobs.copy),
    journal: held(blobs.journal),
    leases: decorated(blobs.leases, asking),
  };
}

const BASE_URL = "https://api.example.com/v1";
/** Sealers by owner, cached because deriving keys is slow. */
const sealers = new Map<string, Promise<Sealer>>();

function tested(
  open: () => Promise<BlobBackend>,
  { time, folder, seesDeath, quarantined = [] }: {
    readonly time: VirtualTime;
    readonly folder?: string;
    readonly seesDeath: boolean;
    readonly quarantined?: readonly unknown[];
  },
): TestedBackend {
  const backends: BlobBackend[] = [];
  const handle = async (): Promise<BlobBackend> => {
    const backend = await open();
    backends.push(backend);
    return backend;
  };
  const sealerOf = (owner: string): Promise<Sealer> => {
    const made = sealers.get(owner) ?? createSealer({ secret: owner, baseUrl: BASE_URL });
    sealers.set(owner, made);
    return made;
  };
  return {
    time,
    handle,
    seesDeath,
    quarantined,
    async owners(one, other): Promise<readonly [Store, Store]> {
      const backend = await handle();
      const storeOf = async (owner: string): Promise<Store> => {
        const sealer = await sealerOf(owner);
        return storeOver(backend.of(sealer.owner), { sealer, now: time.now });
      };
      return [await storeOf(one), await storeOf(other)];
    },
    async connect({ owner = "a-token", skewMs = 0 } = {}): Promise<Handle> {
      const backend = await handle();
      const sealer = await sealerOf(owner);
      const clocks = time.process();
      const blobs = backend.of(sealer.owner);
      const now = (): number => time.now() + skewMs;
      const store = storeOver(blobs, { sealer, now, clocks });
      return {
        store: { ...store, close: () => store.close().then(() => backend.close()) },
        freeze: () => {
          clocks.isRunning = false;
        },
        thaw: () => {
          clocks.isRunning = true;
        },
        kill: () => {
          clocks.isRunning = false;
          return backend.close();
        },
      };
    },
    async [Symbol.asyncDispose](): Promise<void> {
      for (const backend of backends) await backend.close();
      if (folder !== undefined) await removeFolder(folder);
    },
  };
}
