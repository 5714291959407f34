import type { BlobBackend } from "../sync/store/backend.ts";
import type { SharedDatabase } from "./server_options.ts";

/** Gives what stores and sign-ins are kept in. */
export function storesIn(database: SharedDatabase | undefined): BlobBackend | undefined {
  return database as BlobBackend | undefined;
}
