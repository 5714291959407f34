/**
 * Confirmations and the journal in memory.
 *
 * @module
 */

import {
  type Beginning,
  type ChangeStore,
  DECLINED,
  KEPT_EXPIRED_MS,
  MOST_ENTRIES,
  type StoredConfirmation,
  type StoredEntry,
} from "../change_records.ts";

/**
 * Makes an empty change store in memory.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(await createMemoryChangeStore().findConfirmation("none"), null);
 * ```
 */
export function createMemoryChangeStore(): ChangeStore {
  const confirmations = new Map<string, StoredConfirmation>();
  const journal = new Map<string, readonly StoredEntry[]>();
  /** Ids of closed entries by plan. */
  const closed = new Map<string, Set<string>>();
  const locks = new Map<string, Promise<unknown>>();

  const spend = (code: string, now: number, spentBy: string): boolean => {
    const known = confirmations.get(code);
    if (known === undefined || known.spentAt !== null || known.expiresAt <= now) return false;
    confirmations.set(code, { ...known, spentAt: now, spentBy });
    return true;
  };
  const save = (entry: StoredEntry): void => {
    const entries = journal.get(entry.planId) ?? [];
    const at = entries.findIndex(({ operationId }) => operationId === entry.operationId);
    const next = at < 0 ? [entry, ...entries] : entries.with(at, entry);
    journal.set(entry.planId, next.slice(0, MOST_ENTRIES));
  };
  const noteClosed = (planId: string, operationIds: readonly string[]): void => {
    closed.set(planId, new Set([...closed.get(planId) ?? [], ...operationIds]));
  };
  return {
    refusal: (): Promise<null> => Promise.resolve(null),
    saveConfirmation(confirmation: StoredConfirmation): Promise<void> {
      for (const [code, { expiresAt }] of confirmations) {
        if (expiresAt < confirmation.expiresAt - KEPT_EXPIRED_MS) confirmations.delete(code);
      }
      confirmations.set(confirmation.code, confirmation);
      return Promise.resolve();
    },
    findConfirmation: (code: string): Promise<StoredConfirmation | null> =>
      Promise.resolve(confirmations.get(code) ?? null),
    spendConfirmation: (code: string, now: number): Promise<boolean> =>
      Promise.resolve(spend(code, now, DECLINED)),
    begin({ code, entry, now }: Beginning): Promise<boolean> {
      if (code !== null && !spend(code, now, entry.operationId)) return Promise.resolve(false);
      save(entry);
      return Promise.resolve(true);
    },
    saveEntry(entry: StoredEntry, isClosed = false): Promise<void> {
      save(entry);
      if (isClosed) noteClosed(entry.planId, [entry.operationId]);
      else closed.get(entry.planId)?.delete(entry.operationId);
      return Promise.resolve();
    },
    entries: (planId: string): Promise<readonly StoredEntry[]> =>
      Promise.resolve(journal.get(planId) ?? []),
    openEntries: (planId: string): Promise<readonly StoredEntry[]> =>
      Promise.resolve(
        (journal.get(planId) ?? []).filter(({ operationId }) =>
          closed.get(planId)?.has(operationId) !== true
        ),
      ),
    noteClosed(planId: string, operationIds: readonly string[]): Promise<void> {
      noteClosed(planId, operationIds);
      return Promise.resolve();
    },
    countOthers: (planIds: readonly string[]): Promise<number> =>
      Promise.resolve(
        [...journal].filter(([planId]) => !planIds.includes(planId))
          .reduce((sum, [, { length }]) => sum + length, 0),
      ),
    withPlanLock<Result>(planId: string, run: () => Promise<Result>): Promise<Result> {
      const turn = (locks.get(planId) ?? Promise.resolve()).then(run, run);
      locks.set(planId, turn.catch(() => {}));
      return turn;
    },
  };
}
