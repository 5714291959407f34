/**
 * Locks that hold across processes and end with the process that holds them, however
 * it ends: SQLite's own lock on a file that stays empty.
 *
 * @module
 */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { delay } from "../../client/timers.ts";
import { createPrivateFile } from "./database.ts";
import { isBusy } from "./errors.ts";

/** How often a lock that is held is asked for again, in milliseconds. */
const PAUSE_MS = 20;

/** How a lock is waited for. */
export interface LockWait {
  readonly signal?: AbortSignal | undefined;
  /** How long at most, in milliseconds; without end when absent. */
  readonly mostMs?: number;
}

/** Locks by name, in a folder. */
export class FileLocks {
  readonly #folder: string;

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
    createPrivateFile(path);
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

  /** Takes a lock as soon as it is free: see {@linkcode untilTaken}. */
  take(name: string, wait: LockWait = {}): Promise<(() => void) | null> {
    return untilTaken(() => this.tryTake(name), wait);
  }
}

/**
 * Tries to take something until it is free.
 *
 * @param tryTake Takes it; `null` while it is held.
 * @param wait How long to wait.
 * @returns What was taken; `null` when the time was over.
 * @throws The signal's reason.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * let tries = 0;
 * assertEquals(await untilTaken(() => ++tries === 3 ? "taken" : null), "taken");
 * ```
 */
export async function untilTaken<Taken>(
  tryTake: () => Taken | null,
  { signal, mostMs = Infinity }: LockWait = {},
): Promise<Taken | null> {
  for (let waited = 0;; waited += PAUSE_MS) {
    signal?.throwIfAborted();
    const taken = tryTake();
    if (taken !== null) return taken;
    if (waited >= mostMs) return null;
    await delay(PAUSE_MS, signal);
  }
}
