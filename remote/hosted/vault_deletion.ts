import { DAY_MS } from "../../domain/base/day.ts";
import { Leases } from "../../sync/store/lease.ts";
import { findValues, saveValue } from "../../sync/store/expiring_data.ts";
import type { SignInStore } from "../sign_in_store/sign_in_store.ts";
import type { SharedTables } from "../postgres/schema.ts";
import type { HostedDatabase, VaultRow } from "./hosted_database.ts";

const MAX_SWEPT = 1_000;
const HOUR_MS = 3_600_000;
/** Owner under which the sweep lease and the list of deleted vaults are stored. */
const SWEEPER = "sweeper";
/** Lease that lets only one process sweep at a time. */
const SWEEP_LEASE = { ttlMs: 60_000, maxWaitMs: 0 } as const;
/** Where the store lists the owners of vaults whose deletion began less than a day ago. */
const DELETED = { plan: "", group: "deleted vaults" } as const;

export interface DeletionOptions {
  readonly tables: SharedTables;
  readonly database: HostedDatabase;
  readonly store: SignInStore;
  readonly close?: (vault: string) => Promise<void>;
}

/**
 * Deletes vaults and everything stored for them. If a crash interrupts the deletion, the next sweep
 * deletes what is left, including rows written in the meantime by a process that still had the
 * vault open. Returns the vaults that this call (not another process) deleted.
 */
export async function deleteVaults(
  rows: readonly VaultRow[],
  { tables, database, store, close }: DeletionOptions,
): Promise<readonly VaultRow[]> {
  const sweeper = tables.vaultOf(SWEEPER);
  for (const { owner } of rows) {
    await saveValue(sweeper, DELETED, { name: owner, body: new Uint8Array(), holdsMs: DAY_MS });
  }
  // Revoke the grants first so that no new calls start while the calls in progress are finishing.
  for (const { vault } of rows) await store.endGrant(vault);
  await Promise.all(rows.map(({ vault }) => close?.(vault)));
  const deleted = await database.deleteVaults(rows.map(({ vault }) => vault));
  // A sign-in that was still in progress may have saved a new grant.
  for (const { vault } of rows) await store.endGrant(vault);
  return rows.filter(({ vault }) => deleted.includes(vault));
}

export interface SweepOptions extends DeletionOptions {
  readonly retentionDays: number;
  readonly onDeleted: (rows: readonly VaultRow[], isExpired: boolean) => Promise<void>;
}

/** Deletes unused vaults and data left over from crashes, unless another process is doing so. */
export async function sweepVaults(options: SweepOptions): Promise<void> {
  const { tables, database, onDeleted } = options;
  const leases = new Leases(tables.vaultOf(SWEEPER).leases);
  try {
    const lease = await leases.take("sweep", SWEEP_LEASE);
    if (lease === null) return;
    const owners = await ownersOfDeleted(tables);
    await onDeleted(await deleteVaults(await database.vaultsOwnedBy(owners), options), false);
    await database.deleteRowsOf(owners);
    for await (const rows of unusedVaults(options)) {
      if (!await lease.holdsFor(SWEEP_LEASE.ttlMs / 2)) return;
      await onDeleted(await deleteVaults(rows, options), true);
    }
  } finally {
    await leases.close();
  }
}

async function ownersOfDeleted(tables: SharedTables): Promise<readonly string[]> {
  return (await findValues(tables.vaultOf(SWEEPER), DELETED)).map(({ name }) => String(name));
}

/**
 * Finds vaults to delete: vaults unused for the retention period, and vaults more than a day old
 * for which no client ever fetched a token. Delete each batch before requesting the next one.
 */
export async function* unusedVaults(
  { database, store, retentionDays }: Pick<SweepOptions, "database" | "store" | "retentionDays">,
): AsyncGenerator<readonly VaultRow[]> {
  for (;;) {
    const unused = await database.unusedFor(retentionDays, MAX_SWEPT);
    if (unused.length > 0) yield unused;
    if (unused.length < MAX_SWEPT) break;
  }
  // Wait an extra hour, so that every sign-in that started on a vault's first day has ended.
  for (const row of await database.usedOnceBetween(3 * DAY_MS, DAY_MS + HOUR_MS)) {
    if (!await store.hasOfGrant(row.vault)) yield [row];
  }
}

/** Deletes all of a user's data, including vaults created by sign-ins during the deletion. */
export async function deleteUser(
  tenant: string,
  { database, store }: Pick<DeletionOptions, "database" | "store">,
  remove: (rows: readonly VaultRow[]) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const rows = await database.vaultsOf(tenant);
    if (rows.length === 0) break;
    await remove(rows);
  }
  await store.revokeByGrant(accountOfUser(tenant));
}

/** Groups a user's cookies, so that they can be deleted together. */
export function accountOfUser(tenant: string): string {
  return `account ${tenant}`;
}
