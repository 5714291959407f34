import type { StoreDatabase } from "../sync/store/store_database.ts";
import type { SharedDatabase } from "./server_options.ts";

/** Gives what stores and sign-ins are kept in. */
export function storesIn(database: SharedDatabase | undefined): StoreDatabase | undefined {
  return database as StoreDatabase | undefined;
}
