/**
 * Bundles source for Node.
 *
 * @module
 */

import { bundleApart } from "../scripts/_bundle.ts";

/**
 * Bundles an entry with all that it imports, as the npm package has it; each only once.
 *
 * @param entry Path of the entry below the repository.
 * @param folder Where the bundle gets a folder of its own.
 * @returns Path of the bundle's first file.
 */
export async function bundled(entry: string, folder: string): Promise<string> {
  const [name = ""] = entry.split("/").at(-1)?.split(".") ?? [];
  const bundle = `${folder}/${name}`;
  await bundleApart(entry, bundle);
  await Deno.writeTextFile(`${bundle}/package.json`, `{ "type": "module" }\n`);
  return `${bundle}/${name}.js`;
}
