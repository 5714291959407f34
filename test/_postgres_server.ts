import { existsSync, readdirSync } from "node:fs";
import { ChildProcess } from "./_child_process.ts";
import { isEverythingNeeded, sayUntested } from "./_untested.ts";

/** A PostgreSQL server that was started by a test. */
export interface PostgresServer {
  /** Returns the URL of a database on this server. */
  url(database?: string): string;
  /** Stops the server as if its machine had failed: it doesn't finish work or notify clients. */
  kill(): Promise<void>;
  /** Restarts the server with the data that it had written to disk. */
  start(): Promise<void>;
  /** Stops the server permanently. */
  remove(): void;
}

/**
 * Shell script that stops a program when the script's input closes, for example because the parent
 * was killed.
 */
export const GUARDED = '"$@" & child=$!; cat >/dev/null; kill -QUIT $child; wait $child';

const READY = "ready to accept connections";
const FOLDERS = ["/usr/lib/postgresql", "/usr/local/lib/postgresql", "/opt/homebrew/opt"];

/** Finds PostgreSQL's programs on PATH or where package managers install them. */
function programs(): string | null {
  const found = (Deno.env.get("PATH") ?? "").split(":").filter((folder) => folder !== "");
  const all = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder).toSorted().toReversed().map((version) => `${folder}/${version}/bin`)
  );
  return [...found, ...all].find((folder) => existsSync(`${folder}/initdb`)) ?? null;
}

/** Whether tests can use PostgreSQL on this machine. */
export function isPostgresFound(): boolean {
  return (Deno.env.get("BUDGET_TEST_POSTGRES") ?? "") !== "" || programs() !== null;
}

/**
 * If the test runs as root, returns another user to run PostgreSQL as, because PostgreSQL refuses
 * to run as root.
 */
function otherUser(): { readonly uid: number; readonly gid: number } | null {
  if (Deno.uid() !== 0) return null;
  const users = Deno.readTextFileSync("/etc/passwd").split("\n").map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ??
    users.find(([name]) => name === "nobody");
  return { uid: Number(user?.[2] ?? 65_534), gid: Number(user?.[3] ?? 65_534) };
}

/** The user, folder and environment that PostgreSQL's programs run with. */
type Running = Pick<Deno.CommandOptions, "uid" | "gid" | "cwd" | "clearEnv" | "env">;

/** The files of a server that hasn't been started yet. */
interface Cluster {
  readonly home: string;
  /** The server's command line. */
  readonly command: readonly string[];
  readonly as: Running;
}

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "",
  // Turning off fsync is safe, because these tests don't simulate an operating-system crash.
  fsync: "off",
  full_page_writes: "off",
  max_connections: "200",
  shared_buffers: "32MB",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "off",
};

