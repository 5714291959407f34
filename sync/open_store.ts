/**
 * Opens the store that a server is to have, when it is first used: a start has no use
 * for it. Where it can't be had, memory takes its place.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ChangeStore } from "./change_records.ts";
import { createMemoryStore } from "./memory/memory_store.ts";
import type { SealerOptions } from "./sealing/sealer.ts";
import { type Blocked, BlockedFileError } from "./sqlite/errors.ts";
import { UnsafeStoreError } from "./sqlite/private_folder.ts";
import type { SetAside, SqliteStoreOptions } from "./sqlite/sqlite_store.ts";
import type { CollectionName, Store } from "./store.ts";

/** What there is to say of a store, once. */
export type StoreNote =
  /** It can't be had: nothing outlives the process. */
  | { readonly event: "store_in_memory"; readonly reason: string }
  /** It is left alone: nothing outlives the process, and changes are refused. */
  | { readonly event: "store_left_alone"; readonly reason: Blocked }
  | ({ readonly event: "store_set_aside" } & SetAside)
  /** The copy can't be had: what is read is kept in memory; changes are journaled. */
  | { readonly event: "store_copy_in_memory"; readonly reason: string }
  /** A collection was not all there, or was changed: it is read anew. */
  | { readonly event: "store_damaged"; readonly collection: CollectionName };

/** What a store is made of. */
export interface OpenStoreOptions extends SealerOptions {
  /** Folder of the files; `null` for memory. */
  readonly folder: string | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Hears what there is to say. */
  readonly onNote: (note: StoreNote) => void;
}

const LEFT_ALONE: Readonly<Record<Blocked, string>> = {
  locked: "another program holds the journal of changes, so changes are refused here: " +
    "end that program and restart this server",
  newer: "the journal of changes was written by a newer version of this server, so changes " +
    "are refused here: update this one and restart it",
};

const UNUSABLE =
  "the journal of changes can't be opened, so changes are refused here: see to the " +
  "disk that holds it (the command store says where it is), then restart this server";

/**
 * Gives the store that is asked for.
 *
 * @param options Where and whose it is.
 * @returns A store that opens when it is first used.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const options = { token: "a-token", baseUrl: "https://api.example.com", now: Date.now };
 * const store = openStore({ ...options, folder: null, onNote: () => {} });
 * assertEquals(await store.loadPlans(), null);
 * ```
 */
export function openStore({ folder, ...options }: OpenStoreOptions): Store {
  return folder === null ? createMemoryStore() : deferred(() => open({ ...options, folder }));
}

async function open(
  { onNote, ...options }: Omit<SqliteStoreOptions, "onSetAside"> & Pick<OpenStoreOptions, "onNote">,
): Promise<Store> {
  try {
    const { openSqliteStore } = await import("./sqlite/sqlite_store.ts");
    const onSetAside = (what: SetAside): void => onNote({ event: "store_set_aside", ...what });
    const onDamaged = (collection: CollectionName): void =>
      onNote({ event: "store_damaged", collection });
    const onCopyInMemory = (error: unknown): void =>
      onNote({ event: "store_copy_in_memory", reason: reasonOf(error) });
    return await openSqliteStore({ ...options, onSetAside, onDamaged, onCopyInMemory });
  } catch (error) {
    const memory = createMemoryStore();
    if (!(error instanceof BlockedFileError)) {
      onNote({ event: "store_in_memory", reason: reasonOf(error) });
      // Other processes keep their journal there: a second one beside it would know nothing.
      const refusal = error instanceof UnsafeStoreError ? unsafeWords(error) : UNUSABLE;
      return hasJournal(options.folder)
        ? { ...memory, changes: refusing(memory.changes, refusal) }
        : memory;
    }
    onNote({ event: "store_left_alone", reason: error.reason });
    return { ...memory, changes: refusing(memory.changes, LEFT_ALONE[error.reason]) };
  }
}

function unsafeWords({ message }: UnsafeStoreError): string {
  return `the journal of changes is not used, so changes are refused here: ${message}, ` +
    "then restart this server";
}

function hasJournal(folder: string): boolean {
  try {
    return existsSync(join(folder, "journal.db"));
  } catch {
    // What may not be looked at is none of ours.
    return false;
  }
}

function refusing(changes: ChangeStore, refusal: string): ChangeStore {
  return { ...changes, refusal: () => Promise.resolve(refusal) };
}

/** What kind of failure it was; the message may name what is nobody's business. */
function reasonOf(error: unknown): string {
  if (error instanceof UnsafeStoreError) return error.message;
  if (error instanceof BlockedFileError) return error.reason;
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  return String(code ?? name ?? "unknown");
}

function deferred(open: () => Promise<Store>): Store {
  let opening: Promise<Store> | null = null;
  const opened = (): Promise<Store> => opening ??= open();
  const ledger = async (): Promise<Store["ledger"]> => (await opened()).ledger;
  const changes = async (): Promise<ChangeStore> => (await opened()).changes;
  return {
    ledger: {
      tryTake: async (take) => await (await ledger()).tryTake(take),
      close: async (until, window) => await (await ledger()).close(until, window),
      use: async (window) => await (await ledger()).use(window),
    },
    changes: {
      refusal: async () => await (await changes()).refusal(),
      saveConfirmation: async (one) => await (await changes()).saveConfirmation(one),
      findConfirmation: async (code) => await (await changes()).findConfirmation(code),
      spendConfirmation: async (code, now) => await (await changes()).spendConfirmation(code, now),
      begin: async (beginning) => await (await changes()).begin(beginning),
      saveEntry: async (entry) => await (await changes()).saveEntry(entry),
      entries: async (planId) => await (await changes()).entries(planId),
      countOthers: async (planIds) => await (await changes()).countOthers(planIds),
      withPlanLock: async (planId, run) => await (await changes()).withPlanLock(planId, run),
    },
    loadPlans: async () => await (await opened()).loadPlans(),
    savePlans: async (plans) => await (await opened()).savePlans(plans),
    loadCollection: async (of, since) => await (await opened()).loadCollection(of, since),
    applyChange: async (of, change) => await (await opened()).applyChange(of, change),
    loadMonth: async (of, readAfter) => await (await opened()).loadMonth(of, readAfter),
    saveMonth: async (planId, month) => await (await opened()).saveMonth(planId, month),
    noteMonths: async (planId, news) => await (await opened()).noteMonths(planId, news),
    forgetPlan: async (planId) => await (await opened()).forgetPlan(planId),
    takeIds: async (planId, ids) => await (await opened()).takeIds(planId, ids),
    takenIds: async (planId) => await (await opened()).takenIds(planId),
    touch: async (planId, at) => await (await opened()).touch(planId, at),
    touchedAt: async (planId) => await (await opened()).touchedAt(planId),
    lockLoad: async (of, signal) => await (await opened()).lockLoad(of, signal),
    whileWriting: async (planId, run) => await (await opened()).whileWriting(planId, run),
    writingEnded: async (planId, signal) => await (await opened()).writingEnded(planId, signal),
    close: async () => {
      const store = opening;
      opening = Promise.resolve(createMemoryStore());
      await (await store)?.close();
    },
  };
}
