import { DAY_MS } from "../../domain/base/day.ts";
import { Leases } from "../../sync/store/lease.ts";
import { findValues, saveValue } from "../../sync/store/expiring_data.ts";
import type { SignInStore } from "../sign_in_store/sign_in_store.ts";
import type { SharedTables } from "../postgres/schema.ts";
import type { HostedDatabase, VaultRow } from "./hosted_database.ts";

const MAX_SWEPT = 1_000;
/** Owner under which the lease for sweeping and the list of deleted vaults are stored. */
const SWEEPER = "sweeper";
/** Only one process sweeps at a time. */
const SWEEP_LEASE = { ttlMs: 60_000, maxWaitMs: 0 } as const;
/** Group of stored values: the owners of vaults whose deletion began less than a day ago. */
const DELETED = { plan: "", group: "deleted vaults" } as const;

export interface DeletionOptions {
  readonly tables: SharedTables;
  readonly database: HostedDatabase;
  readonly store: SignInStore;
  readonly close?: (vault: string) => Promise<void>;
}

/**
 * Deletes vaults with everything stored for them. After a crash, the next sweep deletes what is
 * left, including rows that a process with an open vault wrote later. Returns the vaults that no
 * other process had deleted.
 */
export async function deleteVaults(
  rows: readonly VaultRow[],
  { tables, database, store, close }: DeletionOptions,
): Promise<readonly VaultRow[]> {
  const sweeper = tables.vaultOf(SWEEPER);
  for (const { owner } of rows) {
    await saveValue(sweeper, DELETED, { name: owner, body: new Uint8Array(), holdsMs: DAY_MS });
  }
  // End the grants first, so that no new call starts while running calls finish.
  for (const { vault } of rows) await store.endGrant(vault);
  await Promise.all(rows.map(({ vault }) => close?.(vault)));
  const deleted = await database.deleteVaults(rows.map(({ vault }) => vault));
  return rows.filter(({ vault }) => deleted.includes(vault));
}

export interface SweepOptions extends DeletionOptions {
  readonly retentionDays: number;
  readonly onDeleted: (rows: readonly VaultRow[], isExpired: boolean) => Promise<void>;
}

/** Deletes unused vaults and data left over from crashes, unless another process is doing so. */
export async function sweepVaults(options: SweepOptions): Promise<void> {
  const { tables, database, retentionDays, onDeleted } = options;
  const leases = new Leases(tables.vaultOf(SWEEPER).leases);
  try {
    const lease = await leases.take("sweep", SWEEP_LEASE);
    if (lease === null) return;
    const owners = await ownersOfDeleted(tables);
    await onDeleted(await deleteVaults(await database.vaultsOwnedBy(owners), options), false);
    await database.deleteRowsOf(owners);
    for (;;) {
      const rows = await database.unusedFor(retentionDays, MAX_SWEPT);
      if (rows.length === 0 || !await lease.holdsFor(SWEEP_LEASE.ttlMs / 2)) return;
      await onDeleted(await deleteVaults(rows, options), true);
    }
  } finally {
    await leases.close();
  }
}

async function ownersOfDeleted(tables: SharedTables): Promise<readonly string[]> {
  return (await findValues(tables.vaultOf(SWEEPER), DELETED)).map(({ name }) => String(name));
}

export async function closeAccounts(store: SignInStore, tenant: string): Promise<void> {
  await store.revokeByGrant(accountOfUser(tenant));
}

/** Groups a user's cookies, so that they can be deleted together. */
export function accountOfUser(tenant: string): string {
  return `account ${tenant}`;
}
