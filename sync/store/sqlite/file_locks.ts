import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { createPrivateFile } from "./database.ts";
import { isBusy } from "./errors.ts";

/** How many connections are kept that hold nothing; those of many plans would be without end. */
const MOST_IDLE = 16;

/** Locks by name, in a folder. */
export class FileLocks {
  readonly #folder: string;
  /** Connections that hold nothing, one for each name; the one that was used last is last. */
  readonly #idle = new Map<string, Connection>();

  #isClosed = false;

  /** Uses a folder; it is made if it is not there. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
  }

  /** Takes a lock unless it is held. */
  tryTake(name: string): (() => void) | null {
    const connection = this.#taken(name);
    if (connection === null) return null;
    let isHeld = true;
    return () => {
      if (isHeld) this.#giveBack(name, connection);
      isHeld = false;
    };
  }

  /** Closes what holds nothing, and from now on what is given back. */
  close(): void {
    this.#isClosed = true;
    for (const name of this.#idle.keys()) this.#closeIdle(name);
  }

  /** Gives a connection that holds the lock; `null` where another one holds it. */
  #taken(name: string): Connection | null {
    let connection: Connection | null = null;
    try {
      connection = this.#connected(name);
      connection.begin.run();
      return connection;
    } catch (error) {
      if (isBusy(error)) {
        if (connection !== null) this.#keep(name, connection);
        return null;
      }
      connection?.database.close();
      throw error;
    }
  }

  #connected(name: string): Connection {
    const path = join(this.#folder, `${name}.lock`);
    const kept = this.#idle.get(name);
    if (kept !== undefined) {
      this.#idle.delete(name);
      if (kept.file !== 0 && fileNumber(path) === kept.file) return kept;
      // Nobody else would see a lock on a file that was deleted.
      kept.database.close();
    }
    createPrivateFile(path);
    return opened(path);
  }

  #giveBack(name: string, connection: Connection): void {
    try {
      connection.rollback.run();
    } catch {
      // Closing it gives back whatever it holds.
      connection.database.close();
      return;
    }
    this.#keep(name, connection);
  }

  /** Keeps what holds nothing; of a name that has one already, and of too many, one is closed. */
  #keep(name: string, connection: Connection): void {
    this.#closeIdle(name);
    this.#idle.set(name, connection);
    const [longest = name] = this.#idle.keys();
    if (this.#isClosed) this.#closeIdle(name);
    else if (this.#idle.size > MOST_IDLE) this.#closeIdle(longest);
  }

  #closeIdle(name: string): void {
    this.#idle.get(name)?.database.close();
    this.#idle.delete(name);
  }
}

/** An open file, and what takes and gives back the lock on it. */
interface Connection {
  readonly database: DatabaseSync;
  readonly begin: StatementSync;
  readonly rollback: StatementSync;
  /** Which file it is; 0 where another one took its place while it was opened. */
  readonly file: number;
}

function opened(path: string): Connection {
  const before = fileNumber(path);
  const database = new DatabaseSync(path);
  try {
    database.prepare("PRAGMA busy_timeout = 0").get();
    // Nothing is ever committed: a journal would be a file made and deleted for each lock.
    database.prepare("PRAGMA journal_mode = MEMORY").get();
    const begin = database.prepare("BEGIN IMMEDIATE");
    const rollback = database.prepare("ROLLBACK");
    return { database, begin, rollback, file: fileNumber(path) === before ? before : 0 };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Tells a file from another one of the same name; 0 when there is none. */
function fileNumber(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? 0;
}
