/**
 * The locks of a store: one change per plan, one whole read per collection, and no
 * reads between the requests of a change, across processes.
 *
 * @module
 */

import { ToolError } from "../../domain/errors/tool_error.ts";
import type { ChangeStore } from "../change_records.ts";
import type { Sealer } from "../sealing/sealer.ts";
import type { CollectionOf, StoreLocks } from "../store.ts";
import { journalError } from "../journal_error.ts";
import { type FileLocks, untilTaken } from "./file_locks.ts";

/** How long a change waits for another one of the same plan, in milliseconds. */
const CHANGING_MS = 120_000;
/** How long a whole read waits for that of another process, in milliseconds. */
const LOADING_MS = 150_000;
/** How long a read waits for a change of another process, in milliseconds. */
const WRITING_MS = 60_000;

/** What a store and its journal do by locks. */
export type SqliteLocks = StoreLocks & Pick<ChangeStore, "withPlanLock">;

/**
 * Makes the locks of a store.
 *
 * @param locks Locks by name.
 * @param sealer Gives names that tell nothing of the plan.
 * @returns The locks; readers and changes of one process queue by themselves.
 */
export function createStoreLocks(
  locks: FileLocks,
  sealer: Pick<Sealer, "pseudonymOf">,
): SqliteLocks {
  const changing = new Map<string, Promise<unknown>>();
  const loading = new Map<string, { count: number; readonly giveBack: () => void }>();
  /** Plans that this process is writing to. */
  const writing = new Set<string>();
  const nameOf = async (what: string, of: string): Promise<string> =>
    `${what}-${await sealer.pseudonymOf(`${what} ${of}`)}`;

  const runLocked = async <Result>(planId: string, run: () => Promise<Result>): Promise<Result> => {
    const name = await nameOf("change", planId);
    const giveBack = await locks.take(name, { mostMs: CHANGING_MS }).catch((cause: unknown) => {
      throw journalError(cause);
    });
    if (giveBack === null) throw tooLong();
    try {
      return await run();
    } finally {
      giveBack();
    }
  };
  return {
    withPlanLock<Result>(planId: string, run: () => Promise<Result>): Promise<Result> {
      const before = changing.get(planId) ?? Promise.resolve();
      const turn = before.then(() => runLocked(planId, run));
      changing.set(planId, turn.catch(() => {}));
      return turn;
    },
    async lockLoad({ planId, name: collection }: CollectionOf, signal): Promise<() => void> {
      const name = await nameOf("load", `${planId} ${collection}`);
      // Readers of one process don't wait for each other: they share what they read.
      const lock = await untilTaken(() => {
        let held = loading.get(name);
        if (held === undefined) {
          const giveBack = locks.tryTake(name);
          if (giveBack === null) return null;
          held = { count: 0, giveBack };
          loading.set(name, held);
        }
        held.count += 1;
        return held;
      }, { signal, mostMs: LOADING_MS });
      // A process that stands still must not hold up the others for ever.
      if (lock === null) return () => {};
      return () => {
        lock.count -= 1;
        if (lock.count > 0) return;
        loading.delete(name);
        lock.giveBack();
      };
    },
    async whileWriting<Result>(planId: string, run: () => Promise<Result>): Promise<Result> {
      // A read that only looks holds the lock for a moment; longer nothing is held up.
      const name = await nameOf("write", planId);
      // Without its lock a change still runs to its end: its intent is written down.
      const giveBack = await locks.take(name, { mostMs: 1_000 }).catch(() => null);
      writing.add(planId);
      try {
        return await run();
      } finally {
        writing.delete(planId);
        giveBack?.();
      }
    },
    async writingEnded(planId, signal): Promise<void> {
      if (writing.has(planId)) return;
      const name = await nameOf("write", planId);
      try {
        const giveBack = await locks.take(name, { signal, mostMs: WRITING_MS });
        giveBack?.();
      } catch {
        // A lock that can't be had holds nobody up.
        signal?.throwIfAborted();
      }
    },
  };
}

function tooLong(): ToolError {
  return new ToolError(
    "unavailable",
    "another change of this plan has been running for minutes, nothing was written: " +
      "call again when it has ended",
  );
}
