import { openPostgres } from "../../sync/postgres/open_postgres.ts";
import type { StoreDatabase } from "../../sync/store/store_database.ts";

/** Opens it; the soak keeps the time in a table. */
export async function openSoakDatabase(url: string): Promise<StoreDatabase> {
  return await openPostgres(url, { clock: () => "(SELECT ms FROM soak_clock)" });
}
