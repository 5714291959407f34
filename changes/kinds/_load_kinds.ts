import type { ChangeKind, KindLookup } from "../kind.ts";
import { type KindName, kinds } from "./_manifest.ts";

/** Tells whether a name is that of a kind. */
export function isKindName(name: string): name is KindName {
  return Object.hasOwn(kinds, name);
}

/** Loads kinds, each once. */
export async function loadKinds(
  entries: readonly { readonly kind: string }[],
): Promise<KindLookup> {
  const names = [...new Set(entries.map(({ kind }) => kind))].filter(isKindName);
  const loaded = new Map<string, ChangeKind>(
    await Promise.all(names.map(async (name) => [name, await kinds[name]()] as const)),
  );
  return (name) => loaded.get(name) ?? null;
}
