import process from "node:process";
import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { RecentMap } from "../../domain/base/memoized.ts";
import {
  isList,
  type Row,
  type Rows,
  Sql,
  sql,
  type SqlDatabase,
  type SqlValue,
  type Steps,
  type TransactionOptions,
} from "./sql.ts";
import { basename } from "node:path";
import { refuseLink } from "./store_folder.ts";
import {
  BlockedStoreError,
  DamagedFileError,
  isBusy,
  isDamage,
  isMismatch,
} from "./store_errors.ts";

/** How long a statement waits for another process, in milliseconds. */
const BUSY_MS = 2_000;
const PAGE_BYTES = 4_096;
/**
 * Maximum number of prepared statements to keep. An insert of two rows, for example, needs a
 * different statement than an insert of three.
 */
const MAX_PREPARED = 64;
/** Operand of `IN` that passes a list as one parameter: SQLite limits the number of parameters. */
const LIST = "(SELECT value FROM json_each(?))";
/** SQLite's name for a database without a file. */
const IN_MEMORY = ":memory:";
/** Suffixes of the files that SQLite creates next to a database. */
const BESIDE: readonly string[] = ["-wal", "-shm"];

export interface FileKind {
  /** SQLite application id in the file header, which identifies our files. */
  readonly applicationId: number;
  /**
   * Statements that migrate a file to each version, starting with version 1. The statements for one
   * version are separated by semicolons. An empty string means that a later migration drops and
   * re-creates all tables.
   */
  readonly versions: readonly string[];
  /**
   * Whether to check every page when opening the file. This is necessary if the file's data can't
   * be reloaded.
   */
  readonly isChecked: boolean;
  /** Size of the write-ahead log that triggers a checkpoint, in bytes. */
  readonly aheadBytes?: number;
}

export type OnFile = <Result>(run: (database: Database) => Result) => Promise<Result>;

/**
 * Keeps a file open. Re-creates a deleted file before the next use, because writes to the deleted
 * file would be lost. Replaces a damaged file once the call that found the damage has ended.
 *
 * @param reopen Opens the file, after replacing it if it is damaged.
 * @param inTurn Lets only one process at a time reopen the file.
 */
export function reopenable(
  file: Database,
  reopen: () => Database,
  // deno-lint-ignore require-await -- its errors must become rejections.
  inTurn: (run: () => void) => Promise<void> = async (run) => run(),
): OnFile {
  // Another call or process may already have replaced the file with an intact one.
  const replace = (isDamaged: boolean): Promise<void> =>
    inTurn(() => {
      if (isDamaged || file.isGone) file.replaceWith(reopen());
    });
  return async (run) => {
    if (file.isGone) await replace(false);
    try {
      return run(file);
    } catch (error) {
      if (isDamage(error) || file.isGone) await replace(isDamage(error));
      throw error;
    }
  };
}

/** Returns a database that is stored in a file and uses this process's clock. */
export function databaseOn(file: OnFile, now: () => number): SqlDatabase {
  return {
    schema: sql`main`,
    get now(): Sql {
      return sql`${now()}`;
    },
    all: (statement) => file((database) => database.all(statement)),
    transaction: (steps, options) => file((database) => database.transaction(steps, options)),
  };
}

export class Database {
  #database: DatabaseSync;
  readonly #path: string;
  #file: number;
  /**
   * Prepared statements, keyed by their SQL; kept because preparing one takes as long as running
   * it.
   */
  #prepared = preparedStatements();

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#path = path;
    this.#file = inodeOf(path);
  }

  get isGone(): boolean {
    return this.#database.isOpen && inodeOf(this.#path) !== this.#file;
  }

  /** Closes this file and takes over the other database's open file. */
  replaceWith(other: Database): void {
    this.close();
    this.#database = other.#database;
    this.#file = other.#file;
    this.#prepared = preparedStatements();
  }

  all(statement: Sql | string): Rows {
    if (typeof statement === "string") return this.#prepare(statement).all();
    let [text = ""] = statement.texts;
    const parameters: SqlValue[] = [];
    for (const [nth, value] of statement.values.entries()) {
      text += `${isList(value) ? LIST : "?"}${statement.texts[nth + 1]}`;
      parameters.push(isList(value) ? JSON.stringify(value) : value);
    }
    return this.#prepare(text).all(...parameters);
  }

  /** Runs several statements, separated by semicolons. */
  run(text: string): void {
    this.#database.exec(text);
  }

  iterate(text: string): Iterable<Row> {
    return this.#database.prepare(text).iterate();
  }

  transaction<Result>(
    steps: () => Steps<Result>,
    { isDurable = false, isCommitted = (): boolean => true }: TransactionOptions<Result> = {},
  ): Result {
    if (isDurable) this.all("PRAGMA synchronous = FULL");
    try {
      this.all("BEGIN IMMEDIATE");
      const running = steps();
      let step = running.next();
      while (step.done !== true) step = running.next(this.all(step.value));
      this.all(isCommitted(step.value) ? "COMMIT" : "ROLLBACK");
      return step.value;
    } catch (error) {
      if (this.#database.isTransaction) this.all("ROLLBACK");
      throw error;
    } finally {
      if (isDurable) this.all("PRAGMA synchronous = NORMAL");
    }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(text: string): StatementSync {
    return this.#prepared.getOrMake(text, () => this.#database.prepare(text));
  }
}

function preparedStatements(): RecentMap<string, StatementSync> {
  return new RecentMap({ most: MAX_PREPARED });
}

/** Creates an empty file that only its owner can read; returns `false` if the file exists. */
export function createPrivateFile(path: string): boolean {
  try {
    // Opening and closing an existing file would release SQLite's locks on it.
    closeSync(openSync(path, "wx", 0o600));
    return true;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "EEXIST") throw error;
    if (process.platform !== "win32") chmodSync(path, 0o600);
    return false;
  }
}

