/**
 * Locks that hold across processes and end with the process that holds them, however
 * it ends: SQLite's own lock on a file that stays empty.
 *
 * @module
 */

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createPrivateFile } from "./database.ts";
import { isBusy } from "./errors.ts";

/** Locks by name, in a folder. */
export class FileLocks {
  readonly #folder: string;
  /** Names of files that were found to be the user's alone. */
  readonly #made = new Set<string>();

  /** Uses a folder; it is made if it is not there. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
  }

  /**
   * Takes a lock unless it is held.
   *
   * @param name Letters and digits.
   * @returns Gives it back; `null` when it is held, by this process or another one.
   */
  tryTake(name: string): (() => void) | null {
    const path = join(this.#folder, `${name}.lock`);
    // Making it once more, which fails where it is, takes longer than to look.
    if (!this.#made.has(name) || !existsSync(path)) createPrivateFile(path);
    this.#made.add(name);
    const database = new DatabaseSync(path);
    try {
      database.prepare("PRAGMA busy_timeout = 0").get();
      database.prepare("BEGIN IMMEDIATE").run();
      return () => {
        if (database.isOpen) database.close();
      };
    } catch (error) {
      database.close();
      if (isBusy(error)) return null;
      throw error;
    }
  }
}
