import { openPostgres } from "../../remote/postgres/open_postgres.ts";
import type { BlobBackend } from "../../sync/store/backend.ts";

/** Opens a PostgreSQL store; the soak's clock is in a table. */
export async function openSoakDatabase(url: string): Promise<BlobBackend> {
  return await openPostgres(url, { clock: () => "(SELECT ms FROM soak_clock)" });
}