/**
 * Opens a file.
 *
 * @throws {BlockedStoreError} If it is locked, or was written by a newer version.
 * @throws {DamagedFileError} If it is damaged, or isn't one of ours.
 * @throws {UnsafeStoreError} If the path is a link.
 */
export function openFile(path: string, kind: FileKind): Database {
  for (const ending of ["", ...BESIDE]) refuseLink(path + ending);
  // Files that SQLite left next to a deleted file must not be applied to the new one.
  if (createPrivateFile(path)) {
    for (const ending of BESIDE) {
      rmSync(path + ending, { force: true });
    }
  }
  const database = new Database(path);
  try {
    database.all(`PRAGMA busy_timeout = ${BUSY_MS}`);
    bringUpToDate(database, kind);
    writeAhead(database, kind);
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new BlockedStoreError("locked", { cause: error });
    // If the tables don't match the version number, assume that the number is corrupt.
    if (isDamage(error) || isMismatch(error)) throw new DamagedFileError({ cause: error });
    throw error;
  }
}

/** The SQL that creates the tables of each kind of file, in the latest schema version. */
const tablesByKind = new Map<FileKind, string>();

export function openInMemory(kind: FileKind): OnFile {
  const database = new Database(IN_MEMORY);
  const tables = tablesByKind.get(kind);
  if (tables === undefined) {
    migrate(database, kind);
    const made = database.all("SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'");
    tablesByKind.set(kind, ["BEGIN", ...made.map(({ sql: text }) => text), "COMMIT"].join(";"));
  } else database.run(tables);
  // deno-lint-ignore require-await -- its errors must become rejections.
  return async (run) => run(database);
}

export interface Replacing {
  readonly now: () => number;
  readonly onQuarantined: (file: string) => void;
}

/** Opens a file as {@linkcode openFile} does, but replaces a damaged file, losing its data. */
export function openReplaceable(
  path: string,
  kind: FileKind,
  { now, onQuarantined }: Replacing,
): Database {
  try {
    return openFile(path, kind);
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
    onQuarantined(basename(quarantine(path, now())));
    return openFile(path, kind);
  }
}

/** Renames a damaged file, so that a new file can replace it. */
export function quarantine(path: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/gu, "");
  let name = `${path}.damaged-${stamp}`;
  for (let nth = 2; existsSync(name); nth++) name = `${path}.damaged-${stamp}-${nth}`;
  for (const ending of ["", ...BESIDE]) {
    if (existsSync(path + ending)) renameSync(path + ending, name + ending);
  }
  return name;
}

/** The inode, which distinguishes files with the same name; 0 if there is no file. */
export function inodeOf(path: string): number {
  // Don't read the file system, because a server without a store folder might not be allowed to.
  if (path === IN_MEMORY) return 0;
  return statSync(path, { throwIfNoEntry: false })?.ino ?? 0;
}

function bringUpToDate(database: Database, kind: FileKind): void {
  const { applicationId, versions, isChecked } = kind;
  const version = numberOf(database, "user_version");
  const id = numberOf(database, "application_id");
  const isNew = database.all("SELECT 1 FROM sqlite_schema").length === 0 && id === 0 &&
    version === 0;
  if (!isNew && (id !== applicationId || version < 1)) throw new DamagedFileError();
  if (version > versions.length) throw new BlockedStoreError("newer");
  if (isChecked && !isNew) check(database);
  // Turn on write-ahead logging before creating the tables. Otherwise, each page would be synced
  // separately.
  if (isNew) {
    database.all(`PRAGMA page_size = ${PAGE_BYTES}`);
    writeAhead(database, kind);
  }
  if (version < versions.length) migrate(database, { applicationId, versions });
  if (!hasTables(database, versions)) throw new DamagedFileError();
}

function writeAhead(database: Database, { aheadBytes }: FileKind): void {
  database.all("PRAGMA journal_mode = WAL");
  database.all("PRAGMA synchronous = NORMAL");
  if (aheadBytes === undefined) return;
  const pages = Math.ceil(aheadBytes / numberOf(database, "page_size"));
  database.all(`PRAGMA wal_autocheckpoint = ${pages}`);
}

/** Whether the file has every table that its version should have. */
function hasTables(database: Database, versions: FileKind["versions"]): boolean {
  const all = versions.join(";");
  const made = all.matchAll(/CREATE TABLE (\w+)/gu);
  const dropped = new Set(Array.from(all.matchAll(/DROP TABLE (\w+)/gu), ([, name]) => name));
  const names = new Set(
    database.all("SELECT name FROM sqlite_schema WHERE type = 'table'").map(({ name }) => name),
  );
  return Array.from(made, ([, name]) => name ?? "")
    .every((name) => dropped.has(name) || names.has(name));
}

function migrate(
  database: Database,
  { applicationId, versions }: Pick<FileKind, "applicationId" | "versions">,
): void {
  database.transaction(function* (): Steps<void> {
    // Another process may have migrated the file already.
    const from = numberOf(database, "user_version");
    const statements = versions.slice(from).filter((one) => one !== "")
      .flatMap((one) => one.split(";"));
    const pragmas = [`application_id = ${applicationId}`, `user_version = ${versions.length}`];
    for (const text of [...statements, ...pragmas.map((one) => `PRAGMA ${one}`)]) {
      yield new Sql([text]);
    }
  });
}

function check(database: Database): void {
  const [row] = database.all("PRAGMA quick_check(1)");
  if (row?.["quick_check"] !== "ok") throw new DamagedFileError();
}

function numberOf(database: Database, pragma: string): number {
  return Number(database.all(`PRAGMA ${pragma}`)[0]?.[pragma]);
}
