/**
 * A store that lives as long as the process.
 *
 * @module
 */

import { sealedStore } from "../sealing/sealed_store.ts";
import { UNSEALED } from "../sealing/unsealed.ts";
import type { Store } from "../store.ts";
import { createMemoryDatabase } from "./memory_backend.ts";

/**
 * Makes an empty store in memory.
 *
 * @param now The time in milliseconds since 1970.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(await createMemoryStore(Date.now).loadPlans(), null);
 * ```
 */
export function createMemoryStore(now: () => number): Store {
  const blobs = createMemoryDatabase(now).connect().of(UNSEALED.owner);
  const store = sealedStore(blobs, { sealer: UNSEALED, now });
  return { ...store, changes: { ...store.changes, isKept: () => Promise.resolve(false) } };
}
