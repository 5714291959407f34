import { createMemoryDatabase } from "../sync/store/memory_store.ts";
import type { SharedDatabase } from "../server/server_options.ts";

/** Makes an empty store; the clock is in milliseconds since 1970. */
export function keptDatabase(now: () => number): SharedDatabase {
  const database = { ...createMemoryDatabase(now).connect(), close: () => Promise.resolve() };
  return database satisfies SharedDatabase;
}
