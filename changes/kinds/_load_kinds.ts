/**
 * Loads the kinds that the journal or a tool names.
 *
 * @module
 */

import type { ChangeKind, KindLookup } from "../kind.ts";
import { type KindName, kinds } from "./_manifest.ts";

/**
 * Tells whether a name is that of a kind.
 *
 * @param name The name of a tool, or what the journal of another version holds.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([isKindName("move_money"), isKindName("toString")], [true, false]);
 * ```
 */
export function isKindName(name: string): name is KindName {
  return Object.hasOwn(kinds, name);
}

/**
 * Loads kinds, each once.
 *
 * @param entries What names them.
 * @returns Gives a kind by its name; `null` for one that is not there.
 */
export async function loadKinds(
  entries: readonly { readonly kind: string }[],
): Promise<KindLookup> {
  const names = [...new Set(entries.map(({ kind }) => kind))].filter(isKindName);
  const loaded = new Map<string, ChangeKind>(
    await Promise.all(names.map(async (name) => [name, await kinds[name]()] as const)),
  );
  return (name) => loaded.get(name) ?? null;
}
