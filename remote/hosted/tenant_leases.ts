import type { BlobBackend, BlobStore } from "../../sync/store/backend.ts";
import type { LeaseRows } from "../../sync/store/lease.ts";
import type { SharedTables } from "../postgres/schema.ts";

/** Name of the lease that all vaults of a user share. */
const TENANT_LEASE = "change";
/** Prefix for the names of leases for changes. */
const CHANGE = "change-";

/**
 * Opens a vault's data. Prevents concurrent changes in different vaults of a user: taking a vault's
 * lease for a change also takes the user's lease.
 */
export function withTenantLeases(tables: SharedTables, tenant: string): BlobBackend {
  return {
    of(owner): BlobStore {
      const store = tables.vaultOf(owner);
      return {
        ...store,
        leases: tenantLeases(store.leases, tables.vaultOf(tenant).leases),
        remedy: "tell the user to ask this server's operator to check the database",
      };
    },
    close: () => tables.close(),
  };
}

function tenantLeases(own: LeaseRows, shared: LeaseRows): LeaseRows {
  /** Tokens of the user's lease; each key consists of the name and token of a vault's lease. */
  const held = new Map<string, number>();
  const keyOf = (name: string, token: number): string => `${name} ${token}`;
  return {
    async tryTake(name, ttlMs): Promise<number | null> {
      if (!name.startsWith(CHANGE)) return await own.tryTake(name, ttlMs);
      const sharedToken = await shared.tryTake(TENANT_LEASE, ttlMs);
      if (sharedToken === null) return null;
      const token = await own.tryTake(name, ttlMs).catch(async (error: unknown) => {
        await shared.release(TENANT_LEASE, sharedToken).catch(() => {});
        throw error;
      });
      if (token === null) await shared.release(TENANT_LEASE, sharedToken);
      else held.set(keyOf(name, token), sharedToken);
      return token;
    },
    async renew(name, token, ttlMs): Promise<boolean> {
      const sharedToken = held.get(keyOf(name, token));
      const isShared = sharedToken === undefined ||
        await shared.renew(TENANT_LEASE, sharedToken, ttlMs);
      return isShared && await own.renew(name, token, ttlMs);
    },
    async release(name, token): Promise<void> {
      const sharedToken = held.get(keyOf(name, token));
      held.delete(keyOf(name, token));
      await Promise.all([
        own.release(name, token),
        sharedToken === undefined ? null : shared.release(TENANT_LEASE, sharedToken),
      ]);
    },
  };
}