async function initialized(
  home: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Cluster | null> {
  const folder = programs();
  if (folder === null) return null;
  // Use the folder's real path, because the programs can't find their files through a symbolic
  // link.
  const bin = Deno.realPathSync(`${folder}/initdb`).replace(/\/initdb$/u, "");
  const user = otherUser();
  await Deno.mkdir(home, { recursive: true });
  if (user !== null) await Deno.chown(home, user.uid, user.gid);
  const as = { ...user, cwd: home, clearEnv: true, env: { LC_ALL: "C", PATH: "/usr/bin:/bin" } };
  const initdb = new Deno.Command(`${bin}/initdb`, {
    args: ["-D", `${home}/data`, "-U", "owner", "-A", "trust", "-E", "UTF8", "--no-sync"],
    ...as,
    stdout: "null",
    stderr: "piped",
  });
  const { success, stderr } = await initdb.output();
  if (!success) throw new Error(`initdb failed: ${new TextDecoder().decode(stderr)}`);
  const all = { ...SETTINGS, unix_socket_directories: home, ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return { home, as, command: [`${bin}/postgres`, "-D", `${home}/data`, ...args] };
}

function urlIn(home: string, database = "postgres"): string {
  return `postgres://owner@localhost/${database}?host=${encodeURIComponent(home)}`;
}

/** Starts a server that a test may stop or damage. */
export async function startPostgres(
  settings: (home: string) => Promise<Readonly<Record<string, string>>> = () => Promise.resolve({}),
): Promise<PostgresServer | null> {
  if (programs() === null) return null;
  const folder = await Deno.makeTempDir({ prefix: "budget-postgres-" });
  const all = await settings(folder);
  const user = otherUser();
  // The server can read these files only if its user owns them.
  for (const { name } of user === null ? [] : Deno.readDirSync(folder)) {
    await Deno.chown(`${folder}/${name}`, user?.uid ?? null, user?.gid ?? null);
  }
  const cluster = await initialized(folder, all);
  if (cluster === null) return null;
  const { home, command, as } = cluster;
  let running: ChildProcess | null = null;
  const server: PostgresServer = {
    url: (database) => urlIn(home, database),
    async kill(): Promise<void> {
      const ending = running;
      running = null;
      if (ending === null) return;
      // An immediate stop kills the server's processes, and the server recovers at its next start.
      await ending.closeInput();
      await ending.ended();
    },
    async start(): Promise<void> {
      running = new ChildProcess(["sh", "-c", GUARDED, "sh", ...command], as);
      await running.says((stderr) => stderr.includes(READY));
    },
    remove(): void {
      if (running !== null) {
        const [pid] = Deno.readTextFileSync(`${home}/data/postmaster.pid`).split("\n");
        Deno.kill(Number(pid), "SIGQUIT");
        running.signal("SIGKILL");
      }
      running = null;
      removed(home);
    },
  };
  await server.start();
  return server;
}

/** Deletes a folder, with retries because processes that are stopping may still write to it. */
function removed(folder: string): void {
  for (let tries = 0; tries < 200; tries++) {
    try {
      return Deno.removeSync(folder, { recursive: true });
    } catch {
      // Try again.
    }
  }
}

/** Shell script that stops a server and deletes its files after the test process has ended. */
const OUTLIVING =
  '("$@" & child=$!; while [ -d "/proc/$RUN" ] || ps -p "$RUN"; do sleep 1; done; ' +
  'kill -QUIT $child; wait $child; rm -rf "$PLACE") </dev/null >/dev/null 2>"$PLACE/log" &';

/**
 * Returns the URL of a shared PostgreSQL server, for tests that each use only databases they
 * create. If `BUDGET_TEST_POSTGRES` isn't set, the first test file starts a server, which stops
 * after the run.
 */
export async function postgresForTests(what: string): Promise<string | null> {
  const given = Deno.env.get("BUDGET_TEST_POSTGRES") ?? "";
  if (given !== "") return given;
  const url = programs() === null ? null : await sharedUrl();
  if (url === null) sayWithoutPostgres(what);
  return url;
}

/**
 * Test files run concurrently without shared state, so whichever file creates the folder first
 * starts the server.
 */
async function sharedUrl(): Promise<string | null> {
  const place = `${Deno.env.get("TMPDIR") ?? "/tmp"}/budget-postgres-of-${Deno.pid}`;
  try {
    Deno.mkdirSync(place);
  } catch {
    await untilSaid(`${place}/log`);
    return urlIn(place);
  }
  const cluster = await initialized(place);
  if (cluster === null) return null;
  const { command, as } = cluster;
  const env = { ...as.env, RUN: String(Deno.pid), PLACE: place };
  const options = { ...as, env, stdin: "null", stdout: "null", stderr: "null" } as const;
  await new Deno.Command("sh", { args: ["-c", OUTLIVING, "sh", ...command], ...options }).output();
  await untilSaid(`${place}/log`);
  return urlIn(place);
}

async function untilSaid(log: string): Promise<void> {
  for (let tries = 0; tries < 2_400; tries++) {
    const said = await Deno.readTextFile(log).catch(() => "");
    if (said.includes(READY)) return;
    if (said.includes("FATAL")) throw new Error(`PostgreSQL did not start: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("PostgreSQL did not start");
}

/** @throws {Error} If skipping a test is an error, which is the case in continuous integration. */
export function sayWithoutPostgres(what: string): void {
  if (isEverythingNeeded) throw new Error(`PostgreSQL is needed here: ${what}`);
  sayUntested(what, "PostgreSQL isn't installed, and BUDGET_TEST_POSTGRES isn't set");
}
