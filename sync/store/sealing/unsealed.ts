/**
 * The sealer of what never leaves the process: it leaves bytes and names as they are.
 *
 * @module
 */

import type { Sealer } from "./sealer.ts";

/**
 * Seals nothing.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(await UNSEALED.pseudonymOf("plan 1"), "plan 1");
 * ```
 */
export const UNSEALED: Sealer = {
  owner: "own",
  pseudonymOf: (what) => Promise.resolve(what),
  tagOf: () => Promise.resolve("own"),
  seal: (bytes) => Promise.resolve(bytes),
  open: (sealed) => Promise.resolve(sealed),
};
