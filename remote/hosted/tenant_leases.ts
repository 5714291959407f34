import type { BlobBackend, BlobStore } from "../../sync/store/backend.ts";
import type { SharedTables } from "../postgres/schema.ts";

/** Prefix for the names of leases for changes. */
const CHANGE = "change-";
/** Name of the lease for changes that all vaults of a user share. */
const TENANT_LEASE = "change";

/** Opens a vault's data. All vaults of a user share one lease for changes. */
export function withTenantLeases(tables: SharedTables, tenant: string): BlobBackend {
  return {
    of(owner): BlobStore {
      const [own, shared] = [tables.vaultOf(owner), tables.vaultOf(tenant)];
      const at = <Result>(
        name: string,
        use: (store: BlobStore, name: string) => Result,
      ): Result => name.startsWith(CHANGE) ? use(shared, TENANT_LEASE) : use(own, name);
      return {
        ...own,
        leases: {
          tryTake: (name, ttlMs) => at(name, ({ leases }, one) => leases.tryTake(one, ttlMs)),
          renew: (name, token, ttlMs) =>
            at(name, ({ leases }, one) => leases.renew(one, token, ttlMs)),
          release: (name, token) => at(name, ({ leases }, one) => leases.release(one, token)),
        },
        isFenced: ({ name, token }) =>
          at(name, (store, one) => store.isFenced({ name: one, token })),
        remedy: "tell the user to ask this server's operator to check the database",
      };
    },
    close: () => tables.close(),
  };
}
