/**
 * How far from a file those are that import it, by way of others as well: a mutant that only
 * works while its file is loaded can be noticed by any of them, the nearest first.
 *
 * @module
 */

import { posix } from "node:path";

/** The files that import a file, by the file. */
export type Importers = ReadonlyMap<string, readonly string[]>;

/**
 * Reads who imports whom, now or later.
 *
 * @param sources Texts by path.
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const sources = new Map([["a/b.ts", 'import { c } from "../c.ts";'], ["c.ts", ""]]);
 * assertEquals(importersIn(sources).get("c.ts"), ["a/b.ts"]);
 * ```
 */
export function importersIn(sources: ReadonlyMap<string, string>): Importers {
  const importers = new Map<string, string[]>();
  for (const [path, text] of sources) {
    for (const [, target = ""] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/gu)) {
      const file = posix.join(posix.dirname(path), target);
      importers.set(file, [...importers.get(file) ?? [], path]);
    }
  }
  return importers;
}

/** Gives how many imports away each file is that a file can be noticed by; 1 imports it itself. */
export function distancesTo(file: string, importers: Importers): ReadonlyMap<string, number> {
  const distances = new Map([[file, 0]]);
  for (const [path, distance] of distances) {
    for (const importer of importers.get(path) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}
