/**
 * A backend in memory, for any number of handles and owners: what a process without a store
 * works with, and what shows in tests how handles on several machines get on.
 *
 * @module
 */

import { EMPTY_LEDGER, type LedgerState } from "../../client/request_ledger.ts";
import type { LeaseRows } from "../leases/lease_rows.ts";
import type { BlobBackend, BlobStore } from "../sealing/blob_store.ts";
import type { CopyRows } from "../sealing/copy_rows.ts";
import { createMemoryCopyRows } from "./memory_copy_rows.ts";
import { createMemoryJournalRows, type MemoryJournal } from "./memory_journal_rows.ts";

interface KeptLease {
  readonly token: number;
  /** `null` when it was given back. */
  readonly holder: string | null;
  /** By the clock of the backend, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** What all handles of one owner share. */
interface OwnersMemory {
  readonly copy: CopyRows;
  readonly journal: MemoryJournal;
  readonly leases: Map<string, KeptLease>;
  budget: LedgerState & { readonly revision: number };
}

/** What is kept in memory. */
export interface MemoryDatabase {
  /** Opens another handle. */
  connect(): BlobBackend;
}

/**
 * Makes an empty database in memory.
 *
 * @param now The clock of the backend, in milliseconds since 1970.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const database = createMemoryDatabase(() => 5);
 * const [one, other] = [database.connect().of("a"), database.connect().of("a")];
 * assertEquals(await one.leases.tryTake("change", 1_000), 1);
 * assertEquals(await other.leases.isHeldByOther("change"), true);
 * ```
 */
export function createMemoryDatabase(now: () => number): MemoryDatabase {
  const owners = new Map<string, OwnersMemory>();
  const memoryOf = (owner: string): OwnersMemory => {
    const known = owners.get(owner) ?? {
      copy: createMemoryCopyRows(),
      journal: { confirmations: new Map(), plans: new Map() },
      leases: new Map(),
      budget: { ...EMPTY_LEDGER, revision: 0 },
    };
    owners.set(owner, known);
    return known;
  };
  return {
    connect(): BlobBackend {
      const holder = globalThis.crypto.randomUUID();
      return {
        of: (owner) => blobsOf(memoryOf(owner), { now, holder }),
        close: async () => {},
      };
    },
  };
}

interface Handle {
  readonly now: () => number;
  readonly holder: string;
}

function blobsOf(memory: OwnersMemory, { now, holder }: Handle): BlobStore {
  const { copy, journal, leases } = memory;
  const rows = leaseRows(leases, { now, holder });
  return {
    copy,
    journal: createMemoryJournalRows(journal, {
      now,
      isFenced: ({ name, token }) => {
        const lease = leases.get(name);
        return lease?.token !== token || lease.holder !== holder;
      },
    }),
    budget: {
      read: () => ({ ...memory.budget, now: now() }),
      write(revision, { sent, closedUntil }): boolean {
        if (memory.budget.revision !== revision) return false;
        memory.budget = { sent, closedUntil, revision: revision + 1 };
        return true;
      },
    },
    leases: rows,
    remedy: "restart this server",
    look: async ({ plan, seen, lease }) => ({
      ...await copy.look(plan, seen),
      isHeld: await rows.isHeldByOther(lease),
      now: now(),
    }),
  };
}

function leaseRows(leases: Map<string, KeptLease>, { now, holder }: Handle): LeaseRows {
  const isMine = (name: string, token: number): boolean => {
    const lease = leases.get(name);
    return lease?.token === token && lease.holder === holder;
  };
  return {
    tryTake(name, ttlMs): number | null {
      const lease = leases.get(name);
      if (lease !== undefined && lease.expiresAt > now()) return null;
      const token = (lease?.token ?? 0) + 1;
      leases.set(name, { token, holder, expiresAt: now() + ttlMs });
      return token;
    },
    renew(name, token, ttlMs): boolean {
      if (!isMine(name, token)) return false;
      leases.set(name, { token, holder, expiresAt: now() + ttlMs });
      return true;
    },
    release(name, token): void {
      if (isMine(name, token)) leases.set(name, { token, holder: null, expiresAt: 0 });
    },
    isHeldByOther(name): boolean {
      const lease = leases.get(name);
      return lease !== undefined && lease.holder !== holder && lease.expiresAt > now();
    },
  };
}
